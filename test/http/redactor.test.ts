/** No secret stays in a text, in whatever form it stands there; and everything else does, to the letter. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor, type SecretKind, secretParts } from '../../src/http/redactor.ts';
import { codeCell, escapeCell, proseCell } from '../../src/render/markdown.ts';
import { runs } from '../runs.ts';

function redacted(text: string, kind: SecretKind, secrets: readonly string[]): string {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret, kind);
  return redactor.redact(text);
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
    ['that is part of a longer one', ['hf_secret', 'hf_secret_2'], 'x=hf_secret_2 hf_secret', 'x=*** ***'],
    ['of a digit, as a number of its own only', ['1'], '1000 is not in 1-10', '1000 is not in ***-10'],
    ['of marks only', ['$^'], '$^ is bad', '*** is bad'],
    ['of several lines with quotes, inside JSON', ['a"b\nc'], 'got "a\\"b\\nc"', 'got "***"'],
    ['that is blank is none', ['', '   ', '\n', '\u0000\u200b'], 'a b  c', 'a b  c'],
    [
      'with lines of nothing to see',
      ['one line\n\u0000\u0000\u0000\u0000\n\u202e\u202e\u202e*'],
      'a * one line',
      'a * ***',
    ],
  ])('%s', ([, secrets, text, expected]) => {
    expect(redacted(text, 'mask', secrets)).toBe(expected);
  });

  test.each<[SecretKind, string, string]>([
    ['mask', 'a', 'ba a'],
    ['mask', 'abc', 'babc abc'],
    ['mask', 'abcd', 'babcd abcd'],
    ['env', 'abcdefg', 'babcdefg abcdefg'],
    ['env', 'a b c d e f g', 'a b c d e f g'],
    ['env', 'abcdefgh', 'babcdefgh abcdefgh'],
    ['mask', 'first\n abc \nabcd', 'abc, abcd, first'],
    ['env', 'first line\nabcdefg\nabcdefgh', 'abcdefg, abcdefgh, first line'],
  ])('as %s: %j', (kind, secret, text) => {
    const expected: Record<string, string> = {
      a: 'ba ***',
      abc: 'babc ***',
      abcd: 'b*** ***',
      abcdefgh: 'b*** ***',
      'first\n abc \nabcd': 'abc, ***, ***',
      'first line\nabcdefg\nabcdefgh': 'abcdefg, ***, ***',
    };
    expect(redacted(text, kind, [secret])).toBe(expected[secret] ?? text);
  });

  test('that is an env and later turns out to be declared secret is hidden then', () => {
    const redactor = createRedactor();
    redactor.add('token', 'env');
    expect(redactor.redact('a token')).toBe('a token');
    redactor.add('token', 'mask');
    expect(redactor.redact('a token')).toBe('a ***');
  });

  test('of a whole file is hidden, also to its end', () => {
    const secret = Array.from({ length: 1001 }, (_, index) => `${index},`).join('');
    expect(redacted(`<${secret}>`, 'mask', [secret])).toMatch(/^<(\*\*\*)+>$/);
  });

  test('is a whole and the lines that are worth hiding', () => {
    expect([secretParts('-----BEGIN-----\r\n AAAABBBB\n}\n', 'mask'), secretParts(' \n ', 'mask')]).toEqual([
      ['-----BEGIN-----\r\n AAAABBBB\n}\n', '-----BEGIN-----', 'AAAABBBB'],
      [],
    ]);
  });
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
        expect(redacted(`‹${form(value)}›`, 'mask', [value])).toBe(
          `‹${form('placeholder').replace('placeholder', '***')}›`,
        );
      }),
      { numRuns: runs(500) },
    );
  });

  test('a text without it passes to the letter', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{6,9}$/), fc.stringMatching(/^[a-z0-9 .:\n]*$/), (value, text) => {
        expect(redacted(text, 'mask', [value])).toBe(text);
      }),
    );
  });
});
