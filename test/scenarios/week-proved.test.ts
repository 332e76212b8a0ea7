/** Weeks in which a version was not proved: it is parked, told, tried again, and never taken for one that has served. */

import { describe, expect, test } from 'vitest';
import { recordKey, smallSpec } from './deployment.ts';
import { commits, type Stage } from './github-stage.ts';
import type { StepResult } from './step.ts';
import { playWeek, type RunOfWeek } from './week.ts';

const [good, bad] = ['ghcr.io/acme/llama:1', 'ghcr.io/acme/llama:bad'];
const awake = `${smallSpec}workerConfig: {minNum: 1}\nhealthy: {path: /health}\n`;
const asleep = `${smallSpec}healthy: {path: /health}\ntests: [/health]\n`;
const crashing = { scripts: [{ image: bad, outcome: 'crash-loop', times: 'always' }] } as const;
const week = { emulator: crashing };
const cancelled = { dies: { operation: 'get', after: 3 }, end: 'cancelled' } as const;
const lost = { dies: { operation: 'update', isDone: true, signal: 'SIGKILL' }, end: 'killed' } as const;
const parked = { image: bad, minNum: 0, billed: 0 };

/** Somebody changes the one endpoint that is there. */
const byHand =
  (part: object) =>
  ({ emulator }: Stage) =>
    void emulator.change(emulator.endpoints()[0]?.id ?? '', part);

/** The mark on the one endpoint that is there. */
function markOn({ emulator }: Stage): unknown {
  const record = emulator.endpoints()[0]?.envs.find(({ key }) => key === recordKey);
  return JSON.parse(record?.value ?? '{}').parked;
}

describe('workers of which nothing shows the version', () => {
  const of = (digit: string, minNum: number, run: RunOfWeek): RunOfWeek => {
    const scaled = `workerConfig: {minNum: ${minNum}, maxNum: 4}\n`;
    return { spec: `${asleep}${scaled}`, image: `ghcr.io/acme/llama@sha256:${digit.repeat(64)}`, ...run };
  };
  const image = { image: `ghcr.io/acme/llama@sha256:${'b'.repeat(64)}` };
  const told: Partial<RunOfWeek> = {
    says: /title=llama%3A changed by hand%2C not proved::image\.image: changed by hand since the last deploy, /,
    check: ({ outputs }) => expect(outputs).toMatchObject({ proof: 'none', 'image-digest': '' }),
  };
  const crashes = { emulator: { scripts: [{ ...image, outcome: 'crash-loop', times: 'always' }] } } as const;

  test('prove no version that came by a hand: the one before may serve', () =>
    playWeek(
      [
        of('1', 2, { end: 'created' }),
        // Its workers crash, and go with the change of scaling; the ones before pass the test once, and stop.
        of('b', 2, { with: { command: 'status' }, before: byHand({ image }), end: 'read' }),
        of('b', 0, { sha: commits.second, end: 'test-failed' }),
      ],
      crashes,
    ));

  test('prove none while its own is not listed yet', () =>
    playWeek([
      of('1', 1, { end: 'created' }),
      of('b', 1, {
        before: (stage) => {
          stage.emulator.addScript({ outcome: 'healthy', appearAfterMs: 90_000 });
          byHand({ image })(stage);
        },
        ...{ sha: commits.second, end: 'unchanged', ...told },
      }),
    ]));
});

