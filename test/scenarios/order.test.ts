/** The branch says what should be there: dropped commits, late approvals, lost runs, and whose Deployments count. */

import { describe, expect, test } from 'vitest';
import { actionsBot } from '../github-api/github-api.ts';
import { smallSpec } from './deployment.ts';
import { commits, ownPayload, type Stage, setStage } from './github-stage.ts';
import type { StepResult } from './step.ts';

const environment = 'production';
const { first, second, third } = commits;
const operationsIn = ({ outputs }: StepResult) =>
  JSON.parse(outputs.endpoints ?? '[]').map(({ operation }: { operation: string }) => operation);
const several = ['a', 'b'].map((name) => smallSpec.replace('llama', name)).join('---\n');

describe.for([
  ['one endpoint', smallSpec],
  ['several endpoints', several],
] as const)('%s', ([, spec]) => {
  const at = (image: string) => ({ spec: spec.replaceAll(/image: .*/g, `image: ghcr.io/acme/${image}`) });
  const operations = (outputs: Record<string, string>) =>
    JSON.parse(outputs.endpoints ?? '[]').map(({ operation }: { operation: string }) => operation);
  const all = (operation: string) => (spec === smallSpec ? [operation] : [operation, operation]);

  test.for<[string, Record<string, string>]>([
    ['a GitHub Deployment', { environment }],
    ['the record', {}],
  ])('that a force-push took back are deployed by any later run at the tip, by %s', async ([, inputs]) => {
    await using stage = await setStage();
    await stage.step({ ...at('x:1'), sha: first, with: inputs });
    await stage.step({ ...at('x:2'), sha: second, with: inputs });
    // Back to the first; the run of the push was lost, and one by hand comes.
    stage.api.setBranch('main', first);
    const { outputs, annotations } = await stage.step({
      ...at('x:1'),
      sha: first,
      with: inputs,
      event: { name: 'workflow_dispatch', payload: {} },
    });
    expect({ operations: operations(outputs), annotations }).toEqual({ operations: all('updated'), annotations: [] });
  });

  test('that a newer commit on the branch runs are left as they are', async () => {
    await using stage = await setStage();
    stage.api.setBranch('main', third);
    await stage.step({ ...at('x:2'), sha: second, with: { environment } });
    const { outputs } = await stage.step({ ...at('x:1'), sha: first, with: { environment } });
    expect(operations(outputs)).toEqual(all('superseded'));
  });

  test('that an unchanged deploy has moved on are not taken back by a run that is approved late', async () => {
    await using stage = await setStage();
    stage.api.setBranch('main', third);
    const inputs = { environment };
    await stage.step({ ...at('x:1'), sha: first, with: inputs });
    // A revert: the content of the first at a third commit.
    expect(operations((await stage.step({ ...at('x:1'), sha: third, with: inputs })).outputs)).toEqual(
      all('unchanged'),
    );
    const late = await stage.step({ ...at('x:2'), sha: second, with: inputs });
    expect(operations(late.outputs)).toEqual(all('superseded'));
  });

  test('of which the newer deploy failed, or that somebody starts again, are deployed', async () => {
    await using stage = await setStage();
    stage.api.setBranch('main', second);
    await stage.step({ ...at('x:1'), sha: first, with: { environment } });
    stage.emulator.addFault({
      operation: 'update',
      kind: 'status',
      status: 400,
      reason: 'VALIDATOR_PARAM',
      times: 'always',
    });
    const failed = await stage.step({ ...at('x:2'), sha: second, with: { environment } });
    expect(failed.exitCode).toBe(1);
    const again = await stage.step({ ...at('x:1'), sha: first, with: { environment } });
    expect(operations(again.outputs)).toEqual(all('unchanged'));
    const rerun = await stage.step({
      ...at('x:1'),
      sha: first,
      with: { environment },
      env: { GITHUB_RUN_ATTEMPT: '2' },
    });
    expect(operations(rerun.outputs)).toEqual(all('unchanged'));
  });
});

