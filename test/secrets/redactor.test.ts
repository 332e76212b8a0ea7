/** No secret stays in a text of others, in any form that software writes; and everything else does, to the letter. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor, type SecretKind } from '../../src/secrets/redactor.ts';
import { runs } from '../runs.ts';

function cleaned(text: string, kind: SecretKind, secrets: readonly string[]): string {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret, kind);
  return redactor.clean(text);
}

describe('a secret', () => {
  test.for<[string, string[], string, string]>([
    ['as it is', ['hunter22'], 'a hunter22, ahunter22b', 'a ***, a***b'],
    ['the longest first', ['abcd', 'abcdefgh'], 'abcdefgh abcd', '*** ***'],
    ['with marks of regular expressions', ['a.c$(d)+'], 'a.c$(d)+ abc$(d)+', '*** abc$(d)+'],
    ['of several lines, alone', ['first line\n  second line\n}'], 'first line\nand second line }', '***\nand *** }'],
    ['of several lines, inside JSON', ['first\nsecond'], '"first\\nsecond"', '"***"'],
    ['with Windows line ends', ['one line\r\ntwo lines'], 'one line\ntwo lines', '***'],
    ['with spaces around, repeated without', ['  spaced out  '], '[spaced out]', '[***]'],
    ['in letters beyond ASCII', ['pässwörd🔑'], 'x pässwörd🔑 y', 'x *** y'],
    ['in other capitals is another word', ['hunter22'], 'Hunter22', 'Hunter22'],
    ['that is part of a longer one', ['hf_secret', 'hf_secret_2'], 'x=hf_secret_2 hf_secret', 'x=*** ***'],
    ['that overlaps another', ['abcdef', 'defghi'], 'abcdefghi', '***'],
    ['that is blank is none', ['', '   ', '\n', '\u0000\u200b'], 'a b  c', 'a b  c'],
    ['that is a state of the service', ['serving'], 'serving', 'serving'],
    ['as mask, of three characters', ['dev'], 'developed in dev', 'developed in dev'],
    ['as mask, of four characters', ['deve'], 'developed', '***loped'],
  ])('%s', ([, secrets, text, expected]) => {
    expect(cleaned(text, 'mask', secrets)).toBe(expected);
  });

  test.for<[secret: string, text: string, expected: string]>([
    ['abc', 'abc', 'abc'],
    ['abcdefg', 'babcdefg abcdefg', 'babcdefg ***'],
    ['abcdefgh', 'babcdefgh abcdefgh', 'b*** ***'],
    ['true', 'it is true', 'it is true'],
    ['INFO', 'an INFO', 'an INFO'],
    ['first line\nabcdefg\nabcdefgh', 'abcdefg, abcdefgh, first line', 'abcdefg, ***, ***'],
  ])('as env, %j in %j', ([secret, text, expected]) => {
    expect(cleaned(text, 'env', [secret])).toBe(expected);
  });

  test('that is an env and later turns out to be declared secret is hidden then', () => {
    const redactor = createRedactor();
    redactor.add('token', 'env');
    expect(redactor.clean('a token, atoken')).toBe('a ***, atoken');
    redactor.add('token', 'mask');
    expect(redactor.clean('a token, atoken')).toBe('a ***, a***');
  });

  test('of a whole file is hidden, also to its end, and where the text was cut inside it', () => {
    const secret = Array.from({ length: 1001 }, (_, index) => `${index},`).join('');
    expect(cleaned(`<${secret}>`, 'mask', [secret])).toBe('<***>');
    expect(cleaned(`<${secret.slice(0, 1000)}`, 'mask', [secret])).toMatch(/^<\*\*\*.{0,64}$/);
  });

  test('across the end of what is shown', () => {
    const redactor = createRedactor();
    redactor.add('hunter-two-two', 'mask');
    expect(redactor.clean('say hunter-two-two', 8)).toBe('say ***');
    expect(redactor.clean(`${'x'.repeat(100)} hunter-two-two`, 110)).toBe(`${'x'.repeat(100)} ***`);
    expect(redactor.clean('x'.repeat(2000), 10)).toBe(`${'x'.repeat(9)}…`);
  });

  test('with what cannot be seen between its characters', () => {
    const between = [...'\u0000\u202e\u200b\u00ad\u034f\ufe0f\u3164\u{e0020}', '\u001b[31m', '\u009b2K'];
    for (const unseen of between)
      expect(cleaned(`[${[...'hunter22'].join(unseen)}]`, 'mask', ['hunter22']), JSON.stringify(unseen)).toBe('[***]');
  });
});

const markup = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
/** RFC 3986: all but unreserved characters. */
const strict = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
const inHtml = (text: string) => text.replaceAll(/[&<>"']/g, (mark) => markup[mark as keyof typeof markup]);
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const unit = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const inUnits = (text: string) => text.replaceAll(/[\u0080-\uffff]/g, unit);
const encodings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'by JavaScript in JSON': (text) => JSON.stringify(text),
  'in JSON twice': (text) => JSON.stringify(JSON.stringify(text)),
  'by Go in JSON': (text) =>
    JSON.stringify(text).replaceAll(/[&<>]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`),
  'by Gson in JSON': (text) =>
    JSON.stringify(text).replaceAll(/[&<>=']/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`),
  'by `repr` of Python': (text) => text.replaceAll(/[\\']/g, '\\$&'),
  'by PHP in JSON': (text) => inUnits(JSON.stringify(text)).replaceAll('/', '\\/'),
  'by .NET in JSON': (text) =>
    inUnits(JSON.stringify(text).replaceAll('\\"', '\\u0022')).replaceAll(/[<>&'+`]/g, (mark) =>
      unit(mark).replaceAll(/[a-f]/g, (digit) => digit.toUpperCase()),
    ),
  'by `ascii` of Python': (text) =>
    text.replaceAll(/[\\']/g, '\\$&').replaceAll(/[\u{80}-\u{10ffff}]/gu, (character) => {
      const digits = character.codePointAt(0)?.toString(16) ?? '';
      return digits.length < 3
        ? `\\x${digits}`
        : digits.length < 5
          ? `\\u${digits.padStart(4, '0')}`
          : `\\U${digits.padStart(8, '0')}`;
    }),
  'by JavaScript for every character': (text) =>
    Array.from(text, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`).join(''),
  'by `printf %q` of a shell': (text) => text.replaceAll(/[^\w\u0080-\uffff]/g, '\\$&'),
  'in quotes of YAML': (text) => text.replaceAll("'", "''"),
  'in quotes of CSV': (text) => text.replaceAll('"', '""'),
  'in quotes of a shell': (text) => text.replaceAll("'", "'\\''"),
  'with percent signs': encodeURIComponent,
  'with percent signs, by `quote` of Python': (text) => strict(text).replaceAll('%2F', '/'),
  'with a percent sign for every byte': (text) =>
    Buffer.from(text).toString('hex').toUpperCase().replaceAll(/../g, '%$&'),
  'with percent signs, by `quote_plus` of Python': (text) => strict(text).replaceAll('%20', '+'),
  'with percent signs and lower-case digits': (text) =>
    encodeURIComponent(text).replaceAll(/%../g, (digits) => digits.toLowerCase()),
  'with percent signs, twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'with percent signs, by `encodeURI`': encodeURI,
  'in JSON, with percent signs': (text) => encodeURIComponent(inJson(text)),
  'in HTML, in JSON': (text) => JSON.stringify(inHtml(text)),
  'in JSON, in HTML': (text) => inHtml(inJson(text)),
  'as a form': (text) => new URLSearchParams({ text }).toString().slice('text='.length),
  'with entities by Python': (text) => inHtml(text),
  'with entities, decimal': (text) => Array.from(text, (each) => `&#${each.codePointAt(0)};`).join(''),
  'with entities, hexadecimal': (text) =>
    Array.from(text, (each) => `&#X${each.codePointAt(0)?.toString(16)};`).join(''),
  'with entities by Go': (text) =>
    text.replaceAll(
      /[&<>"']/g,
      (mark) => ({ '"': '&#34;', "'": '&#39;' })[mark] ?? markup[mark as keyof typeof markup],
    ),
};

const visible = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\p{DI}]/gu, '');

describe('a secret that others have encoded', () => {
  const password = 'p&ss<w0rd>"q/r+s=t u%v\\xü\'y';

  test.each(Object.entries(encodings))('%s', (_, encode) => {
    expect(cleaned(`‹${encode(password)}›`, 'mask', [password])).toMatch(/^‹(?:\\?"|"\\")?\*\*\*(?:\\"|")*›$/);
  });

  test.each([0, 1, 2, 3])('in base64 behind %i characters', (count) => {
    const said = Buffer.from(`${'u'.repeat(count)}${password} and more`);
    expect(cleaned(`Basic ${said.toString('base64')}.`, 'mask', [password])).toMatch(
      /^Basic [\w+/]{0,5}\*\*\*[\w+/=]{8,18}\.$/,
    );
    expect(cleaned(said.toString('base64url'), 'mask', [password])).toMatch(/^[\w-]{0,5}\*\*\*[\w-]{8,18}$/);
  });

  test.each([0, 1, 2, 3])('in base64 at its end, behind %i characters', (count) => {
    for (const length of [8, 9, 10]) {
      const said = Buffer.from(`${'u'.repeat(count)}${'k3y-'.repeat(3).slice(0, length)}`).toString('base64');
      const shown = cleaned(`Basic ${said}.`, 'mask', ['k3y-'.repeat(3).slice(0, length)]);
      expect(shown).toMatch(/^Basic [\w+/]{0,5}\*\*\*=*\.$/);
    }
  });

  test('a long one of characters beyond U+FFFF', () => {
    for (const length of [33, 34, 65, 66]) {
      const value = `a${'\u{1F511}'.repeat(length)}`;
      expect(cleaned(`‹${value}›`, 'mask', [value]), String(length)).toBe('‹***›');
    }
  });

  test('whatever it is', () => {
    const secret = fc
      .string({ minLength: 8, maxLength: 300, unit: 'grapheme' })
      .map((text) => visible(text.toWellFormed()).trim())
      .filter((text) => text.length >= 8);
    fc.assert(
      fc.property(secret, fc.constantFrom(...Object.entries(encodings)), (value, [name, encode]) => {
        const shown = cleaned(`‹${encode(value)}›`, 'mask', [value]);
        expect(shown, name).toMatch(/^‹[\\"]*\*\*\*[\\"]*›$/);
      }),
      { numRuns: runs(1000) },
    );
  });
});

test('a text of ours hides what is declared from 8 characters on, and no value of an env', () => {
  const redactor = createRedactor();
  redactor.add('hunter22', 'mask');
  redactor.add('prod', 'mask');
  redactor.add('ghcr.io/evil/miner:1', 'env');
  expect(redactor.hideDeclared('ghcr.io/evil/miner:1 in prod by hunter22')).toBe('ghcr.io/evil/miner:1 in prod by ***');
  expect(redactor.clean('ghcr.io/evil/miner:1 in prod by hunter22')).toBe('*** in *** by ***');
});

test('a text without a secret passes to the letter', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z]{6,9}$/), fc.stringMatching(/^[a-z0-9 .:\n]*$/), (value, text) => {
      expect(cleaned(text, 'mask', [value])).toBe(text);
    }),
  );
});

test('a plain value of an env is hidden in what others say, and stays in our own words about the spec', () => {
  const redactor = createRedactor();
  redactor.add('meta-llama/Llama-3', 'plain');
  for (const value of ['meta-llama/Llama-3', 'hunter-two-two']) redactor.add(value, 'env');
  const text = 'model meta-llama/Llama-3, key hunter-two-two';
  expect(redactor.clean(text)).toBe('model ***, key ***');
  expect(redactor.hideInOwn(text)).toBe('model meta-llama/Llama-3, key ***');
});
