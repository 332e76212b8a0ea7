/** Weeks with `candidate: true`: no user meets a version that has not passed where no user is. */

import { describe, expect, test } from 'vitest';
import type { Fault, ForeignChange, ManualClock } from '../emulator/emulator.ts';
import { recordEnv, smallSpec } from './deployment.ts';
import { commits, type Stage, setStage } from './github-stage.ts';
import { type StepResult, shareClock } from './step.ts';
import { playWeek, type RunOfWeek } from './week.ts';

const spec = `${smallSpec}workerConfig: {minNum: 1, maxNum: 3}
healthy: {path: /health}
candidate: true
tests:
  - {chat: "What is the capital of France?", expect: {contains: Paris}}
`;
const [good, other, wrong] = ['ghcr.io/acme/llama:1', 'ghcr.io/acme/llama:2', 'ghcr.io/acme/llama:wrong'];
const emulator = {
  models: [good, other, wrong].map((image) => ({ image, words: ['It ', 'is ', image === wrong ? 'Lyon.' : 'Paris.'] })),
};
const first: RunOfWeek = { spec, end: 'created', left: { llama: { image: good } } };
const push = { spec, sha: commits.third, afterMinutes: 30 };
const endpointOf = ({ outputs }: { outputs: Readonly<Record<string, string>> }) =>
  JSON.parse(outputs.endpoints ?? '')[0];

/** Requests that have written to the endpoint of that name since its creation. */
const writesTo = ({ emulator }: Stage, name: string) => {
  const id = emulator.endpoints().find((each) => each.name === name)?.id ?? 'none';
  return emulator.requests.filter(
    ({ operation, body }) => /update/.test(operation) && JSON.stringify(body).includes(id),
  );
};

