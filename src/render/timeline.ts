/** The chart of where the time went: a Mermaid gantt of the phases, each with how long it took. */

import { formatSeconds } from '../model/duration.ts';
import type { Phase } from '../rollout/events.ts';
import type { TimelinePhase } from '../rollout/timeline.ts';

const hourMs = 3_600_000;

const titles: { readonly [phase in Phase]: string } = {
  validate: 'Validate',
  'look-up': 'Look up',
  write: 'Write',
  verify: 'Verify',
  wait: 'Wait',
  test: 'Test',
  restore: 'Restore',
  delete: 'Delete',
};

/** Below this there is nothing to see. */
const shortestMs = 3000;

/** In seconds, as Mermaid names them: at most eight are drawn. */
const ticks = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600] as const;

/** Markdown; '' for a run of less than three seconds. Bars are at least a hundredth of the whole, so that each can be seen. */
export function timelineChart(phases: readonly TimelinePhase[]): string {
  const wholeMs = phases.at(-1)?.endMs ?? 0;
  if (wholeMs < shortestMs) return '';
  const rows = phases.map(({ phase, startMs, endMs }) => {
    const shownEndMs = Math.max(endMs, startMs + wholeMs / 100);
    return `    ${titles[phase]} (${formatDuration(endMs - startMs)}) :${clockTime(startMs)}, ${Math.round(shownEndMs - startMs)}ms`;
  });
  return [
    '```mermaid',
    'gantt',
    `    title ${formatDuration(wholeMs)} in total`,
    '    dateFormat HH:mm:ss.SSS',
    `    axisFormat ${wholeMs < hourMs ? '%M:%S' : '%H:%M:%S'}`,
    `    tickInterval ${tickInterval(wholeMs)}`,
    ...rows,
    '```',
  ].join('\n');
}

function tickInterval(wholeMs: number): string {
  const seconds = ticks.find((tick) => wholeMs / 1000 / tick <= 8) ?? 3600;
  return seconds < 60 ? `${seconds}second` : `${seconds / 60}minute`;
}

/** Times of a day and not numbers, which Mermaid would show in the time zone of the reader: a run would begin at 30:00 in India. */
function clockTime(ms: number): string {
  const whole = Math.round(ms);
  const [hours, minutes, seconds] = [whole / hourMs, (whole / 60_000) % 60, (whole / 1000) % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  );
  return `${hours}:${minutes}:${seconds}.${String(whole % 1000).padStart(3, '0')}`;
}

function formatDuration(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : formatSeconds(ms / 1000);
}
