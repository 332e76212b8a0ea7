/** The page about a red run: no failure leaves anything new that bills, whichever its code. */

import { expect, test } from 'vitest';
import { errorCodes } from '../../src/errors.ts';
import { failingRuns } from './failing-runs.ts';

const runs = await failingRuns();

test('almost every code has a run', () => {
  expect(Object.keys(errorCodes).filter((code) => !runs.has(code))).toEqual([
    ...['not-listed', 'not-serving', 'github', 'order-unknown', 'secrets-missing', 'nothing-rolled-back'],
    ...['cancelled', 'internal'],
  ]);
});

test.for([...runs].filter(([code]) => code !== 'conflict'))(
  '%s leaves what was there, and nothing new that runs',
  ([, sides]) => {
    expect(sides.after).toEqual(expect.arrayContaining([...sides.before]));
    const added = sides.after.filter((endpoint) => !sides.before.includes(endpoint));
    expect(added.filter((endpoint) => !endpoint.endsWith(' 0'))).toEqual([]);
  },
);

test.for([...runs])(
  '%s: the annotation answers what, who is served, what is billed, what is next',
  ([code, { error }]) => {
    const [, title, message, next] = /^::error title=(.*?)::([\s\S]*)\n(.*) \[[a-z-]+\]$/.exec(error) ?? [];
    expect([title, message?.split('. ')[0], next], error).toEqual([
      expect.stringMatching(/^\w[\w-]*: ./),
      expect.stringMatching(/./),
      expect.stringMatching(/./),
    ]);
    expect(message, code).toMatch(/ serves?[ ,.]|still serves|Nobody is served|It sleeps|Nothing shows who serves/);
    expect(message, code).toMatch(/(?:is|are) billed|as billed|what is billed|whether it is billed/);
  },
);

/** A mistake of inputs or specs has a table of mistakes. */
const ofSpecs = [
  'inputs-invalid',
  'spec-invalid',
  'limits-exceeded',
  'image-not-found',
  'image-platform',
  'image-unresolved',
];
/** A comparison has a table of its own; a refused plan shows its changes. */
const withTables = ['slower', 'worse', 'answers-differ', 'owned', 'plan-changed'];
/** Nothing was read of an endpoint: what there is to know is in one row. */
const unknown = ['unauthorized', 'not-found', 'name-ambiguous', 'unavailable', 'unreadable'];
test.for([...runs].filter(([code]) => ![...ofSpecs, ...withTables].includes(code)))(
  '%s: the summary has the same four answers, and no other row of facts',
  ([code, { summary }]) => {
    const names = summary.split('\n').flatMap((line) => /^\| ([A-Z][A-Za-z ]*) \|/.exec(line)?.[1] ?? []);
    const facts = names.filter((name) => name !== 'Test');
    expect(facts, summary).toEqual(unknown.includes(code) ? ['What', 'Next'] : ['What', 'Served by', 'Billed', 'Next']);
  },
);

test('a change by someone else is kept', () => {
  expect(runs.get('conflict')?.after).toEqual(['llama ghcr.io/acme/llama:theirs 0']);
});
