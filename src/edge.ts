/** The edge that everything passes before it leaves a run: controls are taken out, then secrets, then what is too long. */

import type { Redactor } from './http/redactor.ts';
import { mapByOwner } from './own-text.ts';
import { bounded, type Reporter, withoutControls } from './report.ts';

/** In characters. GitHub cuts a message at 4,096 of them. */
const maxLengths = { line: 8 * 1024, log: 1024 * 1024, title: 255, message: 3000, hint: 1000 } as const;

/** The runner takes every line of a mask for one, and replaces it wherever it stands. */
const minMaskLength = 4;

/** The port of a run, in front of the one that writes. */
export function openEdge(reporter: Reporter, redactor: Redactor): Reporter {
  const masked = new Map<string, string>();
  const redact = (text: string) =>
    mapByOwner(withoutControls(text.replaceAll(/\r\n?/g, '\n')), {
      ofOurs: redactor.redactOwn,
      ofOthers: redactor.redact,
    });
  const word = (text: string) => reporter.wording?.(text) ?? text;
  /** For a person who reads it here. What is marked as ours is a plan, which stands as it is. */
  const say = (text: string) =>
    reporter.wording
      ? mapByOwner(withoutControls(text.replaceAll(/\r\n?/g, '\n')), {
          ofOurs: redactor.redactOwn,
          ofOthers: (stretch) => word(redactor.redact(stretch)),
        })
      : redact(text);
  const log = (text: string) =>
    bounded(
      say(text)
        .split('\n')
        .map((line) => bounded(line, maxLengths.line))
        .join('\n'),
      maxLengths.log,
    );
  const { debug, progress } = reporter;
  return {
    info: (text) => reporter.info(log(text)),
    group: (title, text) => reporter.group(bounded(redact(title), maxLengths.title), log(text)),
    ...(progress && { progress: (text: string) => progress(log(text)) }),
    ...(debug && { debug: (text: string) => debug(log(text)) }),
    annotationsPerSeverity: reporter.annotationsPerSeverity,
    annotate: (annotation) =>
      reporter.annotate({
        ...annotation,
        title: bounded(redact(annotation.title), maxLengths.title),
        message: bounded(say(annotation.message), maxLengths.message),
        hint: bounded(word(redact(annotation.hint)), maxLengths.hint),
        ...(annotation.excerpt && { excerpt: annotation.excerpt.map(redact) }),
      }),
    mask: (secret, name) => {
      redactor.add(secret, 'mask');
      for (const line of secret.split(/[\r\n]+/).map((each) => each.trim())) {
        if (line.length < minMaskLength || masked.has(line)) continue;
        masked.set(line, name);
        reporter.mask(line, name);
      }
    },
    maskIn: (text) => masked.entries().find(([mask]) => text.includes(mask))?.[1],
    conceal: (value) => redactor.add(value, 'env'),
    setOutput: (name, value) => reporter.setOutput(name, value),
    summarize: (markdown, rank) => reporter.summarize(redact(markdown), rank),
    redact,
    fail: (message) => reporter.fail(bounded(say(message), maxLengths.message + maxLengths.hint)),
  };
}
