/** Markdown of summaries and comments: tables that hold together, and no text from outside that gets out of its cell. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  codeCell,
  detailTable,
  escapeCell,
  heading,
  linkCell,
  paragraphs,
  proseCell,
  table,
} from '../../src/render/markdown.ts';
import { anyCharacter } from '../runs.ts';

test('paragraphs stand apart, and what is empty leaves no gap', () => {
  expect(paragraphs([heading('Title'), '', 'Text.', table(['a'], [])])).toBe('### Title\n\nText.\n');
});

describe('a table', () => {
  const plus = ['+', '`a`', ''];
  test.for<[string, string, string]>([
    ['has a line for its head and each row', table(['', 'F', ''], [plus]), '| | F | |\n|---|---|---|\n| + | `a` |  |'],
    ['without rows is nothing', table(['a', 'b'], []), ''],
    ['keeps a cell in its place', table(['a'], [['x | y\nz | w']]), '| a |\n|---|\n| x \\| y z \\| w |'],
    [
      'of details omits empty ones',
      detailTable([
        ['U', ''],
        ['S', 'up'],
      ]),
      '| | |\n|---|---|\n| S | up |',
    ],
    ['of empty details is nothing', detailTable([['URL', '']]), ''],
  ])('%s', ([, found, expected]) => {
    expect(found).toBe(expected);
  });
});

describe('text in a cell', () => {
  test.for<[string, string, string]>([
    ['a table', 'a | b', 'a &#124; b'],
    ['line breaks', 'a\r\nb\n\nc\u2028d', 'a b c d'],
    ['code', 'a `b`', 'a &#96;b&#96;'],
    ['a fence with a diagram', '```mermaid\ngraph TD', '&#96;&#96;&#96;mermaid graph TD'],
    ['HTML', '<img src=x onerror="y">', '&#60;img src=x onerror="y"&#62;'],
    ['an entity', '&lt;b&gt;', '&#38;lt;b&#38;gt;'],
    ['a link', '[a](https://b.example)', '&#91;a&#93;&#40;https&#58;//b.example&#41;'],
    ['a bare link', 'https://b.example www.c.example', 'https&#58;//b.example www&#46;c.example'],
    ['a link of another kind', 'ftp://b.example', 'ftp&#58;//b.example'],
    ['an image', '![a](b)', '&#33;&#91;a&#93;&#40;b&#41;'],
    ['a mention', '@octocat @acme/team', '&#64;&#8203;octocat &#64;&#8203;acme/team'],
    ['an issue', 'acme/models#12', 'acme/models&#35;&#8203;12'],
    ['an issue by its short name', 'GH-2 (gh-3, GH-x, high-2)', 'GH-&#8203;2 &#40;gh-&#8203;3, GH-x, high-2&#41;'],
    ['emphasis', '**a** _b_ ~c~', '&#42;&#42;a&#42;&#42; &#95;b&#95; &#126;c&#126;'],
    ['mathematics', '$a$', '&#36;a&#36;'],
    ['a backslash', 'a\\', 'a&#92;'],
    ['text turned around', 'a\u202eb', 'ab'],
    ['control characters', 'a\u001b[31mb\u0000', 'a&#91;31mb'],
    ['words', 'llama-3.1: 8 (ü) "x"', 'llama-3.1: 8 &#40;ü&#41; "x"'],
  ])('of %s is text in a cell', ([, text, cell]) => {
    expect(escapeCell(text)).toBe(cell);
  });

  const keys = 'the key <code>a&#124;b</code> of <code>envs</code> is <code>&#60;x&#62;</code>';
  test.for<[(text: string) => string, string, string]>([
    [codeCell, '', ''],
    [codeCell, 'ghcr.io/a/b@sha256:0#1', '<code>ghcr.io/a/b&#64;sha256:0&#35;1</code>'],
    [
      codeCell,
      'a@b.example c@d_e-f.example g@',
      '<code>a&#64;&#8203;b.example c&#64;&#8203;d&#95;e-f.example g&#64;</code>',
    ],
    [codeCell, 'a`b|c', '<code>a&#96;b&#124;c</code>'],
    [proseCell, 'the key `a|b` of `envs` is `<x>`', keys],
    [proseCell, 'one ` alone', 'one &#96; alone'],
    [proseCell, '`a` and ` alone', '<code>a</code> and &#96; alone'],
    [proseCell, 'nothing', 'nothing'],
    [proseCell, '``', ''],
    [linkCell, 'https://a.example/x?y=1&z', '[https://a.example/x?y=1&#38;z](<https://a.example/x?y=1&z>)'],
    [linkCell, 'http://127.0.0.1:80/serve', '[http://127.0.0.1:80/serve](<http://127.0.0.1:80/serve>)'],
    [linkCell, 'javascript:alert(1)', 'javascript:alert&#40;1&#41;'],
    [linkCell, 'https://a.example/>)[x](y', 'https&#58;//a.example/&#62;&#41;&#91;x&#93;&#40;y'],
    [linkCell, 'https://a.example/ b', 'https&#58;//a.example/ b'],
  ])('%o of %j is %j', ([shape, text, cell]) => {
    expect(shape(text)).toBe(cell);
  });

  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...['|', '\n', '\r', '`', '```', '<', '>', '<!--', '&#64;', '@a', '#1', '[x](y)', '](', '\\'],
          ...['https://', 'www.', '::', '\u2028'],
        ),
        fc.string({ unit: anyCharacter, maxLength: 4 }),
      ),
    )
    .map((parts) => parts.join(''));
  test.for([escapeCell, codeCell, proseCell])('cannot break out of %o', (shape) => {
    fc.assert(
      fc.property(hostile, (text) => {
        const cell = shape(text).replaceAll(/<\/?code>/g, '');
        // Entities are all that is left of what has a meaning in Markdown, HTML or to GitHub.
        expect(cell.replaceAll(/&#\d+;/g, 'entity')).not.toMatch(
          /[\\`*_{}[\]<>()#+!|~$&@\n\r\u2028\u2029]|:\/\/|www\./i,
        );
      }),
      { numRuns: 1000 },
    );
  });

  test('loses no letter of what it shows', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const shown = escapeCell(text)
          .replaceAll('&#8203;', '')
          .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
        expect(shown).toBe(text.replaceAll(/\p{Bidi_Control}/gu, '').replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '));
      }),
    );
  });
});
