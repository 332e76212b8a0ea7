/** What becomes of a version that no run has proved: each row of the table of src/rollout/proof.ts. */

import { expect, test } from 'vitest';
import { DeployError, type ErrorCode } from '../../src/errors.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { type DeploymentRecord, withRecord } from '../../src/model/record.ts';
import { shorten } from '../../src/model/shortened.ts';
import { makePlan, type Plan } from '../../src/plan/plan.ts';
import type { Rollout, RolloutOptions } from '../../src/rollout/context.ts';
import { RolloutError } from '../../src/rollout/errors.ts';
import { type Facts, initialFacts } from '../../src/rollout/facts.ts';
import { type Unproved, undoFor } from '../../src/rollout/proof.ts';
import { liveEndpoint } from '../plan/example.ts';
import { defaults } from './scene.ts';
import { openStub } from './stub.ts';

const [good, bad] = ['ghcr.io/acme/llama:1', 'ghcr.io/acme/llama:2'];
const record: DeploymentRecord = { time: '2026-01-01T00:00:00.000Z', tool: 't' };
const parked = { minNum: 1, freeTimeout: 300, why: 'crashed' };

interface Given {
  /** What was there: nothing; what served; what no run has proved, asleep or serving. */
  found?: 'nothing' | 'served' | 'marked' | 'marked and serving' | 'marked, and an earlier one serves';
  image?: string;
  isTakenOver?: true;
  isCandidate?: true;
  fails?: ErrorCode | DeployError;
  options?: Partial<RolloutOptions>;
  facts?: Partial<Facts>;
  unproved?: Partial<Unproved>;
}

const written = { operation: 'updated', changed: true } as const;
const unchanged = { image: good, facts: { operation: 'unchanged' } } as const;
const wrong = { kind: 'failed', message: 'wrong', hint: '', weight: 'wrong' } as unknown as Facts['tests'];
/** A worker of an endpoint that has to run serves; none runs where it sleeps. */
const workersOf = (found = '', minNum: number) =>
  found.endsWith('ing') || found.endsWith('serves') || (found === 'served' && minNum > 0) ? liveEndpoint.workers : [];
const superseded = { oldWorkers: shorten(liveEndpoint.workers.map(({ id }) => id)) };

function undo(given: Given, { minNum, onFailure, isCancelled }: (typeof ways)[number]): string {
  const {
    found = 'served',
    image = bad,
    fails = 'crashed',
    isTakenOver = false,
    isCandidate = false,
    unproved,
  } = given;
  const mark = { ...(found.startsWith('marked') && { parked }), ...(found.endsWith('serves') && superseded) };
  const { config } = liveEndpoint;
  const envs = withRecord([], { ...record, envKeys: '4.', ...mark });
  const live: Endpoint | undefined =
    found === 'nothing'
      ? undefined
      : {
          ...liveEndpoint,
          workers: workersOf(found, minNum),
          config: { ...config, envs, workerConfig: { ...config.workerConfig, minNum } },
        };
  const spec = { name: 'llama', ports: [8000], image: { image }, workerConfig: { minNum }, tests: [] };
  const asked = live ? spec : { ...spec, products: ['p'] };
  const plan: Plan = { ...makePlan({ spec: asked, secretEnvs: new Map(), live, isTakenOver }), isCandidate };
  const { context, cancel } = openStub({});
  if (isCancelled) cancel(new Error('cancelled'));
  const facts: Facts = { ...initialFacts(plan.live), endpointId: 'bc1a5ea6ae5677df', ...written, ...given.facts };
  const options = { ...defaults, onFailure, ...given.options };
  const rollout: Rollout = { plan, options, context, facts: () => facts };
  const failure = typeof fails === 'string' ? new DeployError({ code: fails, message: '' }) : fails;
  return undoFor(rollout, { failure, isRefused: false, ...unproved }) ?? '-';
}

/** In the order of the columns. */
const ways = (['restore', 'keep'] as const).flatMap((onFailure) =>
  [0, 1].flatMap((minNum) => [false, true].map((isCancelled) => ({ onFailure, minNum, isCancelled }))),
);

