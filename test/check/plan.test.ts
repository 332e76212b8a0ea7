/** What a spec is told once its limits and its plan are known: each issue once, by the check that says most. */

import { describe, expect, test } from 'vitest';
import { checkDocuments, checkPlan } from '../../src/check/plan.ts';
import type { Endpoint, Limits } from '../../src/model/endpoint.ts';
import { makePlan } from '../../src/plan/plan.ts';
import type { Issue } from '../../src/spec/issue.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';
import { parseOne } from '../spec/reading.ts';

const live = (change: Partial<typeof liveConfig> = {}): Endpoint => ({
  ...liveEndpoint,
  config: { ...liveConfig, ...change },
});

const there = { found: live() };

interface Given {
  found?: Endpoint;
  successor?: Endpoint;
  limits?: Limits;
}

/** Below `name: llama`. */
function check(text: string, { found, successor, limits }: Given = {}): Issue[] {
  const document = parseOne(`name: llama\n${text}`);
  if (!document.spec) throw new Error('the spec is sound');
  const plan = makePlan({ spec: document.spec, secretEnvs: new Map(), live: found, successor, resend: false });
  return checkPlan({ document, plan, limits, mayExceed: false });
}

const told = (issues: readonly Issue[]) =>
  issues.map(({ severity, code, path }) => `${severity === 'error' ? '' : `${severity} `}${code} ${path.join('.')}`);
const issuesOf = (text: string, given?: Given) => told(check(text, given));

const missing = ['image.image', 'policy', 'ports'].map((member) => `required-to-create ${member}`);

describe('a plan', () => {
  test.for<[string, string, Given, string[]]>([
    ['that creates needs everything', '', {}, missing],
    ['that updates needs nothing', '', there, []],
    ['that replaces needs everything', 'appName: other', there, missing],
    [
      'that goes on with a replacement needs nothing',
      'appName: other',
      { found: live(), successor: { ...live({ appName: 'other' }), id: 'new' } },
      [],
    ],
    [
      'whose workers contradict the live ones',
      'workerConfig: {minNum: 5}',
      there,
      ['max-below-min workerConfig.minNum'],
    ],
    [
      'that changes nothing is not told of live workers that contradict each other',
      'workerConfig: {minNum: 5}',
      { found: live({ workerConfig: { ...liveConfig.workerConfig, minNum: 5 } }) },
      [],
    ],
    ['that v2 has to carry is held to its bounds', 'rootfsSize: 500', there, ['outside-v2-bounds rootfsSize']],
    [
      'that v2 carries says that it sends no port of the health check',
      'rootfsSize: 50\nhealthy: {path: /ready}',
      there,
      ['notice health-port-unknown healthy'],
    ],
    ['that v2 carries sends nothing that it does not change', 'rootfsSize: 50', there, []],
    ['that v1 carries is not', 'workerConfig: {freeTimeout: 2000}', there, []],
  ])('%s', ([, text, given, expected]) => {
    expect(issuesOf(text, given)).toEqual(expected);
  });
});

describe('values outside the live limits', () => {
  const text = 'name: llama\nrootfsSize: 500\nworkerConfig: {gpuNum: 4, minNum: 0}\n';
  const limits = {
    minRootfsSize: 10,
    maxRootfsSize: 100,
    freeRootfsSize: 60,
    minGPUNum: 1,
    maxGPUNum: 2,
    minWorkerNum: 1,
    maxWorkerNum: 5,
  };
  test.for<[string, boolean, string[]]>([
    ['are errors', false, ['outside-limits workerConfig.gpuNum', 'outside-limits rootfsSize']],
    [
      'are warnings where they are allowed',
      true,
      ['warning outside-limits workerConfig.gpuNum', 'warning outside-limits rootfsSize'],
    ],
  ])('%s', ([, mayExceed, expected]) => {
    const issues = checkDocuments([parseOne(text)], { limits, mayExceed });
    expect(told(issues)).toEqual(expected);
  });

  test('are not told where the limits are not known', () => {
    expect(checkDocuments([parseOne(text)], { limits: undefined, mayExceed: false })).toEqual([]);
  });
});

const wide = {
  minQueueWaitTime: 1,
  maxQueueWaitTime: 60,
  minRequestNum: 1,
  maxRequestNum: 60,
  minWorkerNum: 1,
  maxWorkerNum: 10,
  minRequestTimeout: 1,
  maxRequestTimeout: 1800,
};

