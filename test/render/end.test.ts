/** What a rollout has left → who serves, what is billed, and the title, the message and the next step that say so. */

import { describe, expect, test } from 'vitest';
import { codeWords, DeployError, type ErrorCode, errorCodes } from '../../src/errors.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { withRecord } from '../../src/model/record.ts';
import { noteTests } from '../../src/model/shortened.ts';
import { makePlan, type Plan, type PlanRequest } from '../../src/plan/plan.ts';
import { endFailure, endLines, endWarnings, outcomeSummary, wordsOfEnd } from '../../src/render/end.ts';
import { type End, endOf } from '../../src/rollout/end.ts';
import { readingOf } from '../../src/rollout/events.ts';
import { type Facts, initialFacts } from '../../src/rollout/facts.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';
import { stateOf } from '../rollout/readings.ts';

type Worker = Endpoint['workers'][number];
const worker = (id: string, state = 'running'): Worker => ({
  ...{ id, state: stateOf(state), log: '', healthy: state === 'running' },
});
const waiting = (id: string, message: string): Worker => ({
  ...worker(id),
  state: stateOf('pending', message),
  healthy: false,
});
const [old, fresh, exited] = [worker('w1'), worker('w2'), worker('w2', 'exited')];
const endpointOf = (tag: string, workers: readonly Worker[], { minNum = 1, state = 'serving' } = {}): Endpoint => ({
  ...liveEndpoint,
  id: 'e1',
  url: 'https://e1.example.dev',
  workers: [...workers],
  state: stateOf(state),
  config: {
    ...liveConfig,
    image: { ...liveConfig.image, image: `a:${tag}` },
    workerConfig: { ...liveConfig.workerConfig, minNum },
  },
});
const live = endpointOf('1', [old]);
const planOf = (request: Partial<PlanRequest> = {}): Plan =>
  makePlan({ spec: { name: 'llama', image: { image: 'a:2' }, price: 0.5 }, secretEnvs: new Map(), live, ...request });
const update = planOf();
const creation = planOf({ live: undefined });
const recorded = endpointOf('2', [old]);
const noted = { time: '2026-01-01T00:00:00Z', tool: 'deploy-gpu-endpoint/1.0.0' };
const record = { ...noted, envKeys: '4.', ...noteTests([{ get: '/health' }]) };
recorded.config = { ...recorded.config, envs: withRecord(recorded.config.envs, record) };
const again = planOf({ live: recorded });
const ofOurs = { repository: 'acme/llama', commit: 'c'.repeat(40), ref: 'refs/heads/main', run: '5001.2' };
const ofRun = planOf({
  live: {
    ...recorded,
    config: { ...recorded.config, envs: withRecord([], { ...noted, ...ofOurs, envKeys: '4.' }) },
  },
});
const scaledUp = planOf({
  spec: { name: 'llama', workerConfig: { minNum: 3 }, price: 0.5 },
  live: endpointOf('1', [], { minNum: 0 }),
});
const asleep = planOf({ live: endpointOf('2', [], { minNum: 0 }) });
const noGpu = 'insufficient GPU resources';
const failureOf = (code: DeployError['code']) => new DeployError({ code, message: `it is ${code}`, hint: 'Mend it.' });

/** What has happened: a part of the facts, and the last reading. */
type Happened = Partial<Omit<Facts, 'endpoint'>> & { read?: Endpoint };
const wrongAnswers: Happened = {
  ...{ failure: failureOf('test-failed'), operation: 'unchanged', answeredBy: 'this' },
  tests: { kind: 'failed', message: 'a test failed', weight: 'own', results: [] },
};
const crashed = { failure: failureOf('crashed') };
const versions = new Map([
  ['w1', 'earlier'],
  ['w2', 'this'],
] as const);
const updated = { ...crashed, operation: 'updated', changed: true, versions } as const;
const created = { ...crashed, operation: 'created', changed: true, endpointId: 'e1' } as const;
const restored = { ...updated, operation: 'restored', left: { kind: 'restored', except: [] } } as const;
const problem = failureOf('unavailable');

function endAfter(plan: Plan, { read, ...part }: Happened): End {
  const start = initialFacts(plan.live);
  return endOf(plan, { ...start, ...part, endpoint: read ? readingOf(read) : start.endpoint }, 0);
}

