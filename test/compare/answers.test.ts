/** What is compared of an answer, and when two endpoints say the same. */

import { describe, expect, test } from 'vitest';
import { type AnswerContent, comparedContent, isSame, judgeAnswers } from '../../src/compare/answers.ts';
import type { EndpointTest } from '../../src/model/tests.ts';

/** So many answers; a text is that of a chat. */
const times = (count: number, said: AnswerContent | string): AnswerContent[] =>
  Array.from({ length: count }, () => (typeof said === 'string' ? [said] : said));
const vector = (offset: number) => [Array.from({ length: 8 }, (_, at) => (at % 3) / 8 + offset)];
const long = 'x'.repeat(60);

describe('the verdict', () => {
  test.for<[string, { candidate: readonly AnswerContent[]; production: readonly AnswerContent[] }, object]>([
    [
      'equal: always the same',
      { candidate: times(5, 'Paris.'), production: times(5, 'Paris.') },
      { verdict: 'fine', shown: ['always the same', 'always the same', 'equal'] },
    ],
    [
      'equal: the most frequent answer is one that production gives about as often',
      {
        candidate: [...times(4, 'Paris.'), ['Rome.']],
        production: [...times(3, 'It is Paris.'), ...times(2, 'Paris.')],
      },
      { verdict: 'fine', shown: ['2 different', '2 different', 'equal'] },
    ],
    [
      'equal: production repeats itself less than the candidate',
      { candidate: times(20, 'yes'), production: [...times(11, 'yes'), ...times(9, 'no')] },
      { verdict: 'fine', shown: ['2 different', 'always the same', 'equal'] },
    ],
    [
      'varies: the rarer of two answers of production, all the time',
      { candidate: times(20, 'no'), production: [...times(15, 'yes'), ...times(5, 'no')] },
      { verdict: 'undecided', shown: ['2 different', 'always the same', 'vary,'] },
    ],
    [
      'varies: an answer that production gave once',
      { candidate: times(20, 'no'), production: [...times(19, 'yes'), ['no']] },
      { verdict: 'undecided', shown: ['2 different', 'always the same', 'vary,'] },
    ],
    [
      'equal: a vector that differs in its last digits',
      { candidate: times(5, vector(1e-6)), production: times(5, vector(0)) },
      { verdict: 'fine', shown: ['always the same', 'always the same', 'equal'] },
    ],
    [
      'differs: another vector',
      { candidate: times(5, [0.5]), production: times(5, [0.25]) },
      { verdict: 'answers-differ', shown: ['"0.25"', '"0.5"', 'differ'] },
    ],
    [
      'differs: nothing of what production repeats',
      { candidate: [['Rome.'], ['Oslo.'], ['Rome.']], production: times(5, 'Paris.') },
      { verdict: 'answers-differ', shown: ['"Paris."', '"Rome."', 'differ'] },
    ],
    [
      'differs: also where production said something else once in five',
      { candidate: times(5, 'Rome.'), production: [...times(4, 'Paris.'), ['Oslo.']] },
      { verdict: 'answers-differ', shown: ['"Paris."', '"Rome."', 'differ'] },
    ],
    [
      'differs: shown around the first difference',
      { candidate: times(5, `${long}Rome${long}${long}`), production: times(5, `${long}Paris`) },
      {
        verdict: 'answers-differ',
        shown: [`"…${'x'.repeat(20)}Paris"`, `"…${'x'.repeat(20)}Rome${'x'.repeat(75)}…"`, 'differ'],
      },
    ],
    [
      'differs: without a secret',
      { candidate: times(5, 'hidden'), production: times(5, 'Paris.') },
      { verdict: 'answers-differ', shown: ['"Paris."', '"***"', 'differ'] },
    ],
    [
      'differs: without a secret that the cut would halve',
      { candidate: times(5, `${long}${'x'.repeat(35)}hidden`), production: times(5, `Paris${long}`) },
      { verdict: 'answers-differ', shown: [`"Paris${long}"`, `"${'x'.repeat(95)}***"`, 'differ'] },
    ],
    [
      'varies: production itself says something else twice in five',
      { candidate: times(5, 'Rome.'), production: [...times(3, 'Paris.'), ['Oslo.'], ['Bern.']] },
      { verdict: 'undecided', shown: ['3 different', 'always the same', 'vary,'] },
    ],
    [
      'varies: the candidate says the same now and then',
      { candidate: [...times(3, 'Rome.'), ['Paris.']], production: times(5, 'Paris.') },
      { verdict: 'undecided', shown: ['always the same', '2 different', 'vary,'] },
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
    expect(comparedContent(endpointTest, content, text)).toEqual(expected);
  });

  test('the whole of a long text, although only a hash is kept', () => {
    const say = (end: string) => String(comparedContent({ chat: 'Hi' }, 'x'.repeat(1_000_000) + end, ''));
    expect([say('a').length < 100, say('b') === say('a')]).toEqual([true, false]);
    expect(say('a')).toBe(say('a'));
  });

  test.for<[string, (size: number) => unknown]>([
    ['a long list', (size) => Array(size).fill(0)],
    ['lists in lists', (size) => Array(size / 1024).fill(Array(1024).fill(0))],
    ['a long object', (size) => Object.fromEntries(Array.from({ length: size }, (_, at) => [`k${at}`, 0]))],
    ['long texts', (size) => Array(size / 1024).fill('x'.repeat(16_384 + 1))],
  ])('of %s a hash of the whole', ([, jsonOf]) => {
    const said = (size: number) =>
      comparedContent({ get: '/a', expect: { json: { '': { exists: true } } } }, '', JSON.stringify(jsonOf(size)));
    const [small, large] = [said(132_096), said(133_120)];
    expect(JSON.stringify(large).length).toBeLessThan(100);
    expect([isSame(small, large), isSame(small, said(132_096))]).toEqual([false, true]);
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
