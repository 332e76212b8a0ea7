/** What the runner gets to read: annotations at their place, and never a command that nobody meant. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { workflowReporter } from '../../src/github/workflow.ts';
import type { Annotation, Reporter } from '../../src/report.ts';

let folder: string;
const summaryFile = () => join(folder, 'summary');

// One file for all tests: the toolkit looks for it only once.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workflow-'));
});
afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  await writeFile(summaryFile(), '');
  vi.stubEnv('GITHUB_STEP_SUMMARY', summaryFile());
  vi.stubEnv('GITHUB_OUTPUT', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  process.exitCode = undefined;
});

/** What reaches standard output. */
async function outputOf(speak: (reporter: Reporter) => unknown): Promise<string> {
  let output = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    output += String(chunk);
    return true;
  });
  try {
    await speak(workflowReporter({ hasSummary: true }));
  } finally {
    write.mockRestore();
  }
  return output;
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

  test.for<[string, Annotation, string]>([
    ['without a place', annotation, '::error title=spec%3A wrong-type::It is wrong. Write it.\n'],
    [
      'of another severity',
      { ...annotation, severity: 'notice' },
      '::notice title=spec%3A wrong-type::It is wrong. Write it.\n',
    ],
    [
      'on one line has columns, the last one included',
      { ...annotation, range: range([3, 5], [3, 9]) },
      '::error title=spec%3A wrong-type,file=sub/a%2Cb%3A 100%25.yaml,line=3,endLine=3,col=5,endColumn=8::It is wrong. Write it.\n',
    ],
    [
      'of nothing has the column that it stands before',
      { ...annotation, range: range([3, 5], [3, 5]) },
      '::error title=spec%3A wrong-type,file=sub/a%2Cb%3A 100%25.yaml,line=3,endLine=3,col=5,endColumn=5::It is wrong. Write it.\n',
    ],
    [
      'over several lines has none',
      { ...annotation, range: range([3, 5], [4, 1]) },
      '::error title=spec%3A wrong-type,file=sub/a%2Cb%3A 100%25.yaml,line=3,endLine=4::It is wrong. Write it.\n',
    ],
    [
      'keeps its marks to itself',
      { ...annotation, title: 'a,b::c', message: 'x\r\n::stop-commands::y\u001b[31m\u202e%0A', hint: '##[error]' },
      '::error title=a%2Cb%3A%3Ac::x%0A::stop-commands::y[31m%250A ##[error]\n',
    ],
    [
      'does not show the excerpt, which GitHub shows itself',
      { ...annotation, excerpt: ['1 | x'] },
      '::error title=spec%3A wrong-type::It is wrong. Write it.\n',
    ],
  ])('%s', async ([, given, expected]) => {
    expect(await outputOf((reporter) => reporter.annotate(given))).toBe(expected);
  });

  test('is one of ten that GitHub shows, with the one that says why the step failed', () => {
    expect(workflowReporter({ hasSummary: false }).annotationsPerSeverity).toBe(9);
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
    ['escapes of a terminal', '\u001b[31mred\u001b[0m\u009b1m\u0007', '[31mred[0m1m\n'],
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
          '::',
          ':',
          '##[',
          '#',
          '[',
          '::error::',
          '::add-mask::',
          '::stop-commands::x',
          '\r',
          '\n',
          '\r\n',
          '\u2028',
          '\u2029',
          '\u0085',
          '\u200b',
          '\ufeff',
          '\u202e',
          '\u001b[0m',
          '\u0000',
          ' ',
          '\t',
          '%0A',
          '%25',
          '\u000b',
          '\u000c',
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
          (reporter: Reporter) => reporter.annotate({ ...annotation, title: text, message: text, hint: text }),
          (reporter: Reporter) => reporter.fail(text),
          (reporter: Reporter) => reporter.mask(text),
        ]) {
          const output = await outputOf(speak);
          // One line and no more, however many the text has: the runner reads the rest of it as data.
          expect(output.split(/\r\n|\r|\n/).length).toBe(2);
          expect(output).toMatch(/^::(error|add-mask)/);
        }
      }),
      { numRuns: 500 },
    );
  });
});

test('a failure is an error and an exit code', async () => {
  expect(await outputOf((reporter) => reporter.fail('a\nb [code]'))).toBe('::error::a%0Ab [code]\n');
  expect(process.exitCode).toBe(1);
});

test('a value that is only concealed is not told to the runner', async () => {
  expect(await outputOf((reporter) => reporter.conceal('value'))).toBe('');
});

describe('the summary', () => {
  test('is written in order, by however many at once', async () => {
    await outputOf((reporter) => Promise.all(['a', 'b', 'c'].map((part) => reporter.summarize(part))));
    expect(await readFile(summaryFile(), 'utf8')).toBe('a\nb\nc\n');
  });

  test('is left alone by a runner without one', async () => {
    await workflowReporter({ hasSummary: false }).summarize('a');
    expect(await readFile(summaryFile(), 'utf8')).toBe('');
  });

  test('ends before GitHub would drop all of it, and says so once', async () => {
    const output = await outputOf(async (reporter) => {
      for (const letter of ['a', 'b', 'c', 'd']) await reporter.summarize(letter.repeat(400 * 1024));
    });
    expect((await readFile(summaryFile(), 'utf8')).replaceAll(/a+|b+|c+|d+/g, (run) => run.charAt(0))).toBe('a\nb\n');
    expect(output).toBe('::warning::The rest of the summary is left out: GitHub takes 1 MiB of it from a step.\n');
  });
});
