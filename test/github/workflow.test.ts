/** What the runner gets to read: annotations at their place, and never a command that nobody meant. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as core from '@actions/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { workflowReporter } from '../../src/github/workflow.ts';
import type { Annotation, ReportWriter } from '../../src/report.ts';
import { runs } from '../runs.ts';
import { type RecordingToolkit, recordToolkit } from '../scenarios/toolkit.ts';

/** What reaches standard output. */
async function outputOf(speak: (reporter: ReportWriter) => unknown): Promise<string> {
  const toolkit = recordToolkit();
  await speak(workflowReporter({ toolkit, hasSummary: true }));
  return toolkit.raw;
}

/** Lines that the runner takes for commands: `::name…::` after white space, or `##[name]` anywhere. */
function commandsIn(output: string): string[] {
  return output
    .split(/\r\n|\r|\n/)
    .filter((line) => /^\s*::[^:]*.*?::/.test(line) || /##\[/.test(line) || /^\s*::/.test(line));
}

const annotation: Annotation = {
  severity: 'error',
  title: 'spec: wrong-type',
  message: 'It is wrong.',
  hint: 'Write it.',
};

describe('an annotation', () => {
  const range = (start: [number, number], end: [number, number]): NonNullable<Annotation['range']> => ({
    file: 'sub/a,b: 100%.yaml',
    start: { line: start[0], column: start[1] },
    end: { line: end[0], column: end[1] },
  });

  const title = 'title=spec%3A wrong-type';
  const text = '::It is wrong. Write it.\n';
  const placed = (place: string) => `::error ${title},file=sub/a%2Cb%3A 100%25.yaml,line=3,${place}${text}`;
  test.for<[string, Annotation, string]>([
    ['without a place', annotation, `::error ${title}${text}`],
    ['of another severity', { ...annotation, severity: 'notice' }, `::notice ${title}${text}`],
    ['on one line has columns', { ...annotation, range: range([3, 5], [3, 9]) }, placed('endLine=3,col=5,endColumn=8')],
    ['of no width has one', { ...annotation, range: range([3, 5], [3, 5]) }, placed('endLine=3,col=5,endColumn=5')],
    ['over several lines has none', { ...annotation, range: range([3, 5], [4, 1]) }, placed('endLine=4')],
    [
      'keeps its marks to itself',
      { ...annotation, title: 'a,b::c', message: 'x\r\n::stop-commands::y\u001b[31m\u202e%0A', hint: '##[error]' },
      '::error title=a%2Cb%3A%3Ac::x%0A::stop-commands::y%250A ##[error]\n',
    ],
    ['does not show the excerpt, as GitHub does', { ...annotation, excerpt: ['1 | x'] }, `::error ${title}${text}`],
  ])('%s', async ([, given, expected]) => {
    expect(await outputOf((reporter) => reporter.annotate(given))).toBe(expected);
  });

  test('is one of ten that GitHub shows, with the one that says why the step failed', () => {
    expect(workflowReporter({ toolkit: recordToolkit(), hasSummary: false }).annotationsPerSeverity).toBe(9);
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

  test('folds a group away under its title', async () => {
    expect(await outputOf((reporter) => reporter.group('a\n::b', 'x\n::endgroup::'))).toBe(
      '::group::a%0A::b\nx\n:\u200b:endgroup::\n::endgroup::\n',
    );
  });

  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...['::', ':', '##[', '#', '[', '::error::', '::add-mask::', '::stop-commands::x', '%0A', '%25', ' ', '\t'],
          ...['\r', '\n', '\r\n', '\u2028', '\u2029', '\u0085', '\u200b', '\ufeff', '\u202e'],
          ...['\u001b[0m', '\u0000', '\u000b', '\u000c'],
        ),
        fc.string({ unit: 'binary', maxLength: 3 }),
      ),
    )
    .map((parts) => parts.join(''));

  test('holds no command, whatever is said', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        expect(commandsIn(await outputOf((reporter) => reporter.info(text)))).toEqual([]);
        const grouped = commandsIn(await outputOf((reporter) => reporter.group(text, text)));
        expect(grouped.map((line) => line.slice(0, 12))).toEqual([expect.stringMatching(/^::group::/), '::endgroup::']);
        for (const speak of [
          (reporter: ReportWriter) => reporter.annotate({ ...annotation, title: text, message: text, hint: text }),
          (reporter: ReportWriter) => reporter.fail(text),
          (reporter: ReportWriter) => reporter.mask(text, 'api-key'),
        ]) {
          const output = await outputOf(speak);
          // One line and no more, however many the text has: the runner reads the rest of it as data.
          expect(output.split(/\r\n|\r|\n/).length).toBe(2);
          expect(output).toMatch(/^::(error|add-mask)/);
        }
      }),
      { numRuns: runs(500) },
    );
  });
});

test('a failure is an error', async () => {
  expect(await outputOf((reporter) => reporter.fail('a\nb [code]'))).toBe('::error::a%0Ab [code]\n');
});