describe.for([
  ['one endpoint', smallSpec],
  ['several endpoints', several],
] as const)('a newer commit that changes %s in the middle of a rollout', ([, written]) => {
  const spec = written.replaceAll(
    /^image: .*/gm,
    'image: ghcr.io/acme/x:1\nworkerConfig: {minNum: 1}\nhealthy: /health',
  );
  const count = written === smallSpec ? 1 : 2;
  const at = (tag: number) => ({ spec: spec.replaceAll('x:1', `x:${tag}`) });
  const each = <Value>(value: Value) => Array.from({ length: count }, () => value);

  /** The first commit is rolled out; when it has been read a few times, the third is rolled out to its end; then the first goes on. */
  async function overtake(
    inputs: Record<string, string>,
    ours: Parameters<Stage['step']>[0] & object = {},
    meanwhile: (stage: Stage) => void = () => {},
  ) {
    const stage = await setStage();
    stage.api.setBranch('main', third);
    await stage.step({ ...at(1), sha: first, with: inputs });
    // So that no endpoint is done before the newer commit comes.
    for (const pace of each({ healthCheckMs: 36_000_000 }))
      stage.emulator.addScript({ image: 'ghcr.io/acme/x:2', outcome: 'healthy', pace });
    let newer: StepResult | undefined;
    stage.emulator.addFault({
      operation: 'get',
      kind: 'hook',
      when: 'before',
      after: 4 * count,
      run: async () => {
        newer = await stage.step({ ...at(3), sha: third, with: inputs, env: { GITHUB_RUN_ID: '300' } });
        meanwhile(stage);
      },
    });
    const older = await stage.step({
      ...at(2),
      sha: second,
      with: { ...inputs, 'wait-timeout': '12h' },
      runId: '200',
      ...ours,
    });
    return { stage, older, newer };
  }

  test.for<[string, Record<string, string>]>([
    ['a GitHub Deployment and the record', { environment }],
    ['the record', {}],
  ])('supersedes the older one, by %s: green, and left as it is', async ([, inputs]) => {
    const { stage, older, newer } = await overtake(inputs);
    await using _ = stage;
    expect([newer?.exitCode, older.exitCode, older.outputs['failure-reason']]).toEqual([0, 0, '']);
    expect(JSON.parse(older.outputs.endpoints ?? '')).toMatchObject(
      each({ operation: 'superseded', changed: 'true', image: 'ghcr.io/acme/x:3' }),
    );
    expect(older.annotations).toEqual(
      each(expect.stringMatching(/^::notice title=\w+%3A superseded::.*bbbb.*cccc.*older-commit/)),
    );
    expect(older.summary.match(/⏭️ \w+: superseded/g)?.length).toBe(count);
    expect(older.summary).not.toContain('✅');
    expect(older.log).toContain('Left to the run of the newer commit');
    expect(older.log).not.toMatch(/Done:|Restore/);
    expect(stage.emulator.endpoints().map(({ image }) => image.image)).toEqual(each('ghcr.io/acme/x:3'));
    const again = await stage.step({ ...at(3), sha: third, with: inputs });
    expect(operationsIn(again)).toEqual(each('unchanged'));
  });

  test('leaves a Deployment that neither succeeded nor failed, and the order as it is', async () => {
    const { stage } = await overtake({ environment });
    await using _ = stage;
    const ends = stage.api.deployments().map(({ payload, statuses }) => {
      const { commit } = payload as { commit: string };
      return `${commit.slice(0, 1)} ${statuses.at(-1)?.state}`;
    });
    expect(ends.toSorted()).toEqual([...each('a inactive'), ...each('b inactive'), ...each('c success')]);
    const late = await stage.step({ ...at(2), sha: second, with: { environment } });
    expect(operationsIn(late)).toEqual(each('superseded'));
  });

  test.for<[string, Parameters<typeof overtake>]>([
    ['that may', [{ allow: 'older-commit' }]],
    ['started again', [{}, { env: { GITHUB_RUN_ATTEMPT: '2' } }]],
    ['at what is the tip by now', [{}, {}, ({ api }) => api.setBranch('main', second)]],
    ['whose order GitHub does not tell', [{}, {}, ({ api }) => api.setPermissions({ contents: 'none' })]],
  ])('is somebody else’s change for a run %s: red, and left as it is', async ([, given]) => {
    const { stage, older } = await overtake(...given);
    await using _ = stage;
    expect([older.exitCode, older.outputs['failure-reason']]).toEqual([1, 'conflict']);
    expect(stage.emulator.endpoints().map(({ image }) => image.image)).toEqual(each('ghcr.io/acme/x:3'));
  });
});

test('a preview that a newer commit of its pull request overtakes leaves the comment to that one', async () => {
  await using stage = await setStage();
  const at = (tag: number, sha: string) => ({
    action: 'synchronize' as const,
    spec: `${smallSpec.replace('llama:1', `llama:${tag}`)}workerConfig: {minNum: 1}\n`,
    sha,
    with: { preview: 'true' },
  });
  await stage.pullRequestStep(at(1, first));
  stage.emulator.addFault({
    operation: 'get',
    kind: 'hook',
    when: 'before',
    after: 4,
    run: async () => void (await stage.pullRequestStep({ ...at(3, third), env: { GITHUB_RUN_ID: '300' } })),
  });
  const { outputs, exitCode } = await stage.pullRequestStep({ ...at(2, second), env: { GITHUB_RUN_ID: '200' } });
  expect([exitCode, outputs.operation, outputs.image]).toEqual([0, 'superseded', 'ghcr.io/acme/llama:3']);
  expect(stage.api.comments()).toMatchObject([{ body: expect.stringContaining(third.slice(0, 12)) }]);
});

