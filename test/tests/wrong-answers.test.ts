/** Wrong answers over time → when they are certainly the version's. */

import { expect, test } from 'vitest';
import { trackWrongAnswers, type Weight } from '../../src/tests/wrong-answers.ts';

type Answer = readonly [second: number, weight: Weight | 'right'];

/** The first second at which the version is certainly wrong; undefined for never. */
function certainAfter(answers: readonly Answer[], { healthySince = -600 } = {}): number | undefined {
  const wrong = trackWrongAnswers();
  for (const [second, weight] of answers) {
    const at = { nowMs: second * 1000, healthySinceMs: healthySince * 1000 };
    if (weight === 'right') wrong.forget();
    else if (wrong.add(weight, at)) return second;
  }
  return undefined;
}

/** The same answer every five seconds. */
const always = (weight: Weight, lastSecond = 600): Answer[] =>
  Array.from({ length: lastSecond / 5 + 1 }, (_, index) => [index * 5, weight]);

/** `0 own, 10 right`. */
const at = (text: string): Answer[] =>
  text.split(', ').map((each) => {
    const [second = '', weight] = each.split(' ');
    return [Number(second), weight as Answer[1]];
  });

test.for<[string, Answer[], number | undefined, Parameters<typeof certainAfter>[1]?]>([
  ['the model’s own, for 20 s', always('own'), 20],
  ['of no model, for a minute', always('other'), 60],
  ['of a server that is healthy for long, for a minute', always('starting'), 60],
  ['of a server that has just become healthy, after two minutes', always('starting'), 120, { healthySince: 0 }],
  ['of no worker that is healthy', always('starting'), undefined, { healthySince: Number.POSITIVE_INFINITY }],
  ['none at all', always('none'), undefined],
  ['a silence that is repeated', at('120 silent, 141 silent'), 141],
  ['two silences in a moment', at('7 silent, 15 silent'), undefined],
  ['too many requests', always('busy'), undefined],
  ['two only, however late', at('0 own, 300 own'), undefined],
  ['the third one, however late', at('0 own, 300 own, 301 own'), 301],
  ['three in a moment', at('0 own, 1 own, 2 own, 19 own'), undefined],
  ['with none in between', at('0 own, 10 none, 15 own, 20 busy, 25 own'), 25],
  ['with a right one in between', at('0 own, 10 own, 15 right, 20 own, 34 own, 40 own'), 40],
  ['no more than 20 s after a right one', at('0 own, 10 own, 15 right, 20 own, 30 own'), undefined],
  ['by the last of several kinds', at('0 other, 10 other, 20 own'), 20],
])('%s', ([, answers, expected, given]) => {
  expect(certainAfter(answers, given)).toBe(expected);
});
