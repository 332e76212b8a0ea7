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
    ['env', 'abc', 'babc abc'],
    ['env', 'abcdefg', 'babcdefg abcdefg'],
    ['env', 'a b c d e f g', 'xa b c d e f g a b c d e f g'],
    ['env', 'true', 'it is true'],
    ['env', 'INFO', 'an INFO'],
    ['env', 'abcdefgh', 'babcdefgh abcdefgh'],
    ['mask', 'first\n abc \nabcd', 'abc, abcd, first'],
    ['env', 'first line\nabcdefg\nabcdefgh', 'abcdefg, abcdefgh, first line'],
  ])('as %s: %j', (kind, secret, text) => {
    const expected: Record<string, string> = {
      a: 'ba ***',
      ...(kind === 'mask' && { abc: 'babc ***' }),
      abcdefg: 'babcdefg ***',
      'a b c d e f g': 'xa b c d e f g ***',
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
    expect(redactor.redact('a token, atoken')).toBe('a ***, atoken');
    redactor.add('token', 'mask');
    expect(redactor.redact('a token, atoken')).toBe('a ***, a***');
  });

  test('of a whole file is hidden, also to its end', () => {
    const secret = Array.from({ length: 1001 }, (_, index) => `${index},`).join('');
    expect(redacted(`<${secret}>`, 'mask', [secret])).toMatch(/^<(\*\*\*)+>$/);
  });

  test('is a whole and the lines that are worth hiding', () => {
    expect([[...secretParts('-----BEGIN-----\r\n AAAABBBB\n}\n', 'mask')], [...secretParts(' \n ', 'mask')]]).toEqual([
      ['-----BEGIN-----\r\n AAAABBBB\n}\n', '-----BEGIN-----', 'AAAABBBB'],
      [],
    ]);
  });
});

describe('a secret that others have encoded', () => {
  const password = 'p&ss<w0rd>"q/r+s=t u%v\\x';
  const goJson = (text: string) =>
    JSON.stringify(text).replaceAll(/[&<>]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`);
  const form = (text: string) => new URLSearchParams({ text }).toString().slice('text='.length);
  const html = (text: string) =>
    text.replaceAll(/[&<>"']/g, (mark) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }[mark]};`);
  const lowerHex = (text: string) => encodeURIComponent(text).replaceAll(/%../g, (digits) => digits.toLowerCase());
  const encodings: Readonly<Record<string, (text: string) => string>> = {
    'by JavaScript in JSON': JSON.stringify,
    'by Go in JSON': goJson,
    'with percent signs': encodeURIComponent,
    'with percent signs and lower-case digits': lowerHex,
    'as a form': form,
    'with named entities': html,
    'with decimal entities': (text) => text.replaceAll(/\W/g, (mark) => `&#${mark.charCodeAt(0)};`),
    'with backslashes before marks': (text) => text.replaceAll(/\W/g, '\\$&'),
    'with octal escapes': (text) =>
      text.replaceAll(/\W/g, (mark) => `\\${mark.charCodeAt(0).toString(8).padStart(3, '0')}`),
    'with code points in braces': (text) => text.replaceAll(/\W/g, (mark) => `\\u{${mark.charCodeAt(0).toString(16)}}`),
    'with hexadecimal entities': (text) => text.replaceAll(/\W/g, (mark) => `&#x${mark.charCodeAt(0).toString(16)};`),
    'for Markdown': escapeCell,
  };
  const names = Object.keys(encodings);
  const encode = (name: string, text: string) => encodings[name]?.(text) ?? '';

  test.each(names)('%s', (name) => {
    expect(redacted(`‹${encode(name, password)}›`, 'mask', [password])).toMatch(/^‹"?\*\*\*"?›$/);
  });

  test.each(names.flatMap((outer) => names.map((inner): [string, string] => [inner, outer])))(
    '%s, and that %s',
    (inner, outer) => {
      const text = encode(outer, `{${encode(inner, password)}}`);
      const alone = encode(outer, `{${encode(inner, 'X')}}`);
      expect(redacted(text, 'mask', [password])).toBe(alone.replace('X', '***'));
    },
  );

  test.each([0, 1, 2, 3])('in base64 behind %i characters', (count) => {
    const encoded = Buffer.from(`${'u'.repeat(count)}${password} and more`).toString('base64');
    const shown = redacted(`Basic ${encoded}.`, 'mask', [password]);
    expect(shown).toMatch(/^Basic [\w+/]{0,4}\*\*\*[\w+/=]{8,18}\.$/);
    expect(
      redacted(`${'abc'.slice(0, count)}${Buffer.from(password).toString('base64url')}`, 'mask', [password]),
    ).toMatch(/^[abc]*\*\*\*$/);
  });

  test('in base64 of the whole of it and of one line', () => {
    const file = '-----BEGIN-----\nAAAABBBBCCCC\n-----END-----';
    expect(redacted(`x ${Buffer.from(file).toString('base64')} y`, 'mask', [file])).toBe('x *** y');
  });

  test('is found where an escape is part of the secret itself', () => {
    for (const secret of ['C:\\new\\table', '100%41bc', 'a&amp;bcd', '\\u0041bcde'])
      for (const name of names)
        expect(redacted(`‹${encode(name, secret)}›`, 'mask', [secret]), `${secret} ${name}`).toMatch(/^‹"?\*\*\*"?›$/);
  });

  test('with characters in it that are not seen', () => {
    expect(redacted('[hunter\u000022 hun\u202eter22 hun\u200bter22]', 'mask', ['hunter22'])).toBe('[*** *** ***]');
    expect(redacted('[hunter\\u000022]', 'mask', ['hunter22'])).toBe('[***]');
  });

  test('broken over two lines, with what a logger puts before the second', () => {
    const secrets = ['hunter-two-two'];
    expect(redacted('key hunter-tw\no-two, and', 'mask', secrets)).toBe('key ***, and');
    expect(redacted('  | key hunter-tw\n  | o-two, and', 'mask', secrets)).toBe('  | key ***, and');
    expect(redacted('key hunter-tw\r\n   o-two, and', 'mask', secrets)).toBe('key ***, and');
    expect(redacted('short\nones', 'mask', ['rtone'])).toBe('short\nones');
  });

  test('in the colours of a terminal, also escaped', () => {
    for (const colour of ['\u001b[31m', '\u001b[0;1;31m', '\u009b2K', '\\u001b[31m', '\\x1b[31m', '\\033[31m'])
      expect(redacted(`[hunter${colour}22]`, 'mask', ['hunter22']), JSON.stringify(colour)).toBe('[***]');
  });

  test('with characters between that no font shows', () => {
    for (const unseen of ['\u00ad', '\u034f', '\ufe0f', '\u3164', '\u{e0020}'])
      expect(redacted(`[${[...'hunter22'].join(unseen)}]`, 'mask', ['hunter22']), unseen).toBe('[***]');
  });

  test('with its accents composed or not', () => {
    for (const form of ['NFC', 'NFD', 'NFKC'] as const) {
      const secret = 'pässwörd-Ünïcode';
      expect(redacted(`[${secret.normalize(form)}]`, 'mask', [secret]), form).toBe('[***]');
      expect(redacted(`[${secret}]`, 'mask', [secret.normalize(form)]), form).toBe('[***]');
    }
  });

  test('as mail has it', () => {
    expect(redacted('[p=C3=A4ss=20w0rd=3D]', 'mask', ['päss w0rd='])).toBe('[***]');
    expect(redacted('[hunter-tw=\r\no-two]', 'mask', ['hunter-two-two'])).toBe('[***]');
    // What is found without it is not lost by it.
    expect(redacted('?key=AB%2Fhunter&b=12', 'mask', ['AB/hunter'])).toBe('?key=***&b=12');
  });

  test('in base64 that is broken into lines', () => {
    const lines = Buffer.from(`${'x'.repeat(40)} ${password}`)
      .toString('base64')
      .replaceAll(/.{64}/g, '$&\n');
    expect(lines).toContain('\n');
    expect(redacted(lines, 'mask', [password])).toMatch(/^[\w+/]{50,60}\*\*\*=*$/);
  });

  test('is found by its beginning where a text was cut', () => {
    expect(redacted('key hunter2…', 'mask', ['hunter22-and-more'])).toBe('key ***…');
    expect(redacted('key hunter2...', 'mask', ['hunter22-and-more'])).toBe('key ***...');
    expect(redacted('key hunter2.', 'mask', ['hunter22-and-more'])).toBe('key hunter2.');
    expect(redacted('key hunte…', 'mask', ['hunter22-and-more'])).toBe('key hunte…');
  });

  test('is told whole where two of them overlap', () => {
    expect(redacted('abcdefghi', 'mask', ['abcdef', 'defghi'])).toBe('***');
  });
});