const titleOf = (plan: Plan, end: End) => wordsOfEnd({ plan, end }).title;

const gone = worker('w1', 'exited');
const nobody = endpointOf('2', [exited]);
const theirs = endpointOf('theirs', [old, fresh]);
const [before, during] = [endpointOf('1', [old]), endpointOf('2', [old, exited])];
const failed = (code: DeployError['code'], happened: Happened = {}): Happened => ({
  ...happened,
  failure: failureOf(code),
});
const left = (kind: 'unproved' | 'parked' | 'deleted' | 'not-restored' | 'foreign' | 'rival' | 'gone') => ({
  left: { kind },
});
const undone = { ...updated, problem, ...left('not-restored') };
const rival = { ...failed('conflict'), ...left('rival'), endpointId: 'e1' };
const unconfirmed = { ...failed('cancelled'), changed: true, unconfirmed: 'update-v1' } as const;
const shortage = { ...failed('no-capacity'), changed: true, operation: 'updated' } as const;
const short = [worker('w3', 'pulling'), waiting('', noGpu), waiting('w5', noGpu)];
const oom = endpointOf('1', [waiting('w2', 'OOM killed')], { minNum: 0 });
const writtenBack = { ...restored, problem, left: { kind: 'written-back', except: [] } } as const;

const ends: [name: string, plan: Plan, happened: Happened][] = [
  ['refused', update, failed('owned')],
  ['refused, no endpoint', creation, failed('quota')],
  ['a create in doubt', creation, { ...unconfirmed, unconfirmed: 'create-v1' }],
  ['an update in doubt', update, unconfirmed],
  ['created, not read', creation, created],
  ['created, crashed', creation, { ...created, read: nobody }],
  ['created, wrong answers', creation, failed('test-failed', { ...created, read: endpointOf('2', [fresh]) })],
  ['created, not parked', creation, { ...created, problem, ...left('unproved'), read: nobody }],
  ['created, stopped', creation, { ...created, read: endpointOf('2', [], { state: 'stopped' }) }],
  ['parked', creation, { ...created, ...left('parked'), read: endpointOf('2', [], { minNum: 0 }) }],
  ['deleted', creation, { ...created, operation: undefined, ...left('deleted'), read: endpointOf('2', []) }],
  ['kept, the old one serves', update, { ...updated, read: during }],
  ['kept, nobody serves', update, { ...updated, read: nobody }],
  ['cancelled', update, failed('cancelled', { ...updated, read: endpointOf('2', [old, worker('w2', 'pulling')]) })],
  ['cancelled, created', creation, failed('cancelled', { ...created, read: nobody })],
  ['restored', update, { ...restored, read: before }],
  ['restored to sleep, a worker is left', update, { ...restored, read: oom }],
  ['restored in part', update, { ...restored, left: { kind: 'restored', except: ['regionId'] }, read: before }],
  ['written back', update, { ...writtenBack, read: endpointOf('1', [worker('w3', 'exited')]) }],
  ['not restored', update, { ...undone, read: during }],
  ['perhaps restored', update, { ...undone, unconfirmed: 'update-v1', read: nobody }],
  ['not restored, of a run', ofRun, { ...undone, read: during }],
  ['not restored, refused', update, { ...undone, problem: failureOf('rejected'), read: nobody }],
  ['changed by someone', update, failed('conflict', { ...updated, ...left('foreign'), read: theirs })],
  ['created by another', creation, rival],
  ['created by another, read', creation, { ...rival, read: endpointOf('1', [fresh]) }],
  ['deleted by someone', update, failed('not-found', { ...updated, ...left('gone'), read: endpointOf('2', [fresh]) })],
  ['unchanged, crashed', again, { ...crashed, operation: 'unchanged', read: endpointOf('2', [gone]) }],
  ['unchanged, parked', again, { ...crashed, operation: 'unchanged', ...left('parked'), read: endpointOf('2', []) }],
  ['unchanged, wrong answers', { ...again, tests: [{ get: '/health' }] }, wrongAnswers],
  ['unchanged, wrong answers to a new test', { ...again, tests: [{ get: '/new' }] }, wrongAnswers],
  ['scaled up, not seen', scaledUp, unconfirmed],
  ['a shortage', scaledUp, { ...shortage, read: endpointOf('1', short, { minNum: 3 }) }],
  ['a shortage of all', scaledUp, { ...shortage, read: endpointOf('1', [waiting('w4', noGpu)], { minNum: 1 }) }],
  ['asleep, called', asleep, failed('cancelled', { operation: 'unchanged', isCalled: true })],
  ['unchanged, unreadable', again, { failure: problem, operation: 'unchanged' }],
  ['changed in a restore', update, { ...updated, problem: failureOf('conflict'), ...left('foreign'), read: nobody }],
];

