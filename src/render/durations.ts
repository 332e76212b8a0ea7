/** Where the time went: how long the new worker took for each stage of its start. */

import { formatSeconds } from '../model/display.ts';
import type { Outcome } from '../rollout/rollout.ts';
import type { Stage } from '../rollout/worker-life.ts';
import { codeCell, table } from './markdown.ts';

/** Below this there is nothing to tell. */
const shortestMs = 3000;
/** Of the longest stage, in characters. */
const barLength = 30;

/**
 * `Time: new worker pulling 6 m 12 s, loading 1 m 50 s, first answer 0.4 s; 8 m 20 s in total.`; '' for less than three
 * seconds. `startedMs`: on the clock of the outcome.
 */
export function durationsLine(outcome: Outcome, startedMs: number): string {
  const wholeMs = (outcome.endedMs ?? startedMs) - startedMs;
  if (wholeMs < shortestMs) return '';
  const parts = stagesOf(outcome).map(({ name, ms }) => `${name} ${formatDuration(ms)}`);
  return `Time: ${parts.length > 0 ? `new worker ${parts.join(', ')}; ` : ''}${formatDuration(wholeMs)} in total.`;
}

/** The stages as a table with a bar each, in Markdown; '' where there is nothing to compare. */
export function durationsPicture(outcome: Outcome): string {
  const stages = stagesOf(outcome);
  const longestMs = Math.max(...stages.map(({ ms }) => ms));
  if (stages.length < 2 || longestMs < shortestMs) return '';
  const bar = (ms: number) => '█'.repeat(Math.max(1, Math.round((barLength * ms) / longestMs)));
  return table(
    ['New worker', 'Time', ''],
    stages.map(({ name, ms }) => [codeCell(name), formatDuration(ms), bar(ms)]),
  );
}

function stagesOf({ start = [], tests }: Outcome): readonly Stage[] {
  const answerMs = tests?.kind === 'passed' ? tests.results[0]?.totalMs : undefined;
  return answerMs === undefined ? start : [...start, { name: 'first answer', ms: answerMs }];
}

function formatDuration(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : formatSeconds(ms / 1000);
}
