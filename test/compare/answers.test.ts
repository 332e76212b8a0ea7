/** What is compared of an answer, and when two endpoints say the same. */

import { describe, expect, test } from 'vitest';
import { type AnswerContent, comparedContent, isSame, judgeAnswers } from '../../src/compare/answers.ts';
import type { EndpointTest } from '../../src/model/tests.ts';

/** So many answers; a text is that of a chat. */
const times = (count: number, said: AnswerContent | string): AnswerContent[] =>
  Array.from({ length: count }, () => (typeof said === 'string' ? [said] : said));
const vector = (offset: number) => [Array.from({ length: 8 }, (_, at) => (at % 3) / 8 + offset)];
const long = 'x'.repeat(60);
const clean = (text: string, maxLength = text.length) => text.replaceAll('hunter-two', '***').slice(0, maxLength);

describe('the verdict', () => {
  test.for<[string, { candidate: readonly AnswerContent[]; production: readonly AnswerContent[] }, object]>([
    [
      'equal: always the same',
      { candidate: times(5, 'Paris.'), production: times(5, 'Paris.') },
      { kind: 'equal', production: 1, candidate: 1 },
    ],
    [
      'equal: the most frequent answer is one that production gives about as often',
      {
        candidate: [...times(4, 'Paris.'), ['Rome.']],
        production: [...times(3, 'It is Paris.'), ...times(2, 'Paris.')],
      },
      { kind: 'equal', production: 2, candidate: 2 },
    ],
    [
      'equal: production repeats itself less than the candidate',
      { candidate: times(20, 'yes'), production: [...times(11, 'yes'), ...times(9, 'no')] },
      { kind: 'equal', production: 2, candidate: 1 },
    ],
    [
      'varies: the rarer of two answers of production, all the time',
      { candidate: times(20, 'no'), production: [...times(15, 'yes'), ...times(5, 'no')] },
      { kind: 'varies', production: 2, candidate: 1 },
    ],
    [
      'varies: an answer that production gave once',
      { candidate: times(20, 'no'), production: [...times(19, 'yes'), ['no']] },
      { kind: 'varies', production: 2, candidate: 1 },
    ],
    [
      'equal: a vector that differs in its last digits',
      { candidate: times(5, vector(1e-6)), production: times(5, vector(0)) },
      { kind: 'equal', production: 1, candidate: 1 },
    ],
    [
      'differs: another vector',
      { candidate: times(5, [0.5]), production: times(5, [0.25]) },
      { kind: 'differs', production: '0.25', candidate: '0.5' },
    ],
    [
      'differs: nothing of what production repeats',
      { candidate: [['Rome.'], ['Oslo.'], ['Rome.']], production: times(5, 'Paris.') },
      { kind: 'differs', production: 'Paris.', candidate: 'Rome.' },
    ],
    [
      'differs: also where production said something else once in five',
      { candidate: times(5, 'Rome.'), production: [...times(4, 'Paris.'), ['Oslo.']] },
      { kind: 'differs', production: 'Paris.', candidate: 'Rome.' },
    ],
    [
      'differs: shown around the first difference',
      { candidate: times(5, `${long}Rome${long}${long}`), production: times(5, `${long}Paris`) },
      {
        kind: 'differs',
        production: `…${'x'.repeat(20)}Paris`,
        candidate: `…${'x'.repeat(20)}Rome${'x'.repeat(75)}…`,
      },
    ],
    [
      'differs: without a secret',
      { candidate: times(5, 'hidden'), production: times(5, 'Paris.') },
      { kind: 'differs', production: 'Paris.', candidate: '***' },
    ],
    [
      'varies: production itself says something else twice in five',
      { candidate: times(5, 'Rome.'), production: [...times(3, 'Paris.'), ['Oslo.'], ['Bern.']] },
      { kind: 'varies', production: 3, candidate: 1 },
    ],
    [
      'varies: the candidate says the same now and then',
      { candidate: [...times(3, 'Rome.'), ['Paris.']], production: times(5, 'Paris.') },
      { kind: 'varies', production: 1, candidate: 2 },
    ],
  ])('%s', ([, { candidate, production }, expected]) => {
    expect(judgeAnswers(candidate, production, (text) => text.replaceAll('hidden', '***'))).toEqual(expected);
  });
});

