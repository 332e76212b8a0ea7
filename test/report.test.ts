/** No secret passes the port through which a run speaks, in whatever form it stands there; and everything else does, to the letter. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeCell, escapeCell, proseCell } from '../src/render/markdown.ts';
import { type Annotation, type OutputName, type Reporter, withoutSecrets } from '../src/report.ts';

/** Everything that is said, in order. */
function recorder() {
  const said: unknown[][] = [];
  const say =
    (...kind: string[]) =>
    (...words: unknown[]) =>
      void said.push([...kind, ...words]);
  const reporter: Reporter = {
    info: say('info'),
    group: say('group'),
    annotationsPerSeverity: 7,
    annotate: say('annotate'),
    mask: say('mask'),
    conceal: say('conceal'),
    setOutput: say('output'),
    summarize: async (markdown) => say('summary')(markdown),
    redact: (text) => text,
    fail: say('fail'),
  };
  return { reporter: withoutSecrets(reporter), said };
}

/** What comes of a text when these values are masked. */
function told(text: string, ...secrets: string[]): string {
  const { reporter, said } = recorder();
  for (const secret of secrets) reporter.mask(secret);
  said.length = 0;
  reporter.info(text);
  return String(said[0]?.[1]);
}

describe('a secret', () => {
  test.for<[string, string[], string, string]>([
    ['as it is', ['hunter22'], 'a hunter22, ahunter22b', 'a ***, a***b'],
    ['the longest first', ['abcd', 'abcdefgh'], 'abcdefgh abcd', '*** ***'],
    ['with marks of regular expressions', ['a.c$(d)+'], 'a.c$(d)+ abc$(d)+', '*** abc$(d)+'],
    ['inside JSON', ['a"b\\c'], '{"x":"a\\"b\\\\c"}', '{"x":"***"}'],
    ['of several lines, on lines of its own', ['first\n  second\n}'], 'first and\nsecond and }', '*** and\n*** and }'],
    ['of several lines, inside JSON', ['first\nsecond'], '"first\\nsecond"', '"***"'],
    ['of several lines, run together', ['one two\n\tthree'], 'said: one two three', 'said: ***'],
    ['with Windows line ends', ['one line\r\ntwo line'], 'one line\ntwo line', '***'],
    ['with spaces around, repeated without', ['  spaced out  '], '[spaced out]', '[***]'],
    ['escaped for Markdown', ['tok_a*b@c'], 'tok&#95;a&#42;b&#64;&#8203;c', '***'],
    ['inside JSON and escaped for Markdown', ['a"b\\c_'], 'a&#92;"b&#92;&#92;c&#95;', '***'],
    ['of few letters, as a word of its own only', ['e'], 'the e key: [e]', 'the *** key: [***]'],
    ['of three letters, as a word of its own only', ['dev'], 'developed in dev', 'developed in ***'],
    ['of four letters, wherever it stands', ['deve'], 'developed', '***loped'],
    ['in letters beyond ASCII', ['pässwörd🔑'], 'x pässwörd🔑 y', 'x *** y'],
    ['in other capitals is another word', ['hunter22'], 'Hunter22', 'Hunter22'],
    ['that is blank is none', ['', '   ', '\n', '\u0000\u200b'], 'a b  c', 'a b  c'],
    [
      'with lines of nothing to see',
      ['one line\n\u0000\u0000\u0000\u0000\n\u202e\u202e\u202e*'],
      'a * one line',
      'a * ***',
    ],
  ])('%s', ([, secrets, text, expected]) => {
    expect(told(text, ...secrets)).toBe(expected);
  });

  test('is masked as a whole and line by line', () => {
    const { reporter, said } = recorder();
    reporter.mask('-----BEGIN-----\nAAAABBBB\n}\n');
    reporter.mask('single');
    reporter.mask('');
    reporter.mask('two words');
    expect(said).toEqual([
      ['mask', '-----BEGIN-----\nAAAABBBB\n}\n'],
      ['mask', '-----BEGIN-----'],
      ['mask', 'AAAABBBB'],
      ['mask', 'single'],
      ['mask', 'two words'],
    ]);
  });

  test('that is only concealed is kept from the log, and not given to the runner', () => {
    const { reporter, said } = recorder();
    reporter.conceal('longer-than-seven');
    reporter.conceal('one of the lines\ninfo');
    reporter.conceal('info');
    reporter.info('info longer-than-seven: one of the lines');
    expect(said).toEqual([['info', 'info ***: ***']]);
  });

  test('is in nothing that is said', async () => {
    const { reporter, said } = recorder();
    reporter.mask('hunter22');
    said.length = 0;
    const annotation: Annotation = {
      severity: 'error',
      title: 'a hunter22',
      message: 'b hunter22',
      hint: 'c hunter22',
      excerpt: ['1 | hunter22', '  | ^^^'],
      range: { file: 'a.yaml', start: { line: 1, column: 1 }, end: { line: 1, column: 2 } },
    };
    reporter.info('d hunter22');
    reporter.group('e hunter22', 'f hunter22');
    reporter.annotate(annotation);
    await reporter.summarize('g hunter22');
    reporter.fail('h hunter22');
    expect(said).toEqual([
      ['info', 'd ***'],
      ['group', 'e ***', 'f ***'],
      ['annotate', { ...annotation, title: 'a ***', message: 'b ***', hint: 'c ***', excerpt: ['1 | ***', '  | ^^^'] }],
      ['summary', 'g ***'],
      ['fail', 'h ***'],
    ]);
  });
});