describe('live values and defaults under the live limits', () => {
  const slow = live({ workerConfig: { ...liveConfig.workerConfig, requestTimeout: 3600 } });
  test.for<[string, string, Given, string[]]>([
    [
      'a live value that the spec repeats is noted, not judged',
      'workerConfig: {requestTimeout: 3600}',
      { found: slow, limits: wide },
      ['notice outside-limits workerConfig.requestTimeout'],
    ],
    [
      'several are noted',
      'image: ghcr.io/acme/llama:2',
      { found: slow, limits: { ...wide, minGPUNum: 2, maxGPUNum: 8 } },
      ['notice outside-limits workerConfig.gpuNum', 'notice outside-limits workerConfig.requestTimeout'],
    ],
    [
      'a new value outside is judged',
      'workerConfig: {requestTimeout: 3601}',
      { found: slow, limits: wide },
      ['outside-limits workerConfig.requestTimeout'],
    ],
    [
      'the defaults of a new endpoint are judged',
      'image: a\nports: [80]\npolicy: {type: queue, value: 5}',
      { limits: { ...wide, minWorkerNum: 2, maxWorkerNum: 5, minRequestTimeout: 1, maxRequestTimeout: 300 } },
      [
        'notice outside-limits workerConfig.minNum',
        'outside-limits workerConfig.maxNum',
        'outside-limits workerConfig.requestTimeout',
      ],
    ],
    [
      'scaling to zero by default where it is known to work is not told',
      'image: a\nports: [80]\npolicy: {type: queue, value: 5}',
      { limits: wide },
      [],
    ],
    [
      'the range of a value is that of the live type',
      'policy: {value: 20}',
      { found: live(), limits: { minRequestNum: 1, maxRequestNum: 10 } },
      ['outside-limits policy.value'],
    ],
    [
      'a size that is too large for all is told once',
      'rootfsSize: 500',
      { found: live(), limits: { minRootfsSize: 10, maxRootfsSize: 100, freeRootfsSize: 60 } },
      ['outside-limits rootfsSize'],
    ],
  ])('%s', ([, text, given, expected]) => {
    expect(issuesOf(text, given)).toEqual(expected);
  });
});

describe('members that contradict each other once the spec lies over the live endpoint', () => {
  const local = { type: 'local', id: 'lv-9', size: 50, mountPath: '/data' };
  test.for<[string, string, Endpoint, string[]]>([
    ['an empty cluster beside live cloud storage', 'clusterID: ""', live(), ['cluster-required clusterID']],
    [
      'cloud storage in the cluster of the live endpoint',
      'volumeMounts: [{type: network, id: vol-2, mountPath: /models}]',
      live(),
      [],
    ],
    [
      'cloud storage without any cluster',
      'volumeMounts: [{type: network, id: vol-2, mountPath: /models}]',
      live({ clusterID: '' }),
      ['cluster-required clusterID'],
    ],
    [
      'a volume that the live one completes',
      'image: a:2\nvolumeMounts: [{type: local, mountPath: /data}]',
      live({ volumeMounts: [local] }),
      [],
    ],
    [
      'a volume that nothing completes',
      'volumeMounts: [{type: local, mountPath: /other}]',
      live({ volumeMounts: [local] }),
      ['missing-key volumeMounts.0.size'],
    ],
    [
      'another type of policy with the value of the old one',
      'policy: {type: queue}',
      live(),
      ['policy-value-needed policy.type'],
    ],
    ['the same type of policy', 'image: a:2\npolicy: {type: concurrency}', live(), []],
  ])('%s', ([, text, found, expected]) => {
    expect(issuesOf(text, { found })).toEqual(expected);
  });
});

describe('what an update needs and the service does not tell', () => {
  const unread = live({
    workerConfig: { ...liveConfig.workerConfig, requestTimeout: 0 },
    unread: [{ path: 'workerConfig.requestTimeout', found: 'nothing' }],
  });
  test.for<[string, string, Endpoint, string[]]>([
    ['is not needed where v2 can send what changes', 'image: a:2', unread, []],
    [
      'is asked for where a new endpoint takes its place',
      'appName: other\nimage: a:2\nports: [80]\npolicy: {type: queue, value: 4}',
      unread,
      ['not-told workerConfig.requestTimeout'],
    ],
    [
      'is said once where v2 would finish the new endpoint',
      'appName: other\nimage: a:2\nports: [80]\npolicy: {type: queue, value: 4}',
      live({ rootfsSize: 0, unread: [{ path: 'rootfsSize', found: 'nothing' }] }),
      ['not-told rootfsSize'],
    ],
    ['is not needed where the spec gives it', 'image: a:2\nworkerConfig: {requestTimeout: 60}', unread, []],
    ['is not needed where nothing is sent', '', unread, []],
    ['may be two ports', 'image: a:2', live({ ports: [80, 81] }), ['not-told ports']],
    [
      'may be all envs, which hold the record too',
      'image: a:2',
      live({ envs: [], unread: [{ path: 'envs', found: 'a list' }] }),
      ['not-told envs'],
    ],
  ])('%s', ([, text, found, expected]) => {
    expect(issuesOf(text, { found })).toEqual(expected);
  });

  test('is said with what stood there, and of which endpoint', () => {
    expect(check('image: a:2', { found: live({ ports: [80, 81] }) })).toMatchObject([
      {
        message:
          '`ports` is required for the update, but the spec does not set it, and the service returned the ports 80, 81 for endpoint bc1a5ea6ae5677df',
        hint: 'Add `ports` to the spec.',
      },
    ]);
  });
});