describe('a version that sleeps at zero', () => {
  const first: RunOfWeek = { spec: asleep, end: 'created', left: { llama: { image: good } } };
  const push = { spec: asleep, image: bad, sha: commits.second, afterMinutes: 30 };
  /** Documents are changed: the same image. */
  const documents = { ...push, sha: commits.third, afterMinutes: 15 };
  const retried: RunOfWeek = {
    ...{ ...documents, end: 'crashed', left: { llama: { image: bad, minNum: 0 } } },
    // The same answer is one line.
    check: ({ log }) => expect(log.match(/testing again/g)?.length).toBeLessThan(8),
  };

  test('is put back by a run that is cancelled: it answers, and later callers do not wake the bad one', async () => {
    const left = { llama: { image: good, billed: 0 } };
    await playWeek(
      [
        first,
        {
          // The worker that has answered the tests is still up.
          ...{ ...push, ...cancelled, afterMinutes: 1, left: { llama: { image: good, serves: [good] } } },
          says: [/put back%2C not waited for::/, /1 worker \(\S+:1\) serves/],
          saysNot: /STILL BILLED|Nobody is served|command `delete`/,
          check: (_, stage) => expect(markOn(stage)).toBeUndefined(),
        },
        { ...push, sha: commits.third, end: 'crashed', says: /crashed%2C restored to \S+1::/, left },
      ],
      { emulator: { ...crashing, switches: { keepOldWorkersMs: 600_000 } } },
    );
  });

  test('is parked by the run that is cancelled where nothing served before, and the next run tries it again', async () => {
    await playWeek(
      [
        {
          ...{ ...push, ...cancelled, left: { llama: parked } },
          check: (_, stage) =>
            expect(markOn(stage)).toEqual({ minNum: 0, freeTimeout: 300, why: 'cancelled', run: '5001.1' }),
        },
        {
          ...push,
          with: { command: 'status' },
          end: 'not-serving',
          says: [/parked: cancelled, run 5001/, /Deploy it/],
        },
        {
          ...{ ...push, with: { command: 'test' }, end: 'not-serving', left: { llama: { billed: 0, serves: [] } } },
          says: /no run has proved its version \(cancelled, run 5001\)\. It was not woken\. Nobody is served/,
          check: ({ outputs }) => expect(outputs.operation).toBe('read'),
        },
        retried,
      ],
      week,
    );
  });

  test('whose runner is lost is parked by whoever finds it bad, and tried again by the next push', async () => {
    const found = { ...retried, says: /crashed%2C parked/, left: { llama: parked } };
    await playWeek([first, { ...push, ...lost }, { ...push, ...found, runId: '5002', attempt: 2 }, found], week);
  });

  const answers = (status: number) => (stage: Stage) =>
    stage.emulator.addFault({ operation: 'serve', kind: 'status', status, when: 'after', times: 'always' });
  const wakes = (script: object) => (stage: Stage) =>
    stage.emulator.addChange({ kind: 'scale-out', script: { outcome: 'healthy', ...script }, after: 'limits' });
  test.for<[string, end: string, before: (stage: Stage) => unknown, onFailure?: 'restore' | 'keep']>([
    ['answers wrong is parked', 'test-failed', answers(404), 'restore'],
    ['answers wrong is marked', 'test-failed', answers(404), 'keep'],
    ['is reached by nobody', 'test-failed', answers(502)],
    ['is slow', 'timeout', wakes({ pace: { healthCheckMs: 1e6 } })],
    ['finds no GPU', 'no-capacity', wakes({ outcome: 'no-capacity' })],
  ])('that has served, and %s in a re-run', async ([, end, before, onFailure]) => {
    const again = { spec: asleep, attempt: 2, runId: '5001', afterMinutes: 30, before, end };
    const told = onFailure ? { saysNot: /not changed/, writes: ['update'] } : { says: /not changed/, writes: [] };
    const inputs = { 'wait-timeout': '9m', 'on-failure': onFailure ?? 'restore' };
    const check = (_: unknown, stage: Stage) => expect(markOn(stage) !== undefined).toBe(onFailure !== undefined);
    await playWeek([first, { ...again, ...told, with: inputs, check }]);
  });

  const keep = { 'on-failure': 'keep' };
  const scaling = { workerConfig: { maxNum: 4 } };
  test.for<[string, object, operation: 'get' | 'log', RunOfWeek, next: RunOfWeek]>([
    ['scales it in the wait', scaling, 'get', { end: 'conflict' }, { end: 'crashed' }],
    ['scales it before it is marked', scaling, 'log', { end: 'crashed', with: keep }, { end: 'crashed' }],
    ['scales it before the restore', scaling, 'log', { end: 'crashed', says: /Not undone/ }, { end: 'crashed' }],
    [
      ...(['repairs it: that stays', { image: { image: 'a:theirs' } }, 'get', { end: 'conflict' }] as const),
      { image: 'a:theirs', end: 'unchanged' },
    ],
  ])('and somebody %s', async ([, change, operation, run, next]) => {
    const after = operation === 'get' ? 2 : 0;
    const before = (stage: Stage) =>
      stage.emulator.addFault({ operation, kind: 'hook', when: 'before', after, run: () => byHand(change)(stage) });
    const check = (_: unknown, { emulator }: Stage) => expect(emulator.endpoints()[0]).toMatchObject(change);
    await playWeek([first, { ...push, before, ...run, check }, { ...documents, ...next, check }], week);
  });

  test('which was parked, is marked again although somebody scales it before it is parked once more', async () => {
    const before = (stage: Stage) =>
      stage.emulator.addFault({ operation: 'log', kind: 'hook', when: 'before', run: () => byHand(scaling)(stage) });
    const again = { ...push, image: 'a:bad', end: 'crashed', says: /Not undone: .* changed endpoint/ };
    await playWeek(
      [
        { ...push, end: 'crashed' },
        { ...again, before },
        { ...again, sha: commits.third, says: [] },
      ],
      {
        emulator: {
          scripts: [bad, 'a:bad'].map((image) => ({ image, outcome: 'crash-loop', times: 'always' }) as const),
        },
      },
    );
  });

  test('is marked by nobody but its own run', async () => {
    const newer = { ...documents, runId: '9000', with: { image: 'a:3', wait: 'none' } };
    const before = (stage: Stage) => {
      const run = async () => void (await stage.step(newer));
      stage.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 6, run });
    };
    const check = (_: unknown, stage: Stage) => expect(markOn(stage)).toBeUndefined();
    await playWeek([first, { ...push, image: 'a:2', before, end: 'conflict', check }]);
  });

  test('is marked by a failure that is kept, with its numbers', async () => {
    await playWeek(
      [
        first,
        {
          ...{ ...push, with: { 'on-failure': 'keep' }, end: 'crashed', left: { llama: { image: bad } } },
          // Only the record shows that the mark is there.
          before: ({ emulator }) => emulator.addFault({ operation: 'update', kind: 'status', status: 503, after: 1 }),
          says: /Clean-up: noting in the record of \S+ that nothing has proved this version\./,
          saysNot: /Clean-up: parking|which this run has created/,
          check: (_, stage) => expect(markOn(stage)).toMatchObject({ why: 'crashed', run: '5002.1' }),
        },
        { ...retried, with: { 'on-failure': 'keep' }, left: { llama: { image: bad } } },
        {
          ...{ ...retried, saysNot: /restored|command `delete`/, says: /Run 5001 served \S+:1 until/ },
          check: (_, stage) => expect(markOn(stage)).toMatchObject({ why: 'crashed', run: '5004.1' }),
        },
      ],
      week,
    );
  });

  test('is not called billed in vain because a run that looks at it again is cancelled', async () => {
    const dies = { operation: 'serve', after: 3 };
    const again = { spec: asleep, attempt: 2, runId: '5001', afterMinutes: 30, dies, end: 'cancelled' };
    await playWeek([first, { ...again, says: /1 worker is billed/, saysNot: /STILL BILLED|delete/ }], week);
  });

  test('is left alone by a run that wrote nothing, and by one that was proved', async () => {
    await playWeek(
      [
        first,
        { ...documents, image: good, end: 'unchanged', annotations: [], says: /Not tested: it sleeps/, writes: [] },
        { ...push, image: good, spec: asleep.replace('300', '60'), end: 'unchanged', writes: [] },
      ],
      week,
    );
  });
});