describe('of an answer is compared', () => {
  const pointers = { get: '/a', expect: { json: { '/a': { exists: true }, '/b/0': 1 } } };
  test.for<[string, EndpointTest, { content?: string; text?: string }, AnswerContent | undefined]>([
    ['the text of a chat, white space folded', { chat: 'Hi' }, { content: ' It is\n\n Paris. ' }, ['It is Paris.']],
    ['each value that is expected', pointers, { text: '{"a":{"b":[1,"x"]},"b":[2]}' }, [{ b: [1, 'x'] }, 2]],
    ['a value that is not there', pointers, { text: '{"a":1}' }, [1, null]],
    ['nothing of a body without expected values', { get: '/a' }, { text: 'at 12:00' }, undefined],
    ['nothing of what is not JSON', pointers, { text: 'at 12:00' }, undefined],
    ['nothing of a chat without content', { chat: 'Hi' }, {}, undefined],
  ])('%s', ([, endpointTest, { content, text = '' }, expected]) => {
    expect(comparedContent(endpointTest, { content, text, clean })).toEqual(expected);
  });

  test('the whole of a long text, although only its beginning is kept', () => {
    const say = (end: string) =>
      String(comparedContent({ chat: 'Hi' }, { content: 'x'.repeat(1_000_000) + end, text: '', clean }));
    expect([say('a').length < 20_000, say('b') === say('a')]).toEqual([true, false]);
    expect(say('a')).toBe(say('a'));
  });

  test('no part of a secret behind which the text is cut', () => {
    const content = `${'x'.repeat(16_380)}hunter-two${'y'.repeat(100)}`;
    const said = String(comparedContent({ chat: 'Hi' }, { content, text: '', clean }));
    expect([said.includes('hunt'), said.includes('x***')]).toEqual([false, true]);
  });

  test.for<[string, (size: number) => unknown, number]>([
    ['a long list', (size) => Array(size).fill(0), 32_768],
    ['lists in lists', (size) => Array(size / 1024).fill(Array(1024).fill(0)), 32_768],
    ['a long object', (size) => Object.fromEntries(Array.from({ length: size }, (_, at) => [`k${at}`, 0])), 2048],
    ['long texts', (size) => Array(size / 1024).fill('x'.repeat(16_384 + 1)), 2],
  ])('the beginning of %s, and its size', ([, jsonOf, kept]) => {
    const said = (size: number) =>
      comparedContent(
        { get: '/a', expect: { json: { '': { exists: true } } } },
        { content: '', text: JSON.stringify(jsonOf(size)), clean },
      )?.[0];
    const [small, large] = [said(65_536), said(131_072)];
    const items = Array.isArray(small) ? small.flat() : Object.values(small ?? {});
    // And as many notes of what is cut off.
    expect(items.length - kept).toBeLessThanOrEqual(2);
    expect([isSame(small, large), isSame(small, said(65_536))]).toEqual([false, true]);
  });
});

test.for<[unknown, unknown, boolean]>([
  [1, 1.0009, true],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, true],
  [1, 1.0011, false],
  [0, 1e-9, false],
  [[1000, 0], [1000, 0.5], true],
  [[1, 0], [1, 0.5], false],
  [{ a: 1, b: 'x' }, { b: 'x', a: 1.0001 }, true],
  [{ a: 1 }, { b: 1 }, false],
  [[1], { 0: 1 }, false],
  [[1], [1, 1], false],
  [null, [], false],
  ['1', 1, false],
])('%j and %j', ([a, b, expected]) => {
  expect([isSame(a, b), isSame(b, a)]).toEqual([expected, expected]);
});

test('what is nested so deep that comparing it would exhaust the stack equals nothing', () => {
  const isSameNested = (depth: number) => {
    const text = '['.repeat(depth) + ']'.repeat(depth);
    return isSame(JSON.parse(text), JSON.parse(text));
  };
  expect([900, 100_000].map(isSameNested)).toEqual([true, false]);
});
