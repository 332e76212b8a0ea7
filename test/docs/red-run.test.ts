/** The page about a red run: no failure leaves anything new that bills, whichever its code. */

import { expect, test } from 'vitest';
import { errorCodes } from '../../src/errors.ts';
import { startEmulator } from '../emulator/emulator.ts';
import { deployTo, passing, smallSpec } from '../scenarios/deployment.ts';
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

const served = / serves?[ ,.]|Nobody is served|It sleeps/;
const billed = /(?:is|are) billed/;

test.for([...runs])(
  '%s: the annotation answers what, who is served, what is billed, what is next',
  ([code, { error }]) => {
    const [, title, message, next] =
      /^::error title=(.*?)::([\s\S]*)\n(.*) \[[a-z-]+(?:: https:\S+#[a-z-]+)?\]$/.exec(error) ?? [];
    expect([title, message?.split('. ')[0], next], error).toEqual([
      expect.stringMatching(new RegExp(`^\\w[\\w-]*: (?!${code}(?:,|$))\\S+ .`)),
      expect.stringMatching(/./),
      expect.stringMatching(/./),
    ]);
    expect(message, code).toMatch(served);
    expect(message, code).toMatch(billed);
  },
);

/** A mistake of inputs or specs has a table of mistakes, each with what to do; nothing was written. */
const ofSpecs = /^(?:inputs-invalid|spec-invalid|limits-exceeded|image-(?:not-found|platform|unresolved))$/;
test.for([...runs])('%s: the summary has the same four answers, and no other row', ([code, { summary }]) => {
  if (ofSpecs.test(code)) return expect(summary).toMatch(/^### ❌ [\s\S]*What to do/);
  expect(summary).toMatch(served);
  expect(summary).toMatch(billed);
  const rows = summary.split('\n').flatMap((line) => /^\| ([A-Z][A-Za-z ]*) \|/.exec(line)?.[1] ?? []);
  expect(
    rows.filter((name) => name !== 'Test'),
    summary,
  ).toEqual(['What', 'Served by', 'Billed', 'Next']);
});

test.for(
  ['deploy', 'delete', 'plan', 'test', 'status', 'list', 'logs'].flatMap((command) =>
    [401, 503].map((status): [string, number] => [command, status]),
  ),
)(
  '`%s` meets %i before it has read anything: what and next, and of a command that writes, also who serves and what is billed',
  async ([command, status]) => {
    await using emulator = await startEmulator(passing);
    emulator.seed({ name: 'llama' });
    emulator.addFault({ operation: 'any', kind: 'status', status, times: 'always' });
    const step = await deployTo(emulator, { spec: `${smallSpec}tests: [/health]\n`, with: { command } });
    const told = 'Nothing was changed. This run has not read who serves. What is billed is as before';
    const isWriter = command === 'deploy' || command === 'delete';
    expect(step.annotations.at(-1)?.includes(told)).toBe(isWriter);
    const rows = [...step.summary.matchAll(/^\| (\w[\w ]*) \| ./gm)].map(([, name]) => name);
    expect(rows).toEqual(['What', ...(isWriter ? ['Served by', 'Billed'] : []), 'Next']);
  },
);

test('a change by someone else is kept', () => {
  expect(runs.get('conflict')?.after).toEqual(['llama ghcr.io/acme/llama:theirs 0']);
});