test.for([
  ['that sleeps', asleep, 'crashed', /crashed%2C parked::/, ['update', 'update']],
  ['that has to run, where the version before still serves', awake, 'crashed', /not changed::/, []],
] as const)(
  'a version that was put there by hand, and that the spec names now, was never proved: %s',
  async ([, spec, end, says, writes]) => {
    const before = byHand({ image: { image: bad } });
    const named = { spec, image: bad, sha: commits.second, afterMinutes: 30, before, end, says, writes };
    await playWeek([{ spec, end: 'created' }, named], week);
  },
);

describe('a version that sleeps, and that nothing shows to have been tested', () => {
  const two = 'ghcr.io/acme/llama:2';
  const spec = asleep;
  const push = { spec, image: two, sha: commits.second, afterMinutes: 30 };
  const tested: RunOfWeek = {
    ...{ ...push, sha: commits.third, end: 'unchanged', writes: ['update'], says: /it is tested, and that is noted/ },
    check: ({ outputs }) => expect(outputs.proof).toBe('tests'),
  };
  const believed: RunOfWeek = { ...push, sha: commits.third, end: 'unchanged', writes: [], says: /Not tested: it/ };
  const adopts = { env: { GITHUB_REPOSITORY: '' }, with: { allow: 'adopt' } };
  const noPermission = { api: { permissions: { actions: 'none' } } } as const;
  const added = { spec: asleep.replace('[/health]', '[/health, /v1/models]') };

  test.for<[string, RunOfWeek, object?, object?]>([
    ['because its runner was lost', { ...push, ...lost }],
    ['because it came from a command line', { ...push, ...adopts, end: 'updated' }],
    ['because its run did not wait', { ...push, with: { wait: 'none' }, end: 'updated' }],
    ['because a test is added', { ...push, end: 'updated' }, {}, added],
    ['because GitHub does not tell', { ...push, end: 'updated' }, noPermission],
  ])('is tested once, %s', async ([, deploy, api = {}, more = {}]) => {
    const first = { spec, end: 'created' };
    await playWeek([first, deploy, { ...tested, ...more }, { ...believed, ...more }, { ...believed, ...more }], api);
  });

  const isLost = { ...push, ...lost };
  const bySchedule = { env: { GITHUB_EVENT_NAME: 'schedule' } };
  /** How a run has ended, by its other endpoints. */
  const conclude = (run: number, conclusion: 'success' | 'failure') => (stage: Stage) =>
    stage.api.setRun(run, conclusion);
  test.for<[string, readonly RunOfWeek[]]>([
    [
      'a run that was lost, too',
      [isLost, isLost, tested, { ...believed, before: conclude(5004, 'failure') }, believed],
    ],
    [
      'a run that was lost, after an earlier one has passed fewer tests',
      [isLost, tested, { ...isLost, ...added, sha: commits.third }, { ...tested, ...added }, { ...believed, ...added }],
    ],
    ['a schedule that was green, over a lost run', [isLost, { ...tested, ...bySchedule }, believed]],
    [
      'a schedule that was lost, over a green run',
      [
        { ...push, with: { wait: 'none' }, end: 'updated' },
        { ...isLost, ...bySchedule, before: conclude(5002, 'success') },
        tested,
        believed,
      ],
    ],
  ])('is tested once more only where the run that noted its test did not end green: %s', ([, runs]) =>
    playWeek([{ spec, end: 'created' }, ...runs]),
  );

  test('is billed once a test has called it, also if the run is cancelled before a reading shows that', () => {
    const says = /Nothing shows who serves\. A worker that a test has woken is billed until it is idle again/;
    const noted: RunOfWeek = { ...push, runId: '5003', dies: { operation: 'serve', signal: 'SIGKILL' }, end: 'killed' };
    const again: RunOfWeek = { attempt: 2, dies: { operation: 'serve' }, end: 'cancelled', writes: [], says };
    return playWeek([{ spec, end: 'created' }, isLost, noted, { ...noted, ...again }]);
  });

  test('is parked if it fails', async () => {
    const found = { ...push, image: bad, sha: commits.third, end: 'crashed', left: { llama: parked } };
    await playWeek(
      [
        { spec, end: 'created' },
        { ...push, image: bad, ...lost },
        { ...found, says: /crashed%2C parked::/, writes: ['update', 'update'] },
        found,
      ],
      week,
    );
  });

  test('is parked if it fails, also where it has slept since a night', async () => {
    const day = { ...push, spec: `${awake}tests: [/health]\n`, image: bad };
    const check = (_: unknown, stage: Stage) => byHand({ workerConfig: { minNum: 0 } })(stage);
    const later = { spec, afterMinutes: 60, sha: commits.third };
    await playWeek(
      [
        { ...day, image: good, end: 'created' },
        { ...day, ...lost, check },
        { ...day, ...later, end: 'crashed', says: /crashed%2C parked::/, left: { llama: parked } },
      ],
      week,
    );
  });

  test('is tested by the night that puts it to sleep, where it does not serve', async () => {
    const day = { ...push, spec: `${awake}tests: [/health]\n`, image: bad };
    const night = { ...day, spec: day.spec.replace('minNum: 1', 'minNum: 0') };
    await playWeek(
      [
        { ...day, image: good, end: 'created' },
        { ...day, with: { 'on-failure': 'keep' }, end: 'crashed' },
        {
          ...{ ...night, env: { GITHUB_EVENT_NAME: 'schedule' }, end: 'crashed', left: { llama: parked } },
          says: [/crashed%2C parked::/, /Run 5001 served \S+:1 until [^:]+:\d\d UTC: start its job again/],
        },
      ],
      week,
    );
  });

  test('is tested by the night that puts it to sleep, where its own run was red', async () => {
    const day = { ...push, spec: `${awake}tests: [/health]\n` };
    const night = {
      ...day,
      spec: day.spec.replace('minNum: 1', 'minNum: 0'),
      left: { llama: { minNum: 0, billed: 0 } },
    };
    const before = ({ api, emulator }: Stage) => {
      api.setRun(5001, 'failure');
      emulator.addFault({ operation: 'serve', kind: 'status', status: 404, when: 'after', times: 'always' });
    };
    await playWeek(
      [
        { ...day, end: 'created' },
        { ...night, before, end: 'test-failed', says: /failed a test%2C parked::/ },
      ],
      { emulator: { switches: { keepOldWorkersMs: 0 } } },
    );
  });

  test('keeps its place if its test finds no GPU: it is tried again, and comes back after a bad push', async () => {
    const before = ({ emulator }: Stage) => emulator.addScript({ outcome: 'no-capacity' });
    await playWeek(
      [
        { spec, end: 'created' },
        { ...push, ...lost },
        {
          ...{ ...push, before, sha: commits.third, with: { 'wait-timeout': '9m' }, end: 'no-capacity' },
          check: (_, stage) => expect(markOn(stage)).toMatchObject({ why: 'no-capacity', hasServed: true }),
        },
        { ...push, image: bad, sha: commits.third, end: 'crashed', left: { llama: { image: two } } },
      ],
      week,
    );
  });

  test('hands on no digest before it is tested', async () => {
    const image = `ghcr.io/acme/llama@sha256:${'1'.repeat(64)}`;
    const run = { ...push, image };
    const hands = (digest: string) => (step: StepResult) => expect(step.outputs['image-digest']).toBe(digest);
    await playWeek([
      { ...run, with: { wait: 'none' }, end: 'created', check: hands('') },
      { ...run, with: { wait: 'none' }, end: 'unchanged', check: hands('') },
      { ...run, end: 'unchanged', check: hands(`sha256:${'1'.repeat(64)}`) },
      { ...run, with: { wait: 'none' }, end: 'unchanged', check: hands(`sha256:${'1'.repeat(64)}`) },
    ]);
  });
});

