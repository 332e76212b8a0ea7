/** The results of an endpoint's tests, for the log, the summary and a comment. */

import { formatSeconds } from '../model/display.ts';
import type { TestPass, TestResult } from '../tests/run.ts';
import { escapeCell, heading, paragraphs, table } from './markdown.ts';
import { formatRate, formatShort, joined } from './text.ts';

/** One line for each test that passed, and how long the first answer took; the failure of the run tells what failed. */
export function passLines({ results, coldStartSeconds }: TestPass): string[] {
  const passed = results.filter(({ outcome }) => outcome === 'passed');
  const lines = passed.map((result) => {
    const { tokensPerSecond, totalMs = 0, isWarmUp } = result;
    const first = firstTimes(result).map((time, index) => `first ${index === 0 ? 'token' : 'content'} after ${time}`);
    const speed = tokensPerSecond !== undefined && `${formatRate(tokensPerSecond)} tokens/s`;
    const total = `${formatShort(totalMs)} in all${isWarmUp ? ' (the first request)' : ''}`;
    return `Test passed: ${result.title}: ${joined([answerOf(result), ...first, speed, total])}.`;
  });
  return [...lines, ...coldStartOf(coldStartSeconds)];
}

/** The summary of the command `test`. */
export function testSummary(name: string, pass: TestPass): string {
  const title = pass.kind === 'passed' ? `✅ ${name}: tested` : `❌ ${name}: a test failed`;
  return paragraphs([heading(title), testTable(pass)]);
}

/** `gap`: the longest time without a right answer, in milliseconds since 1970, and what may explain it, or ''. */
export interface Availability {
  requests: number;
  failed: number;
  longestGapSeconds: number;
  gap: { fromMs: number; toMs: number; during: string } | undefined;
  /** The time in which only the failed version served: its answers are not counted as failed. */
  failedVersion: { fromMs: number; toMs: number } | undefined;
}

/** How long the version that failed was the only one to answer; undefined for less than a second. */
export const failedVersionSeconds = ({ failedVersion }: Availability): number | undefined =>
  failedVersion && (Math.ceil((failedVersion.toMs - failedVersion.fromMs) / 1000) || undefined);

/** How many requests failed while an endpoint was updated, and for how long; the times of day are UTC. */
export function usersLine(availability: Availability): string {
  const { requests, failed, longestGapSeconds, gap, failedVersion } = availability;
  const at = (ms: number) => new Date(ms).toISOString().slice(11, 19);
  const times = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => `${at(fromMs)}–${at(toMs)}`;
  const during = gap?.during && `, ${gap.during}`;
  const longest = gap ? `, longest gap ${formatSeconds(longestGapSeconds)} (${times(gap)}${during})` : '';
  const seconds = failedVersionSeconds(availability);
  const alone =
    failedVersion &&
    seconds &&
    `; for ${formatSeconds(seconds)} (${times(failedVersion)}) the version that failed answered`;
  return `Users: ${failed} of ${requests} requests failed${longest}${alone ?? ''}`;
}

/** One table for an endpoint, and how long the first answer took. */
export function testTable({ results, coldStartSeconds }: TestPass): string {
  const rows = results.map((result) => {
    const { outcome, title, expected, got, tokensPerSecond, totalMs } = result;
    const isFailed = outcome === 'failed';
    return [
      `${isFailed ? '❌' : '✅'} ${escapeCell(title)}`,
      escapeCell(isFailed ? `expected ${expected}, got ${got}` : answerOf(result)),
      firstTimes(result).join(', content '),
      tokensPerSecond === undefined ? '' : formatRate(tokensPerSecond),
      totalMs === undefined ? '' : formatShort(totalMs),
    ];
  });
  return paragraphs([
    table(['Test', 'Answer', 'First token', 'Tokens/s', 'Total'], rows),
    ...coldStartOf(coldStartSeconds),
  ]);
}

/** The time of the first token; and of the first content, where thinking comes before it. */
function firstTimes({ firstTokenMs, firstContentMs = firstTokenMs }: TestResult): string[] {
  return [...new Set([firstTokenMs, firstContentMs])].flatMap((ms) => (ms === undefined ? [] : formatShort(ms)));
}

function answerOf({ status = 0, content }: TestResult): string {
  return content === undefined ? String(status) : `"${content}"`;
}

/** A sentence; none below two seconds. A long answer of a worker that was up is no cold start. */
function coldStartOf(seconds = 0): string[] {
  if (seconds < 2) return [];
  return [`First answer: ${formatShort(seconds * 1000)} after the first request, any cold start included.`];
}