describe('the summary', () => {
  test('is left alone by a runner without one', async () => {
    const toolkit = recordToolkit();
    await workflowReporter({ toolkit, hasSummary: false }).summarize('a');
    expect(toolkit.summaryText).toBe('');
  });

  test('is the last word alone, with the notes, where what was said before is no longer true', async () => {
    const toolkit = recordToolkit();
    const reporter = workflowReporter({ toolkit, hasSummary: true });
    for (const rank of ['note', 'changed', 'failed', 'last-word'] as const) await reporter.summarize(rank, rank);
    expect(toolkit.summaryText).toBe('last-word\nnote\n');
  });

  test('ends before GitHub would drop all of it, and says so once', async () => {
    const toolkit = recordToolkit();
    const reporter = workflowReporter({ toolkit, hasSummary: true });
    for (const letter of ['a', 'b', 'c', 'd']) await reporter.summarize(letter.repeat(400 * 1024));
    await reporter.summarize('x', 'failed');
    expect(toolkit.summaryText).toMatch(/^> Truncated: GitHub limits a summary to 1 MiB.*\n\nx\na+\nb+\n$/);
    expect(Buffer.byteLength(toolkit.summaryText)).toBeLessThan(1024 * 1024);
    expect(toolkit.raw).toBe('::warning::The summary was truncated: GitHub limits it to 1 MiB per step.\n');
  });

  test('that cannot be written fails nothing, because what was deployed stays deployed: a warning, each time', async () => {
    let buffered = '';
    const toolkit: RecordingToolkit = {
      ...recordToolkit(),
      summary: {
        addRaw: (text) => {
          buffered += text;
          return { write: () => Promise.reject(new Error(`no file for ${buffered}`)) };
        },
        emptyBuffer: () => {
          buffered = '';
        },
      },
    };
    const warnings: string[] = [];
    const reporter = workflowReporter({
      toolkit: { ...toolkit, warning: (text) => warnings.push(text) },
      hasSummary: true,
    });
    await reporter.summarize('a');
    await reporter.summarize('b');
    expect(warnings).toEqual([
      'The summary could not be written to the file that `GITHUB_STEP_SUMMARY` names: no file for a',
      'The summary could not be written to the file that `GITHUB_STEP_SUMMARY` names: no file for a\nb',
    ]);
  });
});

describe('the real toolkit', () => {
  let folder: string;
  const summaryFile = () => join(folder, 'summary');
  const outputFile = () => join(folder, 'output');

  // One file for all tests: the toolkit looks for that of the summary only once in a process.
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'workflow-'));
    for (const file of [summaryFile(), outputFile()]) await writeFile(file, '');
    vi.stubEnv('GITHUB_STEP_SUMMARY', summaryFile());
    vi.stubEnv('GITHUB_OUTPUT', outputFile());
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    process.exitCode = undefined;
    await rm(folder, { recursive: true });
  });

  /** Everything that a reporter can be asked to say. */
  const speak = async (reporter: ReportWriter) => {
    reporter.info('a: 100%\n::error::b');
    reporter.group('title: x,y', 'c\nd');
    for (const severity of ['error', 'warning', 'notice'] as const) reporter.annotate({ ...annotation, severity });
    const range = { file: 'a,b: 100%.yaml', start: { line: 3, column: 5 }, end: { line: 3, column: 9 } };
    reporter.annotate({ ...annotation, title: 'a,b::c 100%', message: 'x\r\ny%0A', range });
    reporter.mask('secret: 100%,\nx', 'api-key');
    reporter.setOutput('url', 'https://a.example');
    reporter.setOutput('endpoints', '[\n]');
    await Promise.all(['a', 'b', 'c'].map((part) => reporter.summarize(part)));
    reporter.fail('a\nb [code]');
  };

  test('and the one of the scenarios write the same, and a summary by several at once is in order', async () => {
    let raw = '';
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      raw += String(chunk);
      return true;
    });
    try {
      await speak(workflowReporter({ toolkit: core, hasSummary: true }));
    } finally {
      write.mockRestore();
    }
    const recording = recordToolkit();
    await speak(workflowReporter({ toolkit: recording, hasSummary: true }));
    expect(raw).toBe(recording.raw);
    expect(await readFile(summaryFile(), 'utf8')).toBe(recording.summaryText);
    expect(recording.summaryText).toBe('a\nb\nc\n');
    expect((await readFile(outputFile(), 'utf8')).replaceAll(/ghadelimiter_[\w-]+/g, 'END')).toBe(
      'url<<END\nhttps://a.example\nEND\nendpoints<<END\n[\n]\nEND\n',
    );
    expect(recording.outputs).toEqual({ url: 'https://a.example', endpoints: '[\n]' });
  });
});

describe('the trail for a bug report', () => {
  test('is there where the runner shows it, each line a command of its own', () => {
    const toolkit = recordToolkit();
    workflowReporter({ toolkit, hasSummary: false, isDebug: true }).debug?.('request service\n::error::x');
    expect(toolkit.raw).toBe('::debug::request service\n::debug::::error::x\n');
  });

  test('is absent elsewhere, so that nobody makes it', () => {
    expect(workflowReporter({ toolkit: recordToolkit(), hasSummary: false }).debug).toBeUndefined();
  });
});