// `restore`: asleep and red, asleep and cancelled, awake and red, awake and cancelled; then the same of `keep`.
test.for<[string, Given, restore: string, keep: string]>([
  [
    'refused by a comparison',
    { unproved: { isRefused: true } },
    'parking parking parking parking',
    'marking marking marking marking',
  ],
  ['proved', { facts: { readyReason: 'new-workers' } }, '- - - -', '- - - -'],
  ['nothing written', { facts: { changed: false, operation: undefined } }, '- - - -', '- - - -'],
  ['nothing created', { found: 'nothing', facts: { endpointId: undefined } }, '- - - -', '- - - -'],
  [
    'a write whose answer is lost',
    { facts: { changed: false, unconfirmed: 'update-v1' } },
    'restoring restoring restoring restoring',
    'marking marking marking marking',
  ],
  ['the key is refused', { fails: 'unauthorized' }, '- - - -', '- - - -'],
  ['gone', { fails: 'not-found' }, '- - - -', '- - - -'],
  ['changed by someone else', { fails: 'conflict' }, 'marking marking - -', 'marking marking - -'],
  [
    'created',
    { found: 'nothing', facts: { operation: 'created' } },
    'parking parking parking parking',
    'marking marking marking marking',
  ],
  [
    'created, and it answers wrong',
    { found: 'nothing', fails: 'test-failed', facts: { operation: 'created' } },
    'parking parking parking parking',
    'marking marking marking marking',
  ],
  [
    'a preview',
    { found: 'nothing', facts: { operation: 'created' }, options: { isPreview: true } },
    'deleting parking deleting parking',
    'marking marking marking marking',
  ],
  ['over what served', {}, 'restoring restoring restoring restoring', 'marking marking marking marking'],
  [
    'over what served, and nothing speaks against it',
    { fails: new RolloutError({ code: 'timeout', message: '', isInconclusive: true }) },
    'restoring restoring - restoring',
    'marking marking - -',
  ],
  [
    'over what served, and it answers wrong',
    { fails: 'test-failed' },
    'restoring restoring restoring restoring',
    'marking marking marking marking',
  ],
  [
    'over what served, which cannot be put back',
    { unproved: { isStuck: true } },
    'parking parking - marking',
    'marking marking marking marking',
  ],
  [
    'over what no run has proved',
    { found: 'marked' },
    'parking parking parking parking',
    'marking marking marking marking',
  ],
  [
    'over what no run has proved, while a version before that serves',
    { found: 'marked, and an earlier one serves' },
    'parking parking marking marking',
    'marking marking marking marking',
  ],
  [
    'over what no run has proved, a preview',
    { found: 'marked', options: { isPreview: true } },
    'deleting parking deleting parking',
    'marking marking marking marking',
  ],
  [
    'over what no run has proved, and serves',
    { found: 'marked and serving' },
    'restoring restoring restoring restoring',
    'marking marking marking marking',
  ],
  [
    'the same again, which no run has proved, and serves',
    { found: 'marked and serving', image: good },
    'marking marking marking marking',
    'marking marking marking marking',
  ],
  [
    'the same again, which is slow this time',
    {
      ...{ found: 'marked and serving', image: good },
      fails: new RolloutError({ code: 'timeout', message: '', isInconclusive: true }),
    },
    'marking marking marking marking',
    'marking marking marking marking',
  ],
  [
    'over another record of the same, which served',
    { image: good, isTakenOver: true },
    'parking parking - -',
    'marking marking marking marking',
  ],
  [
    'the same, and nothing has failed',
    { image: good, isTakenOver: true, fails: 'cancelled' },
    '- - - -',
    'marking marking - -',
  ],
  [
    'found as it was, and noted to be tested',
    { image: good, options: { isTestDue: true } },
    'parking parking - marking',
    'marking marking marking marking',
  ],
  [
    'scaled, and noted to be tested',
    { facts: written, options: { isTestDue: true } },
    'parking parking - marking',
    'marking marking marking marking',
  ],
  [
    'found as it was',
    { ...unchanged, facts: { ...unchanged.facts, changed: false } },
    'parking parking - -',
    'marking marking - -',
  ],
  [
    'found as it was, and started again',
    { ...unchanged, options: { isRerun: true }, facts: { ...unchanged.facts, changed: false } },
    'parking parking - -',
    'marking marking - -',
  ],
  [
    'found as it was, without a GPU',
    { ...unchanged, fails: 'no-capacity', facts: { ...unchanged.facts, changed: false } },
    '- - - -',
    '- - - -',
  ],
  [
    'found as it was, and it answers wrong',
    {
      ...unchanged,
      fails: 'test-failed',
      facts: { ...unchanged.facts, changed: false, tests: wrong, answeredBy: 'this' },
    },
    'parking parking - -',
    'marking marking - -',
  ],
  [
    'found as it was, and another version answers wrong',
    {
      ...unchanged,
      fails: 'test-failed',
      facts: { ...unchanged.facts, changed: false, tests: wrong, answeredBy: 'any' },
    },
    '- - - -',
    '- - - -',
  ],
  ['a candidate, which its run ends', { isCandidate: true }, '- - - -', 'parking parking parking parking'],
])('%s', ([, given, restore, keep]) => {
  const found = ways.map((way) => undo(given, way));
  expect([found.slice(0, 4).join(' '), found.slice(4).join(' ')]).toEqual([restore, keep]);
});