describe('our own words', () => {
  test('hide what is declared to be secret, and no value of an env', () => {
    const redactor = createRedactor();
    redactor.add('hunter22', 'mask');
    redactor.add('prod', 'mask');
    redactor.add('ghcr.io/evil/miner:1', 'env');
    expect(redactor.redactOwn('ghcr.io/evil/miner:1 in prod by hunter22')).toBe('ghcr.io/evil/miner:1 in prod by ***');
    expect(redactor.redact('ghcr.io/evil/miner:1 in prod by hunter22')).toBe('*** in *** by ***');
  });
});

test('with more secrets than can be looked for, nothing of others is told', () => {
  const redactor = createRedactor({ maxCharacters: 100 });
  redactor.add('hunter22', 'mask');
  expect(redactor.redact('whatever')).toBe('whatever');
  for (let index = 0; index < 20; index += 1) redactor.add(`${index} is one`, 'env');
  expect(redactor.redact('whatever')).toBe('***');
});

describe('whatever the secret', () => {
  const forms: readonly [string, (text: string) => string][] = [
    ['as it is', (text) => text],
    ['trimmed', (text) => text.trim()],
    ['white space run together', (text) => text.replaceAll(/[\p{Cc}\p{Cf}\p{DI}\s]+/gu, ' ')],
    ['in JSON', (text) => JSON.stringify({ text })],
    ['in a cell', escapeCell],
    ['in prose', (text) => proseCell(`a \`${text.replaceAll('`', '')}\``)],
    ['as code', codeCell],
    ['in JSON in a cell', (text) => escapeCell(JSON.stringify({ text }))],
    ['in JSON in JSON', (text) => JSON.stringify(JSON.stringify({ text }))],
    ['with percent signs', (text) => `‹${encodeURIComponent(text)}`],
    ['with percent signs in JSON in a cell', (text) => escapeCell(JSON.stringify({ text: encodeURIComponent(text) }))],
  ];
  const unseen = fc.constantFrom('\u202e', '\u200b', '\u0007', '\n', '\r\n', '  ', '\u2028', '\t', '\u00a0');
  const letters = fc.oneof(
    fc.string({ minLength: 1, unit: 'grapheme' }),
    fc.string({ minLength: 1, unit: 'binary-ascii' }),
  );
  const secret = fc
    .array(fc.oneof(letters, unseen), { minLength: 2, maxLength: 8 })
    .map((parts) => parts.join('').toWellFormed().replaceAll('`', '').trim())
    .filter((text) => /^[^\s\p{Cc}\p{Cf}\p{DI}].{3,}[^\s\p{Cc}\p{Cf}\p{DI}]$/su.test(text));

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
