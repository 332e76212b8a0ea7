/** The branch says what should be there: dropped commits, late approvals, lost runs, and whose Deployments count. */

import { describe, expect, test } from 'vitest';
import { smallSpec } from './deployment.ts';
import { commits, ownPayload, setStage } from './github-stage.ts';

const environment = 'production';
const { first, second, third } = commits;
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
    ['the record', { record: 'always' }],
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
    const inputs = { environment, record: 'always' };
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
      with: { environment, record: 'always' },
      env: { GITHUB_RUN_ATTEMPT: '2' },
    });
    expect(operations(rerun.outputs)).toEqual(all('unchanged'));
  });
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