test('the checkout says which commit is deployed', async () => {
  await using stage = await setStage();
  await stage.step({
    sha: third,
    with: { environment },
    files: { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${second}\n` },
  });
  expect(stage.api.deployments()).toMatchObject([{ sha: second, payload: { commit: second } }]);
});

test('what another tool has put into the environment is neither set inactive nor an order', async () => {
  await using stage = await setStage();
  stage.emulator.seed({ name: 'llama' });
  const foreign = [
    { sha: third, environment, payload: { endpoint: 'llama', commit: third } },
    { sha: third, environment, payload: ownPayload(stage, { service: 'another service' }) },
    {
      sha: third,
      environment,
      payload: ownPayload(stage),
      creator: { login: 'other[bot]', type: 'Bot', association: 'NONE' },
    },
  ] as const;
  for (const each of foreign) stage.api.addDeployment(each);
  const { outputs } = await stage.step({ sha: first, with: { environment, image: 'a:2' } });
  expect(outputs.operation).toBe('updated');
  expect(stage.api.deployments().map(({ statuses }) => statuses.at(-1)?.state)).toEqual(
    foreign.map(() => 'success').concat('success'),
  );
});

test('what the same workflow has deployed with another token makes no order, and that is said', async () => {
  await using stage = await setStage();
  stage.api.setBranch('main', third);
  await stage.step({ spec: several, sha: second, with: { environment } });
  // From now on the workflow has the token of an app.
  const before = stage.api.deployments();
  const creator = { login: 'deployer[bot]', type: 'Bot', association: 'NONE' } as const;
  await using other = await setStage({ api: { author: creator } });
  other.api.setBranch('main', third);
  for (const name of ['a', 'b']) other.emulator.seed({ name });
  for (const { sha, payload } of before)
    other.api.addDeployment({
      ...{ sha, environment, creator: actionsBot },
      payload: { ...(payload as object), service: ownPayload(other).service },
    });
  const late = await other.step({ spec: several, sha: first, with: { environment } });
  expect(late.outputs.operation).toBe('updated');
  expect(late.annotations).toEqual([
    expect.stringMatching(/^::warning title=order of commits::.*a \(.*another identity.*b \(.*another identity/),
  ]);
  const atTip = await other.step({ spec: several.replaceAll(':1\n', ':2\n'), sha: third, with: { environment } });
  expect(atTip.annotations).toEqual([]);
});

test('too many Deployments of others are one warning for all endpoints', async () => {
  await using stage = await setStage();
  for (const name of ['a', 'b']) stage.emulator.seed({ name });
  for (let index = 0; index < 300; index += 1) stage.api.addDeployment({ environment, payload: { tool: 'other' } });
  const { annotations } = await stage.step({ spec: several, with: { environment } });
  expect(annotations).toEqual([expect.stringMatching(/^::warning title=order of commits::.*a \(.*too many.*b \(/)]);
});

test('60 unchanged endpoints cost fewer than 100 requests and at most 10 writes, and nothing at the same commit', async () => {
  await using stage = await setStage();
  const spec = Array.from({ length: 60 }, (_, index) => smallSpec.replace('llama', `e-${index}`)).join('---\n');
  stage.api.setBranch('main', third);
  await stage.step({ spec, sha: first, with: { environment, wait: 'none' } });
  const count = async (sha: string) => {
    stage.api.clearRequests();
    const { outputs } = await stage.step({ spec, sha, with: { environment } });
    expect(outputs.operation).toBe('unchanged');
    const writes = stage.api.requests.filter(({ method, operation }) => method !== 'GET' && operation !== 'graphql');
    return { requests: stage.api.requests.length, writes: writes.length };
  };
  const moved = await count(second);
  expect(moved.requests).toBeLessThan(100);
  expect(moved.writes).toBe(2);
  const again = await count(third);
  expect(again.writes).toBe(3);
  expect(again.requests).toBeLessThan(20);
  expect((await count(third)).writes).toBe(0);
});

test.for([
  ['failure', true],
  ['success', true],
] as const)('what a run that ended with %s has begun a minute ago is waited for: %s', async ([state, isAwaited]) => {
  await using stage = await setStage();
  const spec = `${smallSpec}workerConfig: {minNum: 1, maxNum: 3}\nhealthy: /health\n`;
  await stage.step({ spec });
  const [endpoint] = stage.emulator.endpoints();
  stage.emulator.change(endpoint?.id ?? '', { image: { image: 'ghcr.io/acme/llama:2' } });
  const payload = ownPayload(stage, { commit: second });
  stage.api.addDeployment({ sha: second, environment, payload, states: ['in_progress', state] });
  const changed = spec.replace('llama:1', 'llama:2');
  const { outputs } = await stage.step({ spec: changed, with: { environment }, sha: second });
  expect(outputs.operation).toBe('unchanged');
  const images = stage.emulator.endpoints()[0]?.workers.flatMap(({ healthy, image }) => (healthy ? [image] : []));
  expect(images?.includes('ghcr.io/acme/llama:2')).toBe(isAwaited);
});
