/** What the runner gets to read: annotations at their place, and never a command that nobody meant. */

import { writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as core from '@actions/core';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { workflowReporter } from '../../src/github/workflow.ts';
import { type Annotation, openEdge, type ReportWriter, type SummaryRank } from '../../src/report.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { anyCharacter, runs } from '../runs.ts';
import { recordToolkit } from '../scenarios/toolkit.ts';

/** What reaches standard output. */
async function outputOf(speak: (reporter: ReportWriter) => unknown): Promise<string> {
  const toolkit = recordToolkit();
  await speak(openEdge(workflowReporter(toolkit, { GITHUB_STEP_SUMMARY: '/summary' }), createRedactor()));
  return toolkit.raw;
}

/** Lines that the runner takes for commands: `::name…::` after white space, or `##[name]` anywhere. */
function commandsIn(output: string): string[] {
  return output.split(/\r\n|\r|\n/).filter((line) => /^\s*::|##\[/.test(line));
}

const text = { title: 'spec: wrong-type', message: 'It is wrong.', hint: 'Write it.' };
const annotation: Annotation = { severity: 'error', ...text };

describe('an annotation', () => {
  const upTo = (line: number, column: number): Annotation => ({
    ...annotation,
    range: { file: 'sub/a,b: 100%.yaml', start: { line: 3, column: 5 }, end: { line, column } },
  });
  const title = 'title=spec%3A wrong-type';
  const text = '::It is wrong. Write it.\n';
  const placed = (place: string) => `::error ${title},file=sub/a%2Cb%3A 100%25.yaml,line=3,${place}${text}`;
  test.for<[string, Annotation, string]>([
    ['without a place', annotation, `::error ${title}${text}`],
    ['of another severity', { ...annotation, severity: 'notice' }, `::notice ${title}${text}`],
    ['on one line has columns', upTo(3, 9), placed('endLine=3,col=5,endColumn=8')],
    ['of no width has one', upTo(3, 5), placed('endLine=3,col=5,endColumn=5')],
    ['over several lines has none', upTo(4, 1), placed('endLine=4')],
    [
      'keeps its marks to itself',
      { ...annotation, title: 'a,b::c', message: 'x\r\n::stop-commands::y\u001b[31m\u202e%0A', hint: '##[error]' },
      '::error title=a%2Cb%3A%3Ac::x%0A::stop-commands::y%250A ##[error]\n',
    ],
  ])('%s', async ([, given, expected]) => {
    expect(await outputOf((reporter) => reporter.annotate(given))).toBe(expected);
  });

  test('is one of ten that GitHub shows, with the one that says why the step failed', () => {
    expect(workflowReporter(recordToolkit(), {}).annotationsPerSeverity).toBe(9);
  });
});

describe('the log', () => {
  test.for<[string, string, string]>([
    ['plain lines', 'a\nb: c::d', 'a\nb: c::d\n'],
    ['a command', '::error::x', ':\u200b:error::x\n'],
    ['a command after white space of any kind', ' \t\u2028\u00a0::error::x', ' \t\u2028\u00a0:\u200b:error::x\n'],
    ['a command after a carriage return', 'a\r::error::x', 'a\n:\u200b:error::x\n'],
    ['a command after a control character', '\u0000\u001b::error::x', ':\u200b:error::x\n'],
    ['a command after a mark of direction', '\u200e::error::x', ':\u200b:error::x\n'],
    ['a command of the old form', 'a ##[error]x ###[y]', 'a #\u200b#[error]x ##\u200b#[y]\n'],
    ['a command of the old form in pieces', '#\u202e#[error]', '#\u200b#[error]\n'],
    ['escapes of a terminal', '\u001b[31mred\u001b[0m\u009b1m\u0007', 'red\n'],
    ['percent signs', '100%0A::error::', '100%0A::error::\n'],
  ])('shows %s as text', async ([, text, expected]) => {
    expect(await outputOf((reporter) => reporter.info(text))).toBe(expected);
  });

  test('folds a group away under its title, and a failure is an error', async () => {
    const output = await outputOf((reporter) => {
      reporter.group('a\n::b', 'x\n::endgroup::');
      reporter.fail('a\nb [code]');
    });
    const group = '::group::a%0A::b\nx\n:\u200b:endgroup::\n::endgroup::\n';
    expect(output).toBe(`${group}::error::a%0Ab [code]\n`);
  });

  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...['::', ':', '##[', '#', '[', '::error::', '::add-mask::', '::stop-commands::x', '%0A', '%25', ' ', '\t'],
          ...['\r', '\n', '\r\n', '\u2028', '\u2029', '\u0085', '\u200b', '\ufeff', '\u202e'],
          ...['\u001b[0m', '\u0000', '\u000b', '\u000c'],
        ),
        fc.string({ unit: anyCharacter, maxLength: 3 }),
      ),
    )
    .map((parts) => parts.join(''));

  test('holds no command, whatever is said', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        expect(commandsIn(await outputOf((reporter) => reporter.info(text)))).toEqual([]);
        const grouped = commandsIn(await outputOf((reporter) => reporter.group(text, text)));
        expect(grouped.map((line) => line.slice(0, 12))).toEqual([expect.stringMatching(/^::group::/), '::endgroup::']);
        const lines = await outputOf((reporter) => {
          reporter.annotate({ ...annotation, title: text, message: text, hint: text });
          reporter.fail(text);
        });
        const toolkit = recordToolkit();
        workflowReporter(toolkit, {}).mask(text);
        // One line each and no more, however many the text has: the runner reads the rest of it as data.
        const starts = ['::error', '::error', '::add-mask', ''].map((start) => expect.stringMatching(`^${start}`));
        expect((lines + toolkit.raw).split(/\r\n|\r|\n/)).toEqual(starts);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('the summary', () => {
  /** The file after all sections, as a runner would read it. */
  async function told(sections: readonly (readonly [SummaryRank, string])[], hasSummary = true) {
    const toolkit = recordToolkit();
    const reporter = workflowReporter(toolkit, hasSummary ? { GITHUB_STEP_SUMMARY: '/summary' } : {});
    for (const [rank, markdown] of sections) await reporter.summarize(markdown, rank);
    return toolkit;
  }
  const ranked = (...ranks: SummaryRank[]) => ranks.map((rank, index) => [rank, `${rank} ${index}`] as const);

  test.for<[string, readonly SummaryRank[], boolean, string[]]>([
    ['is left alone by a runner without one', ['changed'], false, []],
    [
      'has failures before changes before what is unchanged, and the overview above all, whenever they come',
      ['unchanged', 'changed', 'failed', 'superseded', 'changed', 'overview'],
      true,
      ['overview 5', 'failed 2', 'changed 1', 'changed 4', 'superseded 3', 'unchanged 0'],
    ],
    [
      'is the last word alone, with the notes, where what was said before is no longer true',
      ['note', 'changed', 'failed', 'final'],
      true,
      ['final 3', 'note 0'],
    ],
  ])('%s', async ([, ranks, hasSummary, lines]) => {
    const { summaryText } = await told(ranked(...ranks), hasSummary);
    expect(summaryText).toBe(lines.map((line) => `${line}\n`).join(''));
  });

  test('ends at a line before GitHub would drop all of it, what matters first, and says so', async () => {
    const long = (name: string) => `### ${name}\n\n${`| a line of ${name} 🚀 |\n`.repeat(5_000)}`;
    const many = Array.from({ length: 10 }, (_, index) => ['unchanged', long(`unchanged-${index}`)] as const);
    const { summaryText, raw } = await told([...many, ['failed', long('failed')], ['overview', long('overview')]]);
    expect(Buffer.byteLength(summaryText)).toBeLessThan(1024 * 1024);
    expect(Buffer.byteLength(summaryText)).toBeGreaterThan(1024 * 1024 - 100);
    expect(summaryText).toMatch(/^> Truncated: GitHub limits a summary to 1 MiB.*complete\.\n\n### overview\n/);
    expect(summaryText).toContain(`${long('overview')}\n${long('failed')}\n### unchanged-0`);
    expect(summaryText).toMatch(/ 🚀 \|\n$/);
    expect(raw).toBe('');
  });

  test('that cannot be written fails nothing, because what was deployed stays deployed: a warning, each time', async () => {
    const writeSummary = (file: string, text: string) => {
      throw new Error(`no ${file} for ${text.trim()}`);
    };
    const warnings: string[] = [];
    const warning = (text: string) => void warnings.push(text);
    const toolkit = { ...recordToolkit(), warning, writeSummary };
    const reporter = workflowReporter(toolkit, { GITHUB_STEP_SUMMARY: '/summary' });
    for (const part of ['a', 'b']) await reporter.summarize(part);
    const what = 'The summary could not be written to the file that `GITHUB_STEP_SUMMARY` names: no /summary for';
    expect(warnings).toEqual([`${what} a`, `${what} a\nb`]);
  });
});

describe('the real toolkit', () => {
  /** Everything that a reporter can be asked to say. */
  const speak = async (reporter: ReportWriter) => {
    reporter.info('a: 100%\n::error::b');
    reporter.group('title: x,y', 'c\nd');
    for (const severity of ['error', 'warning', 'notice'] as const) reporter.annotate({ ...annotation, severity });
    const range = { file: 'a,b: 100%.yaml', start: { line: 3, column: 5 }, end: { line: 3, column: 9 } };
    reporter.annotate({ ...annotation, title: 'a,b::c 100%', message: 'x\r\ny%0A', range });
    reporter.mask('secret: 100%,\nx');
    reporter.setOutput('url', 'https://a.example');
    reporter.setOutput('endpoints', '[\n]');
    await Promise.all(['a', 'b', 'c'].map((part) => reporter.summarize(part)));
    reporter.fail('a\nb [code]');
  };

  test('and the one of the scenarios write the same, and a summary by several at once is in order', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'workflow-'));
    const [summaryFile, outputFile] = [join(folder, 'summary'), join(folder, 'output')];
    for (const file of [summaryFile, outputFile]) await writeFile(file, '');
    vi.stubEnv('GITHUB_OUTPUT', outputFile);
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      process.exitCode = undefined;
      await rm(folder, { recursive: true });
    });
    let raw = '';
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      raw += String(chunk);
      return true;
    });
    try {
      await speak(workflowReporter({ ...core, writeSummary: writeFileSync }, { GITHUB_STEP_SUMMARY: summaryFile }));
    } finally {
      write.mockRestore();
    }
    const recording = recordToolkit();
    await speak(workflowReporter(recording, { GITHUB_STEP_SUMMARY: '/summary' }));
    expect(raw).toBe(recording.raw);
    expect(await readFile(summaryFile, 'utf8')).toBe(recording.summaryText);
    expect(recording.summaryText).toBe('a\nb\nc\n');
    expect((await readFile(outputFile, 'utf8')).replaceAll(/ghadelimiter_[\w-]+/g, 'END')).toBe(
      'url<<END\nhttps://a.example\nEND\nendpoints<<END\n[\n]\nEND\n',
    );
    expect(recording.outputs).toEqual({ url: 'https://a.example', endpoints: '[\n]' });
  });
});

test('lines for a bug report are there where the runner shows them, each harmless', () => {
  const toolkit = recordToolkit();
  workflowReporter(toolkit, { RUNNER_DEBUG: '1' }).debug?.('request service\n::error::x');
  expect(toolkit.raw).toBe('::debug::request service%0A::error::x\n');
  expect(workflowReporter(toolkit, {}).debug).toBeUndefined();
});
