/** Owns the picture of where the time went: a Mermaid gantt of the phases, and their sum. */

import type { Phase } from '../rollout/events.ts';
import { formatSeconds } from './text.ts';

export interface TimelinePhase {
  phase: Phase;
  /** From the start of the run. */
  startMs: number;
  endMs: number;
}

const titles: { readonly [phase in Phase]: string } = {
  validate: 'Validate',
  'look-up': 'Look up',
  write: 'Write',
  verify: 'Verify',
  wait: 'Wait',
  smoke: 'Smoke test',
  restore: 'Restore',
  delete: 'Delete',
};

/** Markdown; '' when nothing took any time. Bars are at least a hundredth of the whole, so that each can be seen. */
export function timelineChart(phases: readonly TimelinePhase[]): string {
  const wholeMs = phases.at(-1)?.endMs ?? 0;
  if (wholeMs <= 0) return '';
  const rows = phases.map(({ phase, startMs, endMs }) => {
    const shownEndMs = Math.max(endMs, startMs + wholeMs / 100);
    return `    ${titles[phase]} (${formatDuration(endMs - startMs)}) :${Math.round(startMs)}, ${Math.round(shownEndMs)}`;
  });
  return [
    '```mermaid',
    'gantt',
    `    title ${formatDuration(wholeMs)} in all`,
    '    dateFormat x',
    '    axisFormat %M:%S',
    ...rows,
    '```',
  ].join('\n');
}

function formatDuration(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : formatSeconds(ms / 1000);
}
