/** What a spec is told once its limits and its plan are known: each issue once, by the check that says most. */

import { describe, expect, test } from 'vitest';
import { checkDocuments, checkPlan, type LimitTolerance } from '../../src/check/plan.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { makePlan } from '../../src/plan/plan.ts';
import type { UpdateApi } from '../../src/plan/route.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';
import { parseOne } from '../spec/reading.ts';

const live = (change: Partial<typeof liveConfig> = {}): Endpoint => ({
  ...liveEndpoint,
  config: { ...liveConfig, ...change },
});

function issuesOf(
  text: string,
  { found, successor, updateApi = 'auto' }: { found?: Endpoint; successor?: Endpoint; updateApi?: UpdateApi } = {},
): string[] {
  const document = parseOne(text);
  if (!document.spec) throw new Error('the spec is sound');
  const plan = makePlan({
    spec: document.spec,
    secretEnvs: new Map(),
    live: found,
    successor,
    updateApi,
    resend: false,
  });
  return checkPlan({ document, plan }).map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`);
}

const missing = ['image.image', 'policy', 'ports'].map((member) => `error required-to-create ${member}`);

describe('a plan', () => {
  test.for<[string, string, Parameters<typeof issuesOf>[1], string[]]>([
    ['that creates needs everything', 'name: llama', {}, missing],
    ['that updates needs nothing', 'name: llama', { found: live() }, []],
    ['that replaces needs everything', 'name: llama\nappName: other', { found: live() }, missing],
    [
      'that goes on with a replacement needs nothing',
      'name: llama\nappName: other',
      { found: live(), successor: { ...live({ appName: 'other' }), id: 'new' } },
      [],
    ],
    [
      'whose workers contradict the live ones',
      'name: llama\nworkerConfig: {minNum: 5}',
      { found: live() },
      ['error max-below-min workerConfig.minNum'],
    ],
    [
      'that changes nothing is not told of live workers that contradict each other',
      'name: llama\nworkerConfig: {minNum: 5}',
      { found: live({ workerConfig: { ...liveConfig.workerConfig, minNum: 5 } }) },
      [],
    ],
    [
      'that v2 has to carry is held to its bounds',
      'name: llama\nrootfsSize: 500',
      { found: live() },
      ['error outside-v2-bounds rootfsSize'],
    ],
    ['that v1 carries is not', 'name: llama\nworkerConfig: {freeTimeout: 2000}', { found: live() }, []],
    [
      'that no call carries',
      'name: llama\nrootfsSize: 50',
      { found: live(), updateApi: 'v1' },
      ['error not-updatable rootfsSize'],
    ],
    [
      'is told of a bound, and not that nothing carries it as well',
      'name: llama\nworkerConfig: {freeTimeout: 2000, gpuNum: 2}',
      { found: live(), updateApi: 'v2' },
      ['error outside-v2-bounds workerConfig.freeTimeout'],
    ],
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
  test.for<[LimitTolerance, string[]]>([
    [
      'enforce',
      [
        'warning outside-limits workerConfig.minNum',
        'error outside-limits workerConfig.gpuNum',
        'error outside-limits rootfsSize',
        'notice beyond-free-size rootfsSize',
      ],
    ],
    [
      'warn',
      [
        'warning outside-limits workerConfig.minNum',
        'warning outside-limits workerConfig.gpuNum',
        'warning outside-limits rootfsSize',
        'notice beyond-free-size rootfsSize',
      ],
    ],
    ['off', []],
  ])('under %s', ([tolerance, expected]) => {
    const issues = checkDocuments([parseOne(text)], { limits, tolerance });
    expect(issues.map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`)).toEqual(expected);
  });

  test('are not told where the limits are not known', () => {
    expect(checkDocuments([parseOne(text)], { limits: undefined, tolerance: 'enforce' })).toEqual([]);
  });
});
