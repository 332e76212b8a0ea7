/** Owns the telling of several rollouts that run side by side: each in a log group of its own, none interleaved with another. */

import type { Reporter } from '../report.ts';

export interface Story {
  say(lines: readonly string[]): void;
  /** Said at once even when others run side by side, so that a long wait does not look like a hang. */
  sayNow(lines: readonly string[]): void;
  /** Tells what has been kept back. */
  end(): void;
}

export function storyOf(name: string, { reporter, isOneOfMany }: { reporter: Reporter; isOneOfMany: boolean }): Story {
  const tell = (lines: readonly string[]) => {
    if (lines.length > 0) reporter.info(lines.join('\n'));
  };
  if (!isOneOfMany) return { say: tell, sayNow: tell, end: () => {} };
  const kept: string[] = [];
  return {
    say: (lines) => void kept.push(...lines),
    sayNow: (lines) => {
      kept.push(...lines);
      tell(lines.map((line) => `${name}: ${line.trim()}`));
    },
    end: () => reporter.group(name, kept.join('\n')),
  };
}