test('a version of which nothing shows that it serves hands no digest on', async () => {
  const [one, two] = ['1', '2'].map((digit) => `ghcr.io/acme/llama@sha256:${digit.repeat(64)}`);
  const again = { outcome: 'healthy', appearAfterMs: 60_000 } as const;
  await playWeek(
    [
      { spec: awake, image: one ?? '', end: 'created' },
      {
        ...{ spec: awake, image: two ?? '', sha: commits.second, end: 'updated', says: /shows which version it runs/ },
        before: ({ emulator }) =>
          emulator.addChange({ kind: 'scale-out', after: 'update', image: one ?? '', script: again }),
        check: ({ outputs }) => expect([outputs.proof, outputs['image-digest']]).toEqual(['none', '']),
      },
    ],
    { emulator: { scripts: [{ image: two ?? '', outcome: 'crash-loop', runsForMs: 1000, exitedForMs: 1e8 }] } },
  );
});

test('a test that is added to what sleeps is run, and its failure is red until it is gone or right', async () => {
  const spec = asleep.replace('[/health]', '[/health, {get: /version, expect: {contains: two}}]');
  const added = { spec, sha: commits.second, afterMinutes: 30, end: 'test-failed' } as const;
  await playWeek([
    { spec: asleep, end: 'created' },
    { ...added, says: [/1 added/, /contains "two"/], left: { llama: { image: good, minNum: 0 } } },
    { ...added, left: { llama: { image: good, minNum: 0 } } },
    { ...added, spec: asleep, end: 'updated' },
  ]);
});