test('a red end answers what, who is served, what is billed, and what is next', () => {
  const told = ends.map(([name, plan, happened]) => {
    const { title, told, hint } = endFailure({ plan, end: endAfter(plan, happened) }) ?? {};
    return `# ${name}\n${title}\n${told}\n${hint}`;
  });
  expect(told.join('\n')).toMatchInlineSnapshot(`
    "# refused
    llama: not an endpoint of this repository, not changed
    it is owned. Nothing was changed. 1 worker (a:1) serves. 1 worker is billed, 0.5 an hour
    Mend it.
    # refused, no endpoint
    llama: a quota or the balance does not suffice, nothing created
    it is quota. No endpoint is named llama, and none was created. Nobody is served. Nothing is billed
    Mend it.
    # a create in doubt
    llama: the run was cancelled, perhaps created
    it is cancelled. The response to the create was lost, so a new llama may exist. Nothing shows who serves. Nothing shows whether it is billed
    Run the step again: it looks the endpoint up before it creates anything. If it exists, it is billed; the command \`park\` or \`delete\` ends that.
    # an update in doubt
    llama: the run was cancelled, perhaps updated
    it is cancelled. The update to a:2 was in progress, and may have taken effect. 1 old worker (a:1) serves. 1 worker is billed, 0.5 an hour
    Mend it.
    # created, not read
    llama: a:2 crashed, written, not proved
    it is crashed. It has the new configuration, image a:2. Nothing shows who serves. Nothing shows whether it is billed
    Mend it.
    # created, crashed
    llama: a:2 crashed, STILL BILLED: 1 worker, 0.5 an hour
    it is crashed. It has the new configuration, image a:2. Nobody is served: 1 worker exited. 1 worker is billed, 0.5 an hour
    Mend it. To end the bill, run the command \`park\` or \`delete\` with \`endpoint-id: e1\`.
    # created, wrong answers
    llama: a:2 failed a test, STILL BILLED: 1 worker, 0.5 an hour
    it is test-failed. It has the new configuration, image a:2. 1 worker (a:2) serves. 1 worker is billed, 0.5 an hour
    Mend it. To end the bill, run the command \`park\` or \`delete\` with \`endpoint-id: e1\`.
    # created, not parked
    llama: a:2 crashed, STILL BILLED: 1 worker, 0.5 an hour
    it is crashed. Not undone: it is unavailable. It has the new configuration, image a:2. Nobody is served: 1 worker exited. 1 worker is billed, 0.5 an hour
    Mend it. To end the bill, run the command \`delete\` with \`endpoint-id: e1\`.
    # created, stopped
    llama: a:2 crashed, written, not proved
    it is crashed. It has the new configuration, image a:2. Nobody is served. Nothing is billed until the service starts it again
    Mend it.
    # parked
    llama: a:2 crashed, parked
    it is crashed. It is parked at zero workers. Nobody is served. Nothing is billed unless it is called
    Mend it. To delete it, run the command \`delete\` with \`endpoint-id: e1\`.
    # deleted
    llama: a:2 crashed, deleted
    it is crashed. It is deleted: nothing had proved it. Nobody is served. Nothing is billed
    Mend it.
    # kept, the old one serves
    llama: a:2 crashed, written, not proved
    it is crashed. It has the new configuration, image a:2. 1 old worker (a:1) serves, 1 new one exited. 2 workers are billed, 1 an hour
    Mend it. a:1, deployed outside a workflow, served: deploy it again, or push a revert.
    # kept, nobody serves
    llama: a:2 crashed, STILL BILLED: 1 worker, 0.5 an hour
    it is crashed. It has the new configuration, image a:2. Nobody is served: 1 new worker exited. 1 worker is billed, 0.5 an hour
    Mend it. a:1, deployed outside a workflow, served: deploy it again, or push a revert.
    # cancelled
    llama: the run was cancelled, written, not proved
    it is cancelled. It has the new configuration, image a:2. 1 old worker (a:1) serves, 1 new one pulling. 2 workers are billed, 1 an hour
    Mend it. a:1, deployed outside a workflow, served: deploy it again, or push a revert.
    # cancelled, created
    llama: the run was cancelled, STILL BILLED: 1 worker, 0.5 an hour
    it is cancelled. It has the new configuration, image a:2. Nobody is served: 1 worker exited. 1 worker is billed, 0.5 an hour
    Mend it. To end the bill, run the command \`park\` or \`delete\` with \`endpoint-id: e1\`.
    # restored
    llama: a:2 crashed, restored to a:1
    it is crashed. It has its previous configuration again. 1 worker (a:1) serves. 1 worker is billed, 0.5 an hour
    Mend it.
    # restored to sleep, a worker is left
    llama: a:2 crashed, restored to a:1
    it is crashed. It has its previous configuration again. Nobody is served: 1 worker pending. 1 worker is billed, 0.5 an hour
    Mend it.
    # restored in part
    llama: a:2 crashed, restored to a:1 except regionId
    it is crashed. It has its previous configuration again except regionId. 1 worker (a:1) serves. 1 worker is billed, 0.5 an hour
    Mend it.
    # written back
    llama: a:2 crashed, a:1 written back, not seen serving
    it is crashed. Written back, not seen serving: it is unavailable. It has its previous configuration again, which nothing has shown to serve. Nobody is served: 1 worker exited. 1 worker is billed, 0.5 an hour
    Run the command \`status\` to see whether it serves. Mend it.
    # not restored
    llama: a:2 crashed, RESTORE FAILED
    it is crashed. Not undone: it is unavailable. Nothing shows its previous configuration again. 1 old worker (a:1) serves, 1 new one exited. 2 workers are billed, 1 an hour
    a:1, deployed outside a workflow, served: deploy it again, or push a revert.
    # perhaps restored
    llama: a:2 crashed, RESTORE FAILED, STILL BILLED: 1 worker, 0.5 an hour
    it is crashed. Not undone: it is unavailable. Nothing shows its previous configuration again. Nobody is served: 1 new worker exited. 1 worker is billed, 0.5 an hour
    a:1, deployed outside a workflow, served: deploy it again, or push a revert.
    # not restored, of a run
    llama: a:2 crashed, RESTORE FAILED
    it is crashed. Not undone: it is unavailable. Nothing shows its previous configuration again. 1 worker (a:2) serves, 1 other exited. 2 workers are billed, 1 an hour
    Run 5001 served a:2: start its job again, or push a revert.
    # not restored, refused
    llama: a:2 crashed, RESTORE FAILED, STILL BILLED: 1 worker, 0.5 an hour
    it is crashed. Not undone: it is rejected. Nothing shows its previous configuration again. Nobody is served: 1 new worker exited. 1 worker is billed, 0.5 an hour
    Mend it. a:1, deployed outside a workflow, served: deploy it again, or push a revert.
    # changed by someone
    llama: changed meanwhile: a:theirs
    it is conflict. It has the change that was made meanwhile. 1 old worker (a:1) and 1 new worker (a:2) serve. 2 workers are billed, 1 an hour
    Check that change: a run again replaces \`a:theirs\` by \`a:2\`.
    # created by another
    llama: created by another run
    it is conflict. It is left as that run made it. Nothing shows who serves. Nothing shows whether it is billed
    Run the step again: it looks that endpoint up, and plans the change as of any other.
    # created by another, read
    llama: created by another run: a:1
    it is conflict. It is left as that run made it. 1 worker (a:1) serves. 1 worker is billed, 0.5 an hour
    Run the step again: it looks that endpoint up, and plans the change as of any other.
    # deleted by someone
    llama: deleted meanwhile
    it is not-found. It no longer exists. Nobody is served. Nothing is billed
    Mend it.
    # unchanged, crashed
    llama: a:2 crashed, not changed, STILL BILLED: 1 worker, 0.5 an hour
    it is crashed. Nothing was changed. Nobody is served: 1 worker exited. 1 worker is billed, 0.5 an hour
    Mend it. To end the bill, run the command \`park\` or \`delete\` with \`endpoint-id: e1\`.
    # unchanged, parked
    llama: a:2 crashed, parked
    it is crashed. It is parked at zero workers. Nobody is served. Nothing is billed unless it is called
    Mend it.
    # unchanged, wrong answers
    llama: a:2 failed a test, not changed, STILL BILLED: 1 worker, 0.5 an hour
    it is test-failed. Nothing was changed. 1 worker (a:2) serves. 1 worker is billed, 0.5 an hour
    Mend it. To end the bill, run the command \`park\` or \`delete\` with \`endpoint-id: e1\`.
    # unchanged, wrong answers to a new test
    llama: a:2 failed a test, not changed
    it is test-failed. Nothing was changed. 1 worker (a:2) serves. 1 worker is billed, 0.5 an hour
    Mend it.
    # scaled up, not seen
    llama: the run was cancelled, perhaps updated
    it is cancelled. The update to a:1 was in progress, and may have taken effect. Nothing shows who serves. Nothing shows whether it is billed
    Mend it.
    # a shortage
    llama: no GPU was free, STILL BILLED: 1 worker, 0.5 an hour
    it is no-capacity. It has the new configuration, image a:1. Nobody is served: 1 worker pulling, 2 workers waiting for a GPU. 1 worker is billed, 0.5 an hour
    Mend it. a:1, deployed outside a workflow, served: deploy it again, or push a revert.
    # a shortage of all
    llama: no GPU was free, written, not proved
    it is no-capacity. It has the new configuration, image a:1. Nobody is served: 1 worker waiting for a GPU. Nothing is billed before a GPU is free
    Mend it. a:1, deployed outside a workflow, served: deploy it again, or push a revert.
    # asleep, called
    llama: the run was cancelled, not changed
    it is cancelled. Nothing was changed. Nothing shows who serves. A worker that a test has woken is billed until it is idle again
    Mend it.
    # unchanged, unreadable
    llama: the service was unavailable, not changed
    it is unavailable. Nothing was changed. 1 worker (a:2) serves. 1 worker is billed, 0.5 an hour
    Mend it.
    # changed in a restore
    llama: a:2 crashed, changed meanwhile
    it is crashed. Not undone: it is conflict. It has the change that was made meanwhile. Nobody is served: 1 new worker exited. 1 worker is billed, 0.5 an hour
    Check that change: a run again puts back only what the spec mentions. a:1, deployed outside a workflow, served: deploy it again, or push a revert."
  `);
});

