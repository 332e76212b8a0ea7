/** The page about a red run: no failure leaves anything new that bills, whichever its code. */

import { expect, test } from 'vitest';
import { errorCodes } from '../../src/errors.ts';
import { failingRuns } from './failing-runs.ts';

const runs = await failingRuns();

test('almost every code has a run', () => {
  expect(Object.keys(errorCodes).filter((code) => !runs.has(code))).toEqual([
    ...['not-serving', 'github', 'order-unknown', 'secrets-missing', 'nothing-rolled-back'],
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

const served = / serves?[ ,.]|still serves|Nobody is served|It sleeps|Nothing shows who serves/;
const billed = /(?:is|are) billed|as billed|what is billed|whether it is billed/;

test.for([...runs])(
  '%s: the annotation answers what, who is served, what is billed, what is next',
  ([code, { error }]) => {
    const [, title, message, next] =
      /^::error title=(.*?)::([\s\S]*)\n(.*) \[[a-z-]+: https:\S+#[a-z-]+\]$/.exec(error) ?? [];
    expect([title, message?.split('. ')[0], next], error).toEqual([
      expect.stringMatching(/^\w[\w-]*: ./),
      expect.stringMatching(/./),
      expect.stringMatching(/./),
    ]);
    expect(message, code).toMatch(served);
    expect(message, code).toMatch(billed);
  },
);

/** A mistake of inputs or specs has a table of mistakes, each with what to do; nothing was written. */
const ofSpecs = /^(?:inputs-invalid|spec-invalid|limits-exceeded|image-(?:not-found|platform|unresolved))$/;
/** A comparison has a table of its numbers. */
const ofComparisons = /^(?:slower|worse|answers-differ)$/;
/** Nothing was read of an endpoint, or it is not shown, or not touched: what there is to know is in one row. */
const inOneRow = /^(?:unauthorized|not-found|name-ambiguous|unavailable|unreadable|owned|plan-changed)$/;

test.for([...runs])('%s: the summary has the same four answers, and no other row of facts', ([code, { summary }]) => {
  if (ofSpecs.test(code)) return expect(summary).toMatch(/^### ❌ [\s\S]*What to do/);
  expect(summary).toMatch(served);
  expect(summary).toMatch(billed);
  if (ofComparisons.test(code)) return expect(summary).toMatch(/^It is parked .* Next: ./m);
  const facts = summary.split('\n').flatMap((line) => /^\| ([A-Z][A-Za-z ]*) \|/.exec(line)?.[1] ?? []);
  const expected = inOneRow.test(code) ? ['What', 'Next'] : ['What', 'Served by', 'Billed', 'Next'];
  expect(
    facts.filter((name) => name !== 'Test'),
    summary,
  ).toEqual(expected);
});

test('a change by someone else is kept', () => {
  expect(runs.get('conflict')?.after).toEqual(['llama ghcr.io/acme/llama:theirs 0']);
});