describe('a first deploy', () => {
  test('that crashes is parked, and the fix serves', async () => {
    await playWeek(
      [
        { spec: awake, image: bad, end: 'crashed', left: { llama: parked } },
        { spec: awake, with: { command: 'status' }, end: 'not-serving', says: /Deploy it, corrected if it has failed/ },
        { spec: awake, sha: commits.second, afterMinutes: 15, end: 'updated', left: { llama: { serves: [good] } } },
      ],
      week,
    );
  });

  test('that is parked, and repaired by hand: what serves by then is restored after the next bad push', async () => {
    const repair = byHand({ image: { image: good }, workerConfig: { minNum: 1 } });
    const repaired = { image: good, serves: [good], minNum: 1 };
    await playWeek(
      [
        { spec: awake, image: bad, end: 'crashed', left: { llama: parked }, check: (_, stage) => repair(stage) },
        {
          spec: awake,
          image: bad,
          with: { command: 'status' },
          end: 'read',
          says: /^llama +serving/m,
          afterMinutes: 60,
        },
        {
          ...{ spec: awake, image: bad, sha: commits.second, end: 'crashed', left: { llama: repaired } },
          says: [
            /was changed by hand since run 5001\.1, and this run replaces image\.image/,
            /restored to \S+llama%3A1/,
          ],
        },
        { spec: awake, image: bad, sha: commits.third, end: 'crashed', left: { llama: repaired } },
      ],
      week,
    );
  });

  test('that is cancelled, and scaled up by hand: what serves by then is restored after the next bad push', async () => {
    const scale = byHand({ workerConfig: { minNum: 1 } });
    await playWeek(
      [
        { spec: awake, ...cancelled, check: (_, stage) => scale(stage) },
        {
          ...{ spec: awake, image: bad, sha: commits.second, afterMinutes: 60, end: 'crashed' },
          ...{ says: /restored to \S+llama%3A1/, left: { llama: { image: good, serves: [good], minNum: 1 } } },
          check: (_, stage) => expect(markOn(stage)).toMatchObject({ why: 'cancelled', run: '5001.1' }),
        },
      ],
      week,
    );
  });

  test.for([
    ['a digest', `ghcr.io/acme/llama@sha256:${'1'.repeat(64)}`, 'updated'],
    ['a tag, which may have moved', good, 'plan-changed'],
  ] as const)('of an approved plan that is cancelled is started again as approved: %s', async ([, image, end]) => {
    let approved = '';
    const approve = ({ outputs }: StepResult) => {
      approved = outputs['plan-digest'] ?? '';
    };
    const deploy = (run: RunOfWeek): RunOfWeek => ({
      ...{ spec: awake, ...run },
      get with() {
        return { image, 'approved-plan': approved };
      },
    });
    await playWeek([
      { spec: awake, with: { image, command: 'plan' }, end: 'planned', check: approve },
      deploy(cancelled),
      deploy({ attempt: 2, end }),
    ]);
  });

  test('that is cancelled, started again and cancelled again bills nothing', async () => {
    const run = { spec: awake, ...cancelled, left: { llama: { image: good, minNum: 0, billed: 0 } } };
    const numbers = (_: unknown, stage: Stage) => expect(markOn(stage)).toMatchObject({ minNum: 1, freeTimeout: 300 });
    await playWeek([
      { ...run, check: numbers },
      { ...run, attempt: 2, runId: '5001', saysNot: /BILLED/, check: numbers },
      { spec: awake, attempt: 3, runId: '5001', end: 'updated', left: { llama: { serves: [good], minNum: 1 } } },
    ]);
  });

  test('whose next image crashes, too, is parked at once', async () => {
    await playWeek(
      [
        { spec: awake, ...cancelled },
        {
          ...{ spec: awake, image: bad, sha: commits.second, end: 'crashed', left: { llama: parked } },
          saysNot: [/not seen serving/, /BILLED/],
          writes: ['update', 'update'],
        },
      ],
      week,
    );
  });
});

