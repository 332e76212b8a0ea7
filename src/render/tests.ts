/** What the tests of an endpoint have shown, for the log, the summary and a comment. */

import { formatSeconds } from '../model/display.ts';
import type { TestPass, TestResult } from '../tests/run.ts';
import { escapeCell, heading, paragraphs, table } from './markdown.ts';
import { formatShort } from './text.ts';

/** One line a test, and how long the first answer took. */
export function passLines({ results, ...pass }: TestPass): string[] {
  const coldStartSeconds = coldStartOf(pass);
  const lines = results.map((result) =>
    result.outcome === 'failed'
      ? `Test failed: ${result.title}: expected ${result.expected}, got ${result.got}.`
      : `Test passed: ${result.title}: ${[answerOf(result), ...timesOf(result)].join(', ')}.`,
  );
  return coldStartSeconds === undefined ? lines : [...lines, coldStartSentence(coldStartSeconds)];
}

function timesOf({ firstTokenMs, tokensPerSecond, totalMs = 0, isWarmUp }: TestResult): string[] {
  return [
    ...(firstTokenMs === undefined ? [] : [`first token after ${formatShort(firstTokenMs / 1000)}`]),
    ...(tokensPerSecond === undefined ? [] : [`${formatSpeed(tokensPerSecond)} tokens/s`]),
    `${formatShort(totalMs / 1000)} in all${isWarmUp ? ' (the first request)' : ''}`,
  ];
}

/** Of an endpoint that was tested and nothing else. */
export function testSummary(name: string, pass: TestPass): string {
  const title = pass.kind === 'passed' ? `✅ ${escapeCell(name)}: tested` : `❌ ${escapeCell(name)}: test-failed`;
  return paragraphs([heading(title), testTable(pass)]);
}

/** One table for an endpoint, and how long the first answer took. */
export function testTable({ results, ...pass }: TestPass): string {
  const coldStartSeconds = coldStartOf(pass);
  const rows = results.map((result) => [
    `${result.outcome === 'failed' ? '❌' : '✅'} ${escapeCell(result.title)}`,
    escapeCell(result.outcome === 'failed' ? `expected ${result.expected}, got ${result.got}` : answerOf(result)),
    result.firstTokenMs === undefined ? '' : formatShort(result.firstTokenMs / 1000),
    result.tokensPerSecond === undefined ? '' : formatSpeed(result.tokensPerSecond),
    result.totalMs === undefined ? '' : formatShort(result.totalMs / 1000),
  ]);
  const tests = table(['Test', 'Answer', 'First token', 'Tokens/s', 'Total'], rows);
  return coldStartSeconds === undefined ? tests : `${tests}\n\n${coldStartSentence(coldStartSeconds)}`;
}

function coldStartSentence(seconds: number): string {
  return `Cold start: ${seconds < 10 ? formatShort(seconds) : formatSeconds(Math.round(seconds))}, from the first request to its answer.`;
}

function answerOf({ status = 0, content }: TestResult): string {
  return content === undefined ? String(status) : `"${content}"`;
}

function formatSpeed(tokensPerSecond: number): string {
  return tokensPerSecond < 10 ? tokensPerSecond.toFixed(1) : String(Math.round(tokensPerSecond));
}

/** A worker that is up answers at once: that is no start. */
function coldStartOf({ coldStartSeconds: seconds = 0 }: Pick<TestPass, 'coldStartSeconds'>): number | undefined {
  return seconds < shortestColdStartSeconds ? undefined : seconds;
}

const shortestColdStartSeconds = 2;