const codes = Object.keys(errorCodes) as ErrorCode[];
test.for(codes)('%s: after it, each title is words', (code) => {
  const titles = ends.map(([, plan, happened]) =>
    titleOf(plan, endAfter(plan, { ...happened, failure: failureOf(code) })),
  );
  const named = titles.filter(
    (title) => !title.startsWith('llama: ') || /^llama: (?:\S+|[a-z]+-[a-z-]+, .*)$/.test(title),
  );
  expect(named).toEqual([]);
  expect(codeWords(code)).toMatch(/^(?:\S+ ){2,}\S+$/);
});

test.for(ends)('its summary has four rows: %s', ([, plan, happened]) => {
  const end = endAfter(plan, happened);
  const summary = outcomeSummary({ plan, end }, endFailure({ plan, end }));
  const names = summary.split('\n').flatMap((line) => /^\| ([A-Z][\w ]+) \|/.exec(line)?.[1] ?? []);
  expect([names, summary.startsWith('### ❌ llama: ')]).toEqual([['What', 'Served by', 'Billed', 'Next'], true]);
});

describe('what can be done', () => {
  const nextOf = (plan: Plan, happened: Happened, isRerun = false) =>
    endFailure({ plan, end: endAfter(plan, happened), isRerun })?.hint;
  const wrong = new DeployError({
    code: 'test-failed',
    message: 'no',
    hint: 'Send it: `curl https://e1.example.dev`.',
  });

  test('asks no version that is restored, and wakes none that is parked', () => {
    expect(nextOf(update, { ...restored, failure: wrong, read: endpointOf('1', [old]) })).not.toContain('curl');
    expect(nextOf(creation, { ...created, failure: wrong, left: { kind: 'parked' } })).not.toContain('curl');
    expect(nextOf(update, { ...updated, failure: wrong })).toContain('curl');
  });

  test('comes after all that went wrong, a sentence each', () => {
    const end = endAfter(creation, { ...created, failure: wrong, problem, doubt: 'e1 was not listed' });
    expect(endFailure({ plan: creation, end })?.message).toBe(
      `no. Not undone: ${problem.message}. Also: e1 was not listed`,
    );
  });

  test('needs no change of the workflow file of a run that is started again', () => {
    const missing = { failure: failureOf('secrets-missing') };
    expect(nextOf(update, missing)).toBe('Mend it.');
    expect(nextOf(update, missing, true)).toMatch(/^Mend it\. .* push that change, or start `rollback.yml`/);
    const late = { ...restored, failure: failureOf('timeout') };
    expect(nextOf(update, late, true)).toMatch(/^Mend it\. .* keeps its workflow file: push that change/);
  });
});