test('a preview that is cancelled at first, and whose next image crashes, is deleted', async () => {
  const preview = { spec: asleep, with: { preview: 'true' } };
  await playWeek(
    [
      { ...preview, ...cancelled, pull: { action: 'opened' }, left: { 'llama-pr-7': { minNum: 0, billed: 0 } } },
      { ...preview, image: bad, pull: { action: 'synchronize', sha: commits.second }, end: 'crashed', left: {} },
    ],
    week,
  );
});

describe('an endpoint that has to run', () => {
  const worse = 'ghcr.io/acme/llama:worse';
  const both = {
    emulator: { scripts: [...crashing.scripts, { image: worse, outcome: 'crash-loop', times: 'always' }] },
  } as const;
  const first: RunOfWeek = { spec: awake, end: 'created' };
  const failing = (stage: Stage) =>
    stage.emulator.addFault({ operation: 'serve', kind: 'status', status: 500, times: 'always' });

  test('two bad pushes, the first cancelled by the second: what served before comes back each time', async () => {
    const left = { llama: { image: good, serves: [good] } };
    const push = { spec: awake, afterMinutes: 30, left, saysNot: /STILL BILLED|command `delete`/ };
    await playWeek(
      [
        first,
        { ...push, image: bad, sha: commits.second, ...cancelled, says: /put back%2C not waited for::/ },
        { ...push, image: worse, sha: commits.third, end: 'crashed', says: /restored to ghcr/ },
      ],
      both,
    );
  });

  test('two bad pushes, where the first could not put back: nothing unproved is written back, and what served is named', async () => {
    const before = ({ emulator }: Stage) =>
      emulator.addFault({ operation: 'update', kind: 'status', status: 400, after: 1 });
    const push = { spec: awake, afterMinutes: 30, saysNot: /command `delete`/ };
    const served = /Run 5001 served ghcr.io\/acme\/llama:1 until [^:]+:\d\d UTC: start its job again/;
    await playWeek(
      [
        first,
        {
          ...{ ...push, image: bad, sha: commits.second, ...cancelled, before, left: { llama: { image: bad } } },
          check: (_, stage) => expect(markOn(stage)).toMatchObject({ why: 'cancelled', minNum: 1 }),
        },
        {
          ...{ ...push, image: worse, sha: commits.third, end: 'crashed' },
          says: [/crashed%2C written%2C not proved::/, served],
          // Zero workers would end the one that serves.
          ...{ writes: ['update', 'update'], left: { llama: { image: worse, minNum: 1, serves: [good] } } },
        },
        {
          ...{ ...push, attempt: 2, runId: '5001', sha: commits.first, end: 'updated' },
          left: { llama: { image: good, serves: [good] } },
        },
      ],
      both,
    );
  });

  test('that is marked and serves stays marked through a push of documents, and is not called restored', async () => {
    const spec = `${awake}tests: [/health]\n`;
    const push = { spec, image: bad, before: failing, end: 'test-failed' };
    await playWeek([
      { ...first, spec },
      { ...push, sha: commits.second, with: { 'on-failure': 'keep' } },
      {
        ...{ ...push, sha: commits.third, afterMinutes: 30, saysNot: [/restored/, /command `delete`/] },
        left: { llama: { image: bad, serves: [bad], minNum: 1 } },
        check: (_, stage) => expect(markOn(stage)).toMatchObject({ minNum: 1, run: '5003.1' }),
      },
    ]);
  });

  test('that is marked and serves is put back with its mark', async () => {
    const spec = `${awake}tests: [/health]\n`;
    const push = { spec, image: bad, before: failing, end: 'test-failed' };
    await playWeek(
      [
        { ...first, spec },
        { ...push, sha: commits.second, with: { 'on-failure': 'keep' } },
        {
          ...{ ...push, image: worse, sha: commits.third, before: () => {}, end: 'crashed', afterMinutes: 30 },
          ...{ says: /which no run has proved/, left: { llama: { image: bad, serves: [bad], minNum: 1 } } },
          check: (_, stage) => expect(markOn(stage)).toMatchObject({ minNum: 1, run: '5002.1' }),
        },
      ],
      { emulator: { scripts: both.emulator.scripts.slice(1) } },
    );
  });

  test('a bad version by hand, and a bad push: what is written back is not said to be restored', async () => {
    const check = (_: unknown, stage: Stage) => byHand({ image: { image: bad } })(stage);
    const push = { spec: awake, image: worse, sha: commits.second, afterMinutes: 5 };
    const says = /written back%2C not seen serving.*1 worker of an earlier version serves/;
    await playWeek(
      [
        { ...first, check },
        { ...push, end: 'crashed', says, saysNot: /restored to/, left: { llama: { image: bad, serves: [good] } } },
      ],
      both,
    );
  });

  test('two bad pushes within a minute: the first is rolled back, and so is the second, to what has served all the time', async () => {
    const missing = 'ghcr.io/acme/llama:missing';
    await playWeek(
      [
        first,
        {
          ...{ spec: awake, image: missing, sha: commits.second, afterMinutes: 30 },
          ...{ end: 'image-pull', says: /restored to ghcr/ },
        },
        {
          ...{ spec: awake, image: worse, sha: commits.third, end: 'crashed' },
          ...{ left: { llama: { image: good, serves: [good] } }, says: /crashed%2C restored to ghcr/ },
        },
      ],
      { emulator: { scripts: [...both.emulator.scripts, { image: missing, outcome: 'image-pull' }] } },
    );
  });

  test('no GPU for a day: what a restore found serving serves, for every run after it', async () => {
    const noCapacity = ({ emulator }: Stage) => emulator.addScript({ outcome: 'no-capacity', times: 'always' });
    const left = { llama: { image: good, serves: [good] } };
    const restored = { spec: awake, end: 'no-capacity', says: /restored to ghcr/, saysNot: /STILL BILLED/, left };
    await playWeek([
      first,
      { ...restored, image: 'a:2', sha: commits.second, before: noCapacity },
      { spec: awake, with: { command: 'status' }, end: 'read', says: /^llama +serving/m },
      { ...restored, image: 'a:3', sha: commits.third, afterMinutes: 600 },
      { spec: awake, end: 'unchanged', writes: [], left },
    ]);
  });

  test('the first deploy fails a test days later: nobody is told to delete what serves', async () => {
    const push = { spec: `${awake}tests: [/health]\n`, sha: commits.second, before: failing, afterMinutes: 4000 };
    await playWeek([first, { ...push, end: 'test-failed', says: /1 worker is billed/, saysNot: /STILL|delete/ }]);
  });

  test('a kept failure of its tests has not served: an older commit goes over it', async () => {
    const spec = `${awake}tests: [/health]\n`;
    const kept = { spec, image: bad, sha: commits.second, with: { 'on-failure': 'keep' }, before: failing };
    await playWeek([
      first,
      {
        ...kept,
        end: 'test-failed',
        left: { llama: { image: bad, minNum: 1 } },
        check: (_, stage) => expect(markOn(stage)).toMatchObject({ minNum: 1, why: 'test-failed' }),
      },
      {
        spec,
        with: { command: 'status' },
        end: 'not-serving',
        says: /^llama +unproved: test-failed.* 1 worker serves/m,
      },
      { spec, sha: commits.first, end: 'updated', left: { llama: { image: good, serves: [good] } } },
    ]);
  });

  test('a kept crash has not served: no bad push writes it back, or stops what serves beside it', async () => {
    const crash = { image: 'a:3', outcome: 'crash-loop', times: 'always' } as const;
    const serves = { serves: [good], minNum: 1 };
    await playWeek(
      [
        first,
        {
          ...{ spec: awake, image: bad, sha: commits.second, with: { 'on-failure': 'keep' }, end: 'crashed' },
          left: { llama: { image: bad, ...serves } },
          check: (_, stage) => expect(markOn(stage)).toMatchObject({ minNum: 1, why: 'crashed' }),
        },
        {
          ...{
            spec: awake,
            image: 'a:3',
            sha: commits.third,
            end: 'crashed',
            left: { llama: { image: 'a:3', ...serves } },
          },
          says: [
            /crashed%2C written%2C not proved/,
            /1 old worker of an earlier version serves/,
            /Run 5001 served \S+:1/,
          ],
          saysNot: /STILL BILLED|restored/,
        },
        {
          spec: awake,
          with: { command: 'status' },
          end: 'not-serving',
          says: /before: \S+:1, run 5001/,
          saysNot: /run 5002/,
        },
        {
          spec: awake,
          attempt: 2,
          runId: '5001',
          sha: commits.first,
          end: 'updated',
          left: { llama: { image: good, ...serves } },
        },
      ],
      { emulator: { scripts: [...crashing.scripts, crash] } },
    );
  });

  test('a kept crash that is put to sleep stays marked while nothing of it runs; a fix is not', async () => {
    const spec = awake.replace('minNum: 1', 'minNum: 0');
    const night = { spec, image: bad, sha: commits.second, end: 'updated' };
    const marked = (_: StepResult, stage: Stage) =>
      expect(markOn(stage)).toMatchObject({ why: 'crashed', run: '5002.1' });
    await playWeek(
      [
        first,
        { ...night, spec: awake, with: { 'on-failure': 'keep' }, end: 'crashed', check: marked },
        { ...night, spec: awake, ...cancelled, check: marked },
        { ...night, env: { GITHUB_EVENT_NAME: 'schedule' }, check: marked },
        { ...night, with: { wait: 'none' }, check: marked },
        { ...night, image: 'a:3', sha: commits.third, check: (_, stage) => expect(markOn(stage)).toBeUndefined() },
      ],
      week,
    );
  });

  test('a first deploy is killed after its create: the next run finds it bad, and says how to end the bill', async () => {
    await playWeek(
      [
        { spec: awake, image: bad, dies: { operation: 'create', isDone: true, signal: 'SIGKILL' }, end: 'killed' },
        {
          ...{ spec: awake, image: bad, attempt: 2, end: 'crashed', writes: [], left: { llama: { billed: 1 } } },
          says: [/STILL BILLED%3A 1 worker/, /the command `park` or `delete` with `endpoint-id: \w+`/],
        },
      ],
      week,
    );
  });

  test('an update while the service lists no worker: a run that changes nothing does not take the old one for it', async () => {
    const lists = (showWorkers: boolean) => (stage: Stage) => stage.emulator.setSwitches({ showWorkers });
    const push = { spec: awake, image: bad, left: { llama: { image: bad, serves: [good] } } };
    await playWeek(
      [
        first,
        {
          ...{ ...push, dies: { operation: 'update', isDone: true, signal: 'SIGKILL' }, end: 'killed' },
          ...{ sha: commits.second, before: lists(false), afterMinutes: 30 },
        },
        {
          ...{ ...push, sha: commits.third, before: lists(true), afterMinutes: 5, end: 'crashed', writes: [] },
          says: /1 worker of an unknown version serves/,
        },
      ],
      week,
    );
  });

  test('by the command `test`: an old worker may have answered while it is healthy', async () => {
    const spec = `${awake}tests: [/health]\n`;
    const proof = (expected: string) => (step: StepResult) => expect(step.outputs.proof).toBe(expected);
    const now: RunOfWeek = { spec, image: 'a:2', sha: commits.second, end: 'updated', check: proof('workers') };
    await playWeek(
      [
        { spec, end: 'created', check: proof('tests') },
        now,
        { ...now, with: { command: 'test' }, end: 'tested' },
        { ...now, with: { command: 'test' }, end: 'tested', check: proof('tests'), afterMinutes: 90 },
      ],
      { emulator: { switches: { keepOldWorkersMs: 3_600_000 } } },
    );
  });

  test('that cannot be read completely is not said to be parked', async () => {
    const unread = (stage: Stage) =>
      stage.emulator.addFault({
        ...{ operation: 'log', kind: 'hook', when: 'before' },
        run: () => stage.emulator.setSwitches({ answersLeaveOut: ['workerConfig'] }),
      });
    await playWeek(
      [
        {
          ...{ spec: awake, image: bad, before: unread, end: 'crashed', left: { llama: { billed: 1 } } },
          says: /STILL BILLED/,
          saysNot: /, parked|C parked/,
        },
      ],
      week,
    );
  });
});