describe('a version runs first where no user is', () => {
  test('and production gets what has passed there', () =>
    playWeek(
      [
        first,
        {
          ...{ ...push, image: other, end: 'updated', left: { llama: { image: other, serves: [other] } } },
          says: [
            '  first: as llama-candidate, 1 test',
            'Candidate: llama-candidate, before llama is written.',
            /Candidate: passed in .*\(start \d+ s/,
          ],
          check: (result) =>
            expect(endpointOf(result)).toMatchObject({
              name: 'llama',
              operation: 'updated',
              candidate: { name: 'llama-candidate', verdict: 'passed', seconds: expect.any(Number) },
              start: { seconds: expect.any(Number) },
            }),
        },
        { ...push, image: other, end: 'unchanged', saysNot: /andidate/, left: { llama: {} } },
      ],
      { emulator },
    ));

  test('and production is not written where it fails', () =>
    playWeek(
      [
        first,
        {
          ...{ ...push, image: wrong, end: 'test-failed', left: { llama: { image: good, serves: [good] } } },
          annotations: [
            /^::error title=llama%3A ghcr\.io\/acme\/llama%3Awrong failed a test as llama-candidate%2C llama not changed::/,
          ],
          check: (result, stage) => {
            expect(writesTo(stage, 'llama')).toEqual([]);
            expect(endpointOf(result)).toMatchObject({ changed: 'false', candidate: { verdict: 'test-failed' } });
          },
        },
      ],
      { emulator },
    ));
});

const isLlama = { image: good, serves: [good], minNum: 1 };
const update: RunOfWeek = { ...push, image: other, end: 'updated', left: { llama: { image: other, serves: [other] } } };
/** Red, with production as it was, and no candidate. */
const refused = (end: string, more: Partial<RunOfWeek> = {}): RunOfWeek => ({
  ...{ ...push, image: other, end, left: { llama: isLlama } },
  ...more,
  check: (result, stage) => {
    expect(writesTo(stage, 'llama')).toEqual([]);
    expect(endpointOf(result).changed).toBe('false');
    return more.check?.(result, stage);
  },
});
const faulty = (fault: Fault) => (stage: Stage) => stage.emulator.addFault(fault);
const meanwhile = (change: ForeignChange) => (stage: Stage) => stage.emulator.addChange(change);

test.for<[string, image: string, end: string, isRight: boolean]>([
  ['of a good version', other, 'updated', true],
  ['of a version that answers wrong', wrong, 'test-failed', true],
])('users of production get right answers only, each second of a deploy %s', async ([, image, end]) => {
  await using stage = await setStage({ emulator });
  await stage.step({ spec });
  const clock = stage.emulator.clock as ManualClock;
  const shared = shareClock(clock);
  const ended = new AbortController();
  const answers: string[] = [];
  const [production] = stage.emulator.endpoints();
  const body = JSON.stringify({ model: 'llama-3.1-8b', messages: [{ role: 'user', content: 'Where?' }] });
  const ask = async () => {
    while (!ended.signal.aborted) {
      const answer = await fetch(`${production?.url}/v1/chat/completions`, { method: 'POST', body });
      answers.push(`${answer.status} ${JSON.parse(await answer.text()).choices?.[0].message.content}`);
      await shared.beside.sleep(1000, ended.signal).catch(() => {});
    }
  };
  const asking = ask();
  const step = await stage.step({ spec, with: { image }, sha: commits.second, runId: '101', clock: shared });
  ended.abort();
  await asking;
  expect(step.end, step.log).toBe(end);
  expect(answers.length).toBeGreaterThan(30);
  expect(new Set(answers)).toEqual(new Set(['200 It is Paris.']));
});

test.for<[string, RunOfWeek[], given?: Parameters<typeof playWeek>[1]]>([
  ['a creation', []],
  ['a change of scaling', [{ ...push, spec: spec.replace('maxNum: 3', 'maxNum: 4'), end: 'updated' }]],
  ['nothing', [{ ...push, end: 'unchanged' }]],
  ['another name', [{ ...push, image: other, with: { name: 'canary' }, end: 'created' }]],
  ['a preview', [{ ...push, image: other, pull: { action: 'opened' }, with: { preview: 'true' }, end: 'created' }]],
  ['no wait', [{ ...push, image: other, with: { wait: 'none' }, end: 'updated' }]],
])('no candidate runs for %s', async ([, runs]) => {
  const asks: string[] = [];
  const noCandidate = (_: StepResult, { emulator }: Stage) =>
    asks.push(...emulator.requests.map(({ path, body }) => `${path} ${JSON.stringify(body)}`));
  await playWeek(
    [first, ...runs].map((run) => ({ ...run, saysNot: /andidate/, check: noCandidate })),
    { emulator },
  );
  expect(asks.filter((each) => each.includes('llama-candidate'))).toEqual([]);
});

const outage = 'No candidate: nobody is served by llama, so it would only add to the outage.';
const shown = {
  ...{ name: 'llama', image: { image: good }, policy: { type: 'concurrency', value: 8 } },
  products: [{ id: 'SL-serverless-3' }],
  healthy: { path: '/health' },
};
const parked = recordEnv({ parked: { minNum: 1, freeTimeout: 300 }, oldWorkers: '4.', envKeys: '8.' });
test.for<[string, before: (stage: Stage) => unknown]>([
  [
    'is down',
    ({ emulator }) => {
      emulator.seed({ ...shown, envs: [recordEnv()], workerConfig: { minNum: 1, maxNum: 3 } });
      emulator.addChange({ kind: 'interrupt', forMs: 60_000 });
    },
  ],
  ['is parked', ({ emulator }) => void emulator.seed({ ...shown, envs: [parked], workerConfig: { maxNum: 3 } })],
])('production that %s gets the fix at once', ([, before]) =>
  playWeek([{ ...update, before, says: outage, saysNot: /Candidate:/, writes: ['update'] }], { emulator }),
);

test('an unproved version was kept, and users are served: the next one runs first as a candidate, too', () =>
  playWeek(
    [
      first,
      {
        ...{ ...push, sha: commits.second, image: other, with: { 'on-failure': 'keep' }, end: 'crashed' },
        before: ({ emulator }) => {
          const run = () => emulator.addScript({ image: other, outcome: 'crash-loop', times: 'always' });
          emulator.addFault({ operation: 'delete', kind: 'hook', when: 'before', run });
        },
        left: { llama: { image: other, serves: [good] } },
      },
      {
        ...{ ...push, image: wrong, end: 'test-failed', saysNot: /No candidate/, writes: ['create', 'delete'] },
        left: { llama: { image: other, serves: [good] } },
      },
      // Its own run, started again, brings nothing that users do not meet already.
      {
        ...{ ...push, sha: commits.second, image: other, runId: '5002', attempt: 2, saysNot: /andidate/ },
        ...{ end: 'crashed', writes: ['update', 'update'] },
      },
    ],
    { emulator },
  ));

test.for<[string, part: object, says: RegExp]>([
  [
    'changed by hand',
    { rootfsSize: 70 },
    /by hand since its deploy \(rootfsSize\).*Undo that change\. To go on .* take `candidate` out/s,
  ],
  [
    'without its record',
    { envs: [] },
    /has no record of a deploy.*To go on without a comparison, take `candidate` out of/s,
  ],
])('production %s is not compared: what is next leads out of it', ([, part, says]) => {
  const compared = `${spec}compare: {slower: 40%}\n`;
  const untouched = { llama: { image: good } };
  return playWeek(
    [
      first,
      {
        ...{ ...push, spec: compared, image: other, end: 'not-compared', left: untouched, says },
        before: ({ emulator }) => emulator.change(emulator.endpoints()[0]?.id ?? '', part),
      },
      { ...push, spec: compared, image: other, end: 'not-compared', left: untouched, says },
      { ...push, spec: compared.replace('candidate: true\n', ''), image: other, end: 'updated' },
      { ...push, spec: compared, image: good, saysNot: /by hand|no record/, end: 'updated' },
    ],
    { emulator },
  );
});

const outcome = (outcome: 'crash-loop' | 'no-capacity') => ({ scripts: [{ image: other, outcome, times: 'always' }] });
const change = { kind: 'change', endpoint: 'llama', after: 'create', part: { workerConfig: { maxNum: 7 } } } as const;
const failing = { operation: 'delete', kind: 'status', status: 500, times: 'always' } as const;
const left = { 'llama-candidate': { billed: 0, minNum: 0 } };
const untouched = /llama was not touched\. Run it again, or take `candidate` out of the spec/;
test.for<[string, RunOfWeek[], given?: object]>([
  [
    'without a GPU',
    [refused('no-capacity', { says: [untouched, 'llama-candidate%3A no GPU was free%2C llama not changed'] })],
    outcome('no-capacity'),
  ],
  [
    'without a GPU, whose deletion fails: what waits for a GPU is not billed',
    [
      refused('no-capacity', {
        ...{ before: faulty(failing), left: { llama: isLlama, 'llama-candidate': {} } },
        annotations: [/^::warning title=llama-candidate%3A not deleted::/, /./],
      }),
    ],
    outcome('no-capacity'),
  ],
  [
    'whose name someone else takes at the same moment goes, also where failures are kept',
    [
      refused('name-ambiguous', {
        before: meanwhile({ kind: 'create', after: 'create', part: { name: 'llama-candidate' } }),
        ...{
          left: { llama: isLlama, 'llama-candidate': {} },
          with: { 'on-failure': 'keep' },
          writes: ['create', 'update', 'delete'],
        },
        says: /llama was not touched\. Run it again, and give the workflow a `concurrency` group/,
        saysNot: /each may be billed/,
      }),
    ],
  ],
  ['that crashes', [refused('crashed', { says: /crashed as llama-candidate/ })], outcome('crash-loop')],
  ['while somebody changes production', [refused('conflict', { before: meanwhile(change) })]],
  ...[
    ['renames', { name: 'renamed' }, { renamed: { billed: 0 } }] as const,
    ['takes the record from', { envs: [] }, { 'llama-candidate': { billed: 0 } }] as const,
  ].map(([does, part, stays]): [string, RunOfWeek[]] => [
    `that somebody ${does} stays, which is told`,
    [
      refused('conflict', {
        before: meanwhile({ kind: 'change', endpoint: 'llama-candidate', after: 'create', part }),
        says: /llama-candidate \(\w+\) stays: someone has changed its name or its record/,
        left: { llama: isLlama, ...stays },
      }),
    ],
  ]),
  [
    'that somebody deletes while it is compared',
    [
      refused('not-compared', {
        spec: `${spec}compare: {slower: 40%}\n`,
        before: meanwhile({ kind: 'delete', endpoint: 'llama-candidate', after: 'serve', nth: 12 }),
        says: /not compared: .*endpoint not found.*Check `endpoint-id`, or who deleted it/s,
      }),
    ],
  ],
  [
    'while production is deleted, which creates nothing',
    [
      {
        ...{ ...push, image: other, end: 'not-found', left: {}, writes: ['create', 'delete'] },
        before: meanwhile({ kind: 'delete', endpoint: 'llama', after: 'create' }),
      },
    ],
  ],
  [
    'whose deletion fails, which is told; the next run deletes it',
    [
      {
        ...{ ...update, before: faulty(failing), left: { llama: { image: other }, ...left } },
        annotations: [/^::warning title=llama-candidate%3A not deleted/],
      },
      { ...push, spec: spec.replace('maxNum: 3', 'maxNum: 4'), image: other, end: 'updated', left: { llama: {} } },
    ],
  ],
  [
    'that is kept: it bills nothing, is told, and the next run takes it over',
    [
      refused('test-failed', {
        ...{ image: wrong, with: { 'on-failure': 'keep' }, left: { llama: isLlama, ...left } },
        says: 'llama-candidate is kept at zero workers: a call wakes it, and the next run replaces it',
        // The worker that was asked does not idle for minutes.
        check: (_, { emulator }) => expect(emulator.endpoints()[1]).toMatchObject({ workerConfig: { freeTimeout: 1 } }),
      }),
      { ...push, with: { command: 'list' }, end: 'read', says: /llama-candidate .*candidate/ },
      { ...push, with: { command: 'status' }, end: 'read', says: /llama-candidate .* candidate/, saysNot: /no spec/ },
      { ...update, writes: ['update', 'delete', 'update'] },
    ],
  ],
  [
    'that cannot be parked goes, also where failures are kept',
    [
      refused('test-failed', {
        ...{ image: wrong, with: { 'on-failure': 'keep' }, saysNot: /is kept at zero workers/ },
        before: faulty({ operation: 'update', kind: 'status', status: 500, times: 'always' }),
      }),
    ],
  ],
  [
    'that is kept goes with its endpoint',
    [
      refused('test-failed', { image: wrong, with: { 'on-failure': 'keep' }, left: { llama: isLlama, ...left } }),
      { ...push, with: { command: 'delete' }, end: 'deleted', left: {} },
    ],
  ],
  [
    'that is kept for more than a day is swept',
    [
      refused('test-failed', { image: wrong, with: { 'on-failure': 'keep' }, left: { llama: isLlama, ...left } }),
      { ...push, with: { command: 'sweep' }, end: 'absent', left: { llama: isLlama, ...left } },
      { ...push, afterMinutes: 1440, with: { command: 'sweep' }, end: 'deleted', left: { llama: isLlama } },
    ],
  ],
])('a candidate %s', ([, runs, more]) => playWeek([first, ...runs], { emulator: { ...emulator, ...more } }));

test('a candidate that is kept goes with its endpoint, also where that is deleted by its ID', () => {
  const given = { command: 'delete', 'endpoint-id': '' };
  const keep = refused('test-failed', {
    image: wrong,
    with: { 'on-failure': 'keep' },
    left: { llama: isLlama, ...left },
  });
  const check: RunOfWeek['check'] = (_, { emulator: { endpoints } }) => {
    given['endpoint-id'] = endpoints().find(({ name }) => name === 'llama')?.id ?? '';
  };
  return playWeek([first, { ...keep, check }, { ...push, with: given, end: 'deleted', left: {} }], { emulator });
});

test.for<[string, envs: ReturnType<typeof recordEnv>[], end: string, says: RegExp]>([
  [
    'another repository',
    [recordEnv({ repository: 'acme/other' })],
    'owned',
    /title=llama-candidate%3A not an endpoint of .* was deployed by acme\/other.*Delete or rename it/s,
  ],
  ['nobody', [], 'conflict', /title=llama-candidate%3A its name is taken%2C llama.*is no candidate of a run/],
  ['this repository, but is no candidate', [recordEnv()], 'conflict', /is no candidate of a run/],
  [
    'a later run',
    [recordEnv({ candidate: true, run: '9001.1', name: 'llama-candidate' })],
    'conflict',
    /title=llama-candidate%3A its name is taken%2C llama.*is the candidate of run 9001, which is later/,
  ],
])('an endpoint of the name of the candidate that is of %s stays, and nothing is written', ([, envs, end, says]) => {
  const seed = ({ emulator }: Stage) => void emulator.seed({ name: 'llama-candidate', envs });
  const there = { llama: isLlama, 'llama-candidate': {} };
  return playWeek([first, refused(end, { before: seed, writes: [], left: there, says })], { emulator });
});

describe('a runner that is lost', () => {
  const lost = { isDone: true, signal: 'SIGKILL' } as const;
  test('leaves a candidate that bills nothing, and the next run asks it again', () =>
    playWeek(
      [
        first,
        {
          ...{ ...push, image: wrong, dies: { operation: 'create', ...lost }, end: 'killed' },
          left: { llama: isLlama, ...left },
        },
        refused('test-failed', { image: wrong, writes: ['update', 'delete'], runId: '5002', attempt: 2 }),
      ],
      { emulator },
    ));

  test('leaves one that the list shows late: the next run takes it over all the same', () =>
    playWeek(
      [
        first,
        { ...{ ...push, image: other, dies: { operation: 'create', ...lost }, end: 'killed' } },
        {
          ...{ ...update, end: 'updated', attempt: 2, runId: '5002', afterMinutes: 0.1, left: { llama: {} } },
          says: /an earlier run has created llama-candidate/,
        },
      ],
      { emulator: { ...emulator, switches: { listShowsCreatedAfterMs: 60_000 } } },
    ));
});

test('two runs at once: the later one takes the candidate over, and the earlier one deletes nothing', () => {
  const theirs = recordEnv({ candidate: true, run: '9001.1', name: 'llama-candidate' });
  const takeOver = { kind: 'change', endpoint: 'llama-candidate', after: 'create', part: { envs: [theirs] } } as const;
  const there = { llama: isLlama, 'llama-candidate': {} };
  return playWeek([first, refused('conflict', { before: meanwhile(takeOver), left: there, writes: ['create'] })], {
    emulator,
  });
});

test.for<
  [
    operation: NonNullable<RunOfWeek['dies']>['operation'],
    after: number,
    next: string,
    left: NonNullable<RunOfWeek['left']>,
  ]
>([
  ['create', 0, 'updated', { llama: isLlama, ...left }],
  ['get', 2, 'updated', { llama: isLlama }],
  ['serve', 1, 'updated', { llama: isLlama }],
  ['serve', 5, 'updated', { llama: isLlama }],
  ['delete', 0, 'updated', { llama: isLlama }],
  ['update', 0, 'updated', { llama: isLlama }],
])('cancelled at a request of %s, %i later', ([operation, after, end, there]) =>
  playWeek(
    [
      first,
      { ...push, image: other, dies: { operation, after }, end: 'cancelled', left: there },
      { ...update, end, runId: '6001', afterMinutes: 10 },
    ],
    { emulator },
  ),
);

test('a candidate of a run that is cancelled before it can be read goes, too', () => {
  const left = { llama: isLlama };
  const cut = {
    dies: { operation: 'get', after: 2 },
    left,
    writes: ['create', 'delete'],
    says: /Delete: \w+ was asked for, and/,
  } as const;
  return playWeek([first, { ...push, image: other, ...cut, end: 'cancelled' }], {
    emulator: { ...emulator, switches: { getLagMs: 15_000, listLagMs: 15_000 } },
  });
});

test('a candidate of a cancelled run goes, also where failures are kept', () => {
  const cut = { dies: { operation: 'get', after: 2 }, with: { 'on-failure': 'keep' } } as const;
  return playWeek([first, { ...push, image: other, ...cut, end: 'cancelled', left: { llama: isLlama } }], { emulator });
});

describe('a candidate that a run has left which was cancelled while it created one', () => {
  const cut = { ...push, image: wrong, dies: { operation: 'create', isDone: true }, end: 'cancelled' } as const;
  const runs: RunOfWeek[] = [
    { ...first, sha: commits.first },
    { ...update, sha: commits.second },
    {
      ...cut,
      annotations: [
        /title=llama-candidate%3A perhaps created::The candidate llama-candidate may have been created/,
        /./,
      ],
    },
  ];
  test('is told, and does not hold up a way back', () =>
    playWeek(
      [
        ...runs,
        {
          ...{ spec, image: good, sha: commits.first, runId: '5001', attempt: 2, end: 'updated', writes: ['update'] },
          left: { llama: isLlama, ...left },
        },
      ],
      { emulator },
    ));

  const again: RunOfWeek = { ...update, image: 'ghcr.io/acme/llama:3', runId: '5002', attempt: 2, sha: commits.second };
  const models = [...emulator.models, { image: again.image ?? '', words: ['Paris'] }];
  test('is taken over by an earlier run that is started again', () =>
    playWeek([...runs, { ...again, left: { llama: {} } }], { emulator: { models } }));
  test('is in use as long as GitHub does not say that its run is over', () =>
    playWeek(
      [
        ...runs,
        {
          ...again,
          before: ({ api }) => api.setRun(5003, null),
          ...{
            end: 'conflict',
            left: { llama: {}, ...left },
            writes: [],
            says: /candidate of run 5003, which is later/,
          },
        },
      ],
      { emulator: { models } },
    ));
});

describe('a way back to a version that has served goes straight to production, and says so', () => {
  const back = {
    ...{ spec, image: good, sha: commits.first, end: 'updated', writes: ['update'] },
    ...{ left: { llama: isLlama }, says: 'No candidate: llama goes back to a version that has served before.' },
  };
  test.for<[string, Partial<RunOfWeek>]>([
    ['by a re-run', { runId: '5001', attempt: 2 }],
    ['by `older-commit`', { with: { allow: 'older-commit' } }],
  ])('%s', ([, how]) =>
    playWeek(
      [
        { ...first, image: good, sha: commits.first },
        { ...update, sha: commits.second },
        { ...back, ...how },
      ],
      {
        emulator,
      },
    ),
  );
  test('but not to a version that is new', () =>
    playWeek(
      [
        { ...first, sha: commits.first },
        { ...update, sha: commits.third },
        {
          ...back,
          ...{ image: wrong, sha: commits.second, with: { allow: 'older-commit' } },
          end: 'test-failed',
          says: [],
          writes: ['create', 'delete'],
          left: { llama: { image: other } },
        },
      ],
      { emulator },
    ));
});

test('production that fails although its candidate has passed is restored, and the title says both', () => {
  const script = { image: other, outcome: 'crash-loop', times: 'always' } as const;
  const failing = ({ emulator }: Stage) =>
    emulator.addFault({ operation: 'delete', kind: 'hook', when: 'after', run: () => emulator.addScript(script) });
  return playWeek(
    [
      first,
      {
        ...{ ...push, image: other, end: 'crashed', before: failing, left: { llama: isLlama } },
        annotations: [
          /title=llama%3A ghcr.io\/acme\/llama%3A2 crashed after it had passed as llama-candidate%2C restored/,
        ],
      },
    ],
    { emulator },
  );
});

test('of two specs, each has its own candidate, and a red one leaves the other deployed', () => {
  const two = `${spec}---\n${spec.replace('name: llama', 'name: qwen').replace(good, other)}`;
  const next = two.replaceAll(`image: ${good}`, `image: ${wrong}`).replace(`image: ${other}`, `image: ${good}`);
  return playWeek(
    [
      { spec: two, end: 'created' },
      {
        ...{ ...push, spec: next, end: 'test-failed', left: { llama: isLlama, qwen: { image: good } } },
        check: ({ outputs }) =>
          expect(JSON.parse(outputs.endpoints ?? '')).toMatchObject([
            { name: 'llama', candidate: { name: 'llama-candidate', verdict: 'test-failed' } },
            { name: 'qwen', operation: 'updated', candidate: { name: 'qwen-candidate', verdict: 'passed' } },
          ]),
      },
    ],
    { emulator },
  );
});

test('a name of 220 characters is shortened for its candidate, and disks are of one endpoint', () => {
  const name = 'l'.repeat(220);
  const disk = 'volumeMounts: [{type: local, mountPath: /data, size: 50}]\n';
  const long = `${spec.replace('name: llama', `name: ${name}`)}${disk}`;
  return playWeek(
    [
      { spec: long, end: 'created' },
      {
        ...{ ...push, spec: long, image: other, end: 'updated', left: { [name]: { image: other } } },
        says: /Candidate: l{40,}[\w-]*, before/,
        check: (_, { emulator }) => expect(emulator.endpoints()[0]?.volumeMounts).toMatchObject([{ size: 50 }]),
      },
    ],
    { emulator },
  );
});

test('cloud storage is mounted twice, which the plan says', () => {
  const storage = `${spec}clusterID: as-sgp-2\nvolumeMounts: [{type: network, id: storage-1, mountPath: /data}]\n`;
  return playWeek(
    [
      { spec: storage, end: 'created' },
      {
        ...{ ...update, spec: storage, says: /first: as llama-candidate, 1 test; both mount the cloud storage\n/ },
        check: ({ log }) => expect(log.match(/cloud storage/g)).toHaveLength(1),
      },
    ],
    { emulator },
  );
});

test('with `endpoint-id`, the candidate of an earlier run is found, and taken over', () => {
  const id = '0123456789abcdef';
  const byId = { 'endpoint-id': id };
  const workerConfig = { minNum: 1, maxNum: 3 };
  const arrange = ({ emulator }: Stage) => void emulator.seed({ ...shown, id, envs: [recordEnv()], workerConfig });
  return playWeek(
    [
      refused('test-failed', {
        ...{ image: wrong, with: { ...byId, 'on-failure': 'keep' }, left: { llama: isLlama, ...left } },
      }),
      { ...update, with: byId, writes: ['update', 'delete', 'update'] },
    ],
    { emulator, arrange },
  );
});

test('a deploy that somebody has approved runs its candidate; without it, the plan is another one', async () => {
  await using stage = await setStage({ emulator });
  await stage.step({ spec });
  const given = { with: { image: other }, sha: commits.second, runId: '101' };
  const planned = async (text: string) =>
    (await stage.step({ spec: text, ...given, with: { ...given.with, command: 'plan' } })).outputs['plan-digest'] ?? '';
  const [digest, plain] = [await planned(spec), await planned(spec.replace('candidate: true\n', ''))];
  expect(digest).not.toBe(plain);
  const wrongly = await stage.step({ spec, ...given, with: { ...given.with, 'approved-plan': plain } });
  expect(wrongly.end, wrongly.log).toBe('plan-changed');
  const step = await stage.step({ spec, ...given, with: { ...given.with, 'approved-plan': digest } });
  expect([step.end, endpointOf(step).candidate?.verdict], step.log).toEqual(['updated', 'passed']);
});