test('a restore that failed says how to do it by hand, without the values of envs', () => {
  const happened: Happened = { ...updated, problem, left: { kind: 'not-restored' } };
  const lines = endLines(update, endAfter(update, happened));
  expect(lines.slice(1, 3)).toEqual(['The previous configuration was:', '  + name: llama']);
  expect(lines.join('\n')).toContain('envs.HF_TOKEN');
  expect(lines.join('\n')).not.toContain('secret-of-hf');
});

test('who serves is said with its age where the endpoint could not be read for long', () => {
  const end = endAfter(update, { ...updated, read: endpointOf('2', [old]) });
  const served = (seenAgoMs: number) => outcomeSummary({ plan: update, end: { ...end, seenAgoMs } }, undefined);
  expect(served(185_000)).toContain('| Served by | 1 old worker &#40;a:1&#41; serves, last seen 3 m 5 s ago |');
  expect(served(1000)).not.toContain('last seen');
});

describe('a green end', () => {
  const ready = { operation: 'updated', changed: true, readyReason: 'new-workers', versions } as const;
  const both = endpointOf('2', [old, fresh]);
  const pass = { kind: 'passed', results: [], coldStartSeconds: undefined } as const;
  const asleep = endpointOf('2', [], { minNum: 0 });
  const told = ([plan, happened]: [Plan, Happened]) => {
    const end = endAfter(plan, happened);
    const rows = outcomeSummary({ plan, end }, undefined)
      .split('\n')
      .filter((line) => /^\| (Served|Proved)/.test(line));
    const warnings = endWarnings(plan, end).map(({ title }) => title);
    return [titleOf(plan, end), ...endLines(plan, end), ...rows, ...warnings].join('\n');
  };
  test('says who serves, and how that was proved', () => {
    const greens: [Plan, Happened][] = [
      [update, { ...ready, read: endpointOf('2', [fresh]) }],
      [update, { ...ready, read: both, tests: pass, answeredBy: 'this' }],
      [update, { ...ready, read: both, tests: pass, answeredBy: 'any' }],
      [update, { ...ready, readyReason: undefined, versions: new Map(), read: both }],
      [creation, { ...ready, operation: 'created', endpointId: 'e1', doubt: 'no list could be read', read: both }],
      [again, { operation: 'unchanged', readyReason: 'no-workers-needed', read: asleep }],
      [
        { ...again, tests: [{ get: '/health' }] },
        { operation: 'unchanged', readyReason: 'no-workers-needed', read: asleep },
      ],
    ];
    expect(greens.map(told).join('\n\n')).toMatchInlineSnapshot(`
      "llama: updated
      Done: llama (e1) updated. 1 new worker (a:2) serves. Its URL is https://e1.example.dev
      | Served by | 1 new worker &#40;a:2&#41; serves |
      | Proved by | A worker of this version is healthy |

      llama: updated
      Done: llama (e1) updated. 1 old worker (a:1) and 1 new worker (a:2) serve. Its URL is https://e1.example.dev
      | Served by | 1 old worker &#40;a:1&#41; and 1 new worker &#40;a:2&#41; serve |
      | Proved by | Its tests passed on this version |

      llama: updated
      Done: llama (e1) updated. 1 old worker (a:1) and 1 new worker (a:2) serve. Its URL is https://e1.example.dev
      | Served by | 1 old worker &#40;a:1&#41; and 1 new worker &#40;a:2&#41; serve |
      | Proved by | Its tests passed, but an old worker may have answered |
      llama: an old worker may have answered

      llama: updated
      Done: llama (e1) updated. 1 old worker (a:1) and 1 worker of an unknown version serve. Not waited for. Its URL is https://e1.example.dev
      | Served by | 1 old worker &#40;a:1&#41; and 1 worker of an unknown version serve |
      | Proved by | Not waited for |
      llama: no proof

      llama: created
      Done: llama (e1) created. 1 worker (a:2) and 1 worker (a:2) serve. Its URL is https://e1.example.dev
      | Served by | 1 worker &#40;a:2&#41; and 1 worker &#40;a:2&#41; serve |
      | Proved by | A worker of this version is healthy |
      llama: not checked

      llama: unchanged
      Done: llama (e1) unchanged. It sleeps: the first request wakes a worker. Nothing has run: it needs no worker. Its URL is https://e1.example.dev
      | Served by | It sleeps: the first request wakes a worker |
      | Proved by | Nothing has run: it needs no worker |
      llama: no proof

      llama: unchanged
      Done: llama (e1) unchanged. It sleeps: the first request wakes a worker. Not tested: it sleeps at zero workers, and nothing of its version changes. The command \`test\` wakes a worker. Its URL is https://e1.example.dev
      | Served by | It sleeps: the first request wakes a worker |
      | Proved by | Not tested: it sleeps at zero workers, and nothing of its version changes. The command <code>test</code> wakes a worker |"
    `);
  });

  test('of a change of scaling knows no old and new workers, and counts those that are not listed', () => {
    const scaling = planOf({ spec: { name: 'llama', workerConfig: { minNum: 2 } } });
    const read = endpointOf('1', [old, worker('w3', 'removed')], { minNum: 2 });
    const scaled: Happened = { operation: 'updated', changed: true, readyReason: 'new-workers', seenMs: 0, read };
    const end = endAfter(scaling, { ...scaled, versions: new Map([['w1', 'this']]) });
    expect(endLines(scaling, end)[0]).toContain('1 worker (a:1) serves');
    expect(endWarnings(scaling, end)[0]?.message).toMatch(/: 1 of 2 runs; 1 is not listed\.$/);
  });

  test.for<[workers: Worker[], warning: RegExp | undefined]>([
    [[fresh, worker('w3'), worker('w4')], undefined],
    [[fresh, waiting('w3', 'no free GPU'), waiting('w4', 'no free GPU')], /: 1 of 3 runs; 2 find no free GPU\./],
    [[fresh, worker('w3', 'exited'), worker('w4', 'pulling')], /: 1 of 3 runs; 1 has crashed, 1 starts\./],
    [[fresh, worker('w3'), waiting('w4', 'manifest unknown')], /: 2 of 3 run; 1 cannot pull the image\./],
    [
      [fresh, worker('w3', 'exited'), worker('w4', 'exited'), worker('w5', 'exited')],
      /: 1 of 3 runs; 3 have crashed\./,
    ],
    [[fresh, old, worker('w3', 'removed')], undefined],
    [[fresh, worker('w3', 'pulling'), worker('w4', 'pulling')], undefined],
    [
      [worker('w2', 'starting'), worker('w3', 'pulling'), worker('w4', 'pulling')],
      /^No worker of llama is healthy by the last reading: 0 of 3 run; 3 start\.$/,
    ],
  ])('counts what needed workers lack: %j', ([workers, warning]) => {
    const of3 = planOf({ live: endpointOf('1', [old], { minNum: 3 }) });
    const [first] = endWarnings(
      of3,
      endAfter(of3, { ...ready, seenMs: 0, read: endpointOf('2', workers, { minNum: 3 }) }),
    );
    expect(first?.message ?? '').toMatch(warning ?? /^$/);
  });
});