test('what leaves the run by another way can be rid of secrets too', () => {
  const { reporter } = recorder();
  reporter.mask('hunter_22');
  reporter.conceal('concealed');
  expect(reporter.redact('a hunter&#95;22 concealed')).toBe('a *** ***');
});

test('outputs pass to the letter', () => {
  const { reporter, said } = recorder();
  reporter.mask('llama');
  said.length = 0;
  reporter.setOutput('url' satisfies OutputName, 'https://llama.example');
  expect(said).toEqual([['output', 'url', 'https://llama.example']]);
  expect(reporter.annotationsPerSeverity).toBe(7);
});

describe('whatever the secret', () => {
  const forms: readonly [string, (text: string) => string][] = [
    ['as it is', (text) => text],
    ['trimmed', (text) => text.trim()],
    ['white space run together', (text) => text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')],
    ['in JSON', (text) => JSON.stringify({ text })],
    ['in a cell', escapeCell],
    ['in prose', (text) => proseCell(`a \`${text.replaceAll('`', '')}\``)],
    ['as code', codeCell],
    ['in JSON in a cell', (text) => escapeCell(JSON.stringify({ text }))],
  ];
  const unseen = fc.constantFrom('\u202e', '\u200b', '\u0007', '\n', '\r\n', '  ', '\u2028', '\t', '\u00a0');
  const letters = fc.oneof(
    fc.string({ minLength: 1, unit: 'grapheme' }),
    fc.string({ minLength: 1, unit: 'binary-ascii' }),
  );
  const secret = fc
    .array(fc.oneof(letters, unseen), { minLength: 2, maxLength: 8 })
    .map((parts) => parts.join('').toWellFormed().replaceAll('`', '').trim())
    .filter((text) => /^[^\s\p{Cc}\p{Cf}].{3,}[^\s\p{Cc}\p{Cf}]$/su.test(text));

  test.for(forms)('it is not told %s', ([, form]) => {
    fc.assert(
      fc.property(secret, (value) => {
        expect(told(`‹${form(value)}›`, value)).toBe(`‹${form('placeholder').replace('placeholder', '***')}›`);
      }),
      { numRuns: 500 },
    );
  });

  test('a text without it passes to the letter', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{6,9}$/), fc.stringMatching(/^[a-z0-9 .:\n]*$/), (value, text) => {
        expect(told(text, value)).toBe(text);
      }),
    );
  });
});
