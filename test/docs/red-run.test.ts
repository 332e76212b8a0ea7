/** The page about a red run: what each code leaves, by its word in the table, is so in the run that is its example. */

import { expect, test } from 'vitest';
import { leftBy } from '../../scripts/codes.ts';
import { failureExamples } from '../../scripts/error-examples.ts';
import { type ErrorCode, errorCodes } from '../../src/errors.ts';

const examples = await failureExamples();

const withoutExample = Object.keys(errorCodes).filter((code) => !examples.has(code));

test('almost every code has an example', () => {
  expect(withoutExample).toEqual([
    ...['not-listed', 'not-serving', 'github', 'order-unknown', 'secrets-missing', 'nothing-rolled-back'],
    ...['cancelled', 'internal'],
  ]);
});

type Sides = { before: readonly string[]; after: readonly string[] };
const isAsBefore = ({ before, after }: Sides) => after.join() === before.join();
const holds: Readonly<Record<Exclude<ReturnType<typeof leftBy>, 'kept'>, (sides: Sides) => boolean>> = {
  untouched: isAsBefore,
  // What was there is restored; what is new is parked at zero workers.
  undone: (sides) => isAsBefore(sides) || (sides.before.length === 0 && sides.after.every((each) => / 0$/.test(each))),
  candidate: ({ before, after }) => after.length === before.length + 1 && after[0] === before[0],
};

test.for([...examples])('%s', ([code, sides]) => {
  const left = leftBy(code as ErrorCode);
  if (left === 'kept') expect(sides.after.length).toBe(sides.before.length);
  else expect([left, holds[left](sides)]).toEqual([left, true]);
});

test('a change by someone else is kept', () => {
  expect(examples.get('conflict')?.after).toEqual(['llama ghcr.io/acme/llama:theirs 0']);
});
