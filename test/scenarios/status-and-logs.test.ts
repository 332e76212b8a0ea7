/** `status` and `logs`: what a person asks on the day after, on a runner and on a laptop. Neither writes. */

import { describe, expect, test } from 'vitest';
import { type Emulator, type ManualClock, startEmulator } from '../emulator/emulator.ts';
import { deployTo, operationsOf, passing, recordEnv, recordKey, smallSpec, writesOf } from './deployment.ts';
import { setStage } from './github-stage.ts';
import { runStep } from './step.ts';

const live = {
  name: 'llama',
  appName: 'llama',
  image: { image: 'ghcr.io/acme/llama:1' },
  policy: { type: 'concurrency', value: 8 },
  ports: [8000],
};
const up = { ...live, workerConfig: { minNum: 1 } };
const spec = `${smallSpec}workerConfig: {minNum: 1}\n`;

const asleepAt = (name: string) => ({ ...live, name, appName: name, workerConfig: { minNum: 0 } });

async function onCommandLine(emulator: Emulator, ...argv: string[]) {
  return runStep({
    argv: [...argv, '--base-url', emulator.url],
    env: { GPU_ENDPOINT_API_KEY: emulator.apiKey },
    files: { 'endpoint.yaml': spec },
  });
}

describe('status', () => {
  const failing =
    (outcome: 'crash-loop' | 'image-pull' | 'no-capacity') =>
    (emulator: Emulator): void => {
      emulator.addScript({ outcome });
      emulator.seed(up);
    };
  const asleep = { ...live, workerConfig: { minNum: 0 } };
  const parked = [{ key: recordKey, value: JSON.stringify({ parked: { minNum: 1, freeTimeout: 300 } }) }];
  /** What is there; the exit code; what the log and the output say. */
  const cases: [string, (emulator: Emulator) => unknown, number, RegExp, object][] = [
    [
      'serves',
      (emulator) => emulator.seed(up),
      0,
      /^llama +serving +1 worker serves +none/m,
      { health: 'serving', drift: [] },
    ],
    [
      'is idle at zero',
      (emulator) => emulator.seed(asleep),
      0,
      /^llama +idle \(serving\) +it sleeps: the first request wakes a worker +1 field/m,
      { health: 'idle', drift: ['workerConfig.minNum'], workers: 'it sleeps: the first request wakes a worker' },
    ],
    [
      'was parked by a deploy that failed',
      (emulator) => emulator.seed({ ...asleep, workerConfig: { minNum: 0, freeTimeout: 60 }, envs: parked }),
      3,
      /^llama +parked \(serving\) +nobody is served +none/m,
      { health: 'parked', drift: [] },
    ],
    ['is absent', () => {}, 3, /^llama +absent/m, { health: 'absent' }],
    [
      'crashes',
      failing('crash-loop'),
      3,
      /^llama +failing .*\n(?: .*\n)*? {2}worker \w+: CONTAINER_EXITED: container exited with code 1/m,
      { health: 'failing', faults: [expect.stringContaining('exited with code 1')] },
    ],
    ['cannot pull its image', failing('image-pull'), 3, /manifest unknown/, { health: 'failing' }],
    ['waits for a GPU', failing('no-capacity'), 3, /^llama +starting/m, { health: 'starting' }],
    [
      'is stopped',
      (emulator) => emulator.seed({ ...up, stateWord: 'stopped' }),
      3,
      /^llama +failing \(stopped\)/m,
      { health: 'failing' },
    ],
    [
      'has another image',
      (emulator) => emulator.seed({ ...up, image: { image: 'theirs:2' } }),
      0,
      /^llama +serving +1 worker serves +1 field/m,
      { drift: ['image.image'] },
    ],
  ];

  test.for(cases)('of an endpoint that %s', async ([, arrange, exitCode, says, status]) => {
    await using emulator = await startEmulator(passing);
    arrange(emulator);
    const step = await deployTo(emulator, { spec, with: { command: 'status' } });
    expect(step.log).toMatch(says);
    const [endpoint] = JSON.parse(step.outputs.endpoints ?? '');
    expect(endpoint).toMatchObject({ name: 'llama', changed: 'false', status });
    // A step knows only 0 and 1.
    expect(step.end).toBe(exitCode === 0 ? 'read' : 'not-serving');
    expect((await onCommandLine(emulator, 'status')).exitCode).toBe(exitCode);
    expect(writesOf(emulator)).toEqual([]);
  });

  test('of an endpoint whose last deploy failed is not taken from the workers of the version before', async () => {
    await using emulator = await startEmulator(passing);
    await deployTo(emulator, { spec });
    emulator.addScript({ outcome: 'crash-loop' });
    const next = { spec: spec.replace('llama:1', 'llama:2'), with: { wait: 'none' } };
    expect((await deployTo(emulator, next)).end).toBe('updated');
    (emulator.clock as ManualClock).advance(60_000);
    const { end, log, annotations } = await deployTo(emulator, { ...next, with: { command: 'status' } });
    expect([end, log]).toEqual([
      'not-serving',
      expect.stringMatching(/^llama +outdated \(\w+\) .*1 old worker serves, 1 other \w+/m),
    ]);
    expect(annotations[0]).toMatch(
      /title=llama%3A an earlier version serves::.* is outdated: only workers from before its last deploy are healthy, and worker \w+: .*; 1 old worker serves/,
    );
    const tested = await deployTo(emulator, { spec: `${next.spec}tests: [/health]\n`, with: { command: 'test' } });
    expect(tested.annotations[0]).toMatch(/^::warning.*the version before it may have answered/);
  });

  test('tells what the last deploy recorded, and how long ago', async () => {
    await using stage = await setStage();
    await stage.step({ spec });
    const { summary, log, outputs } = await stage.step({ spec, with: { command: 'status' } });
    expect(summary).toMatch(
      /\| ✅ llama <code>\w+<\/code> \| serving \| 1 worker serves \|.*<code>\w{12}<\/code> \| 100\.1 \| none \|/,
    );
    expect(log).toMatch(/\n {2}deployed: commit \w{12}, run 100\.1\n/);
    expect(outputs.operation).toBe('read');
  });

  test('shows nothing of another repository’s endpoint', async () => {
    await using stage = await setStage();
    await stage.step({ spec, env: { GITHUB_REPOSITORY: 'acme/other' } });
    const { log, end } = await stage.step({ spec, with: { command: 'status' } });
    expect(end).toBe('owned');
    expect(log).toMatch(/^llama +not-shown/m);
    expect(log).not.toContain('ghcr.io/acme/llama');
    expect((await stage.step({ spec, with: { command: 'logs' } })).end).toBe('owned');
    const tested = await stage.step({ spec: `${spec}tests: [/health]\n`, with: { command: 'test' } });
    expect({ end: tested.end, url: tested.outputs.url }).toEqual({ end: 'owned', url: undefined });
    expect(operationsOf(stage.emulator)).not.toContain('log');
  });
});

/** As a workflow deploys it: with variables, secrets and an image that nobody has on a laptop at night. */
const withInputs = `name: llama
image: ghcr.io/acme/llama:\${TAG}
ports: [8000]
policy: {type: concurrency, value: 8}
products: [SL-serverless-3]
workerConfig: {minNum: 1, maxNum: "\${MAX}", gpuNum: 1}
envs: {HF_HOME: /cache, STAGE: "\${STAGE}"}
tests: [{get: /health, headers: {authorization: "Bearer \${HF_TOKEN}"}}]
`;

describe('names alone are needed', () => {
  const deployed = { variables: 'TAG=1\nMAX=3\nSTAGE=prod', 'secret-envs': 'HF_TOKEN=hf-value-of-the-token' };

  test('by `status`, which says what it could not compare, and shows what differs', async () => {
    await using emulator = await startEmulator(passing);
    const first = await deployTo(emulator, { spec: withInputs, with: deployed });
    expect(first.end).toBe('created');
    const asked = { spec: withInputs, with: { command: 'status' } };
    const { log, end, outputs, summary } = await deployTo(emulator, asked);
    const skipped = ['HF_TOKEN', 'STAGE', 'image', 'workerConfig.maxNum'];
    expect([end, JSON.parse(outputs.endpoints ?? '')[0].status]).toMatchObject([
      'read',
      { drift: [], 'not-compared': skipped },
    ]);
    expect(log).toMatch(/^llama +serving .* none /m);
    expect(log).toContain(`\n  not compared: ${skipped.join(', ')}\n`);
    expect(summary).toContain(`none<br>not compared: HF&#95;TOKEN, STAGE, image, workerConfig.maxNum |`);
    emulator.change(emulator.endpoints()[0]?.id ?? '', { workerConfig: { minNum: 2, maxNum: 9 } });
    const changed = await deployTo(emulator, asked);
    expect(changed.log).toContain('\n  drift: workerConfig.minNum 2 (spec: 1)\n');
    expect(changed.log + changed.summary).not.toContain('hf-value');
    // With the inputs of the deploy, all is compared.
    const whole = await deployTo(emulator, { spec: withInputs, with: { ...deployed, command: 'status' } });
    expect(JSON.parse(whole.outputs.endpoints ?? '')[0].status).toMatchObject({
      drift: ['workerConfig.minNum', 'workerConfig.maxNum'],
      'not-compared': [],
    });
  });

  test('by `status`, which knows by the record which envs came by `secret-envs`', async () => {
    await using emulator = await startEmulator(passing);
    const spec = `${smallSpec}envs: {LOG: info}\n`;
    await deployTo(emulator, { spec, with: { 'secret-envs': 'HF_TOKEN=hf-value-123456' } });
    const { outputs } = await deployTo(emulator, { spec: smallSpec.concat('envs: {}\n'), with: { command: 'status' } });
    expect(JSON.parse(outputs.endpoints ?? '')[0].status).toMatchObject({
      drift: ['envs.LOG'],
      'not-compared': ['HF_TOKEN'],
    });
  });

  const byInput = 'ghcr.io/acme/llama:2';
  test.for<[string, { by?: string; at?: string; image?: string }, object]>([
    ['given by an input is not compared without it', { by: byInput }, { drift: [], 'not-compared': ['image.image'] }],
    ['given by the same input now is compared', { by: byInput, image: byInput }, { drift: [], 'not-compared': [] }],
    ['given by another input now differs', { by: byInput, image: 'a:3' }, { drift: ['image.image'] }],
    ['changed since by hand differs', { by: byInput, at: 'theirs:9' }, { drift: ['image.image'] }],
    ['of the spec, which names another by now, differs', { at: byInput }, { drift: ['image.image'] }],
  ])('by `status`: an image %s', async ([, { by = 'spec', at, image = 'spec' }, status]) => {
    await using stage = await setStage();
    const offline = { 'resolve-image': 'off' };
    expect((await stage.step({ spec, with: { ...offline, image: by } })).end).toBe('created');
    if (at) stage.emulator.change(stage.emulator.endpoints()[0]?.id ?? '', { image: { image: at } });
    const { outputs } = await stage.step({ spec, with: { ...offline, command: 'status', image } });
    expect(JSON.parse(outputs.endpoints ?? '')[0].status).toMatchObject(status);
  });

  test('by `status`: drift is what a deploy would change, where an input gives the name of the spec', async () => {
    await using stage = await setStage();
    const given = { spec: `${spec}appName: llama-app\n`, with: { name: 'llama-staging', 'resolve-image': 'off' } };
    expect((await stage.step(given)).end).toBe('created');
    const { log } = await stage.step({ ...given, with: { ...given.with, command: 'status' } });
    expect(log).toMatch(/^llama-staging +serving .* none /m);
    stage.emulator.change(stage.emulator.endpoints()[0]?.id ?? '', { ports: [9000] });
    const changed = await stage.step({ ...given, with: { ...given.with, command: 'status' } });
    expect(changed.log).toContain('\n  drift: ports 9000 (spec: 8000)\n');
  });

  test('by `logs`, and by neither a spec where an input names the endpoint', async () => {
    await using emulator = await startEmulator(passing);
    const id = emulator.seed(up);
    const logs = await deployTo(emulator, { spec: withInputs, with: { command: 'logs' } });
    expect([logs.end, logs.log]).toEqual(['read', expect.stringContaining('INFO: listening')]);
    const none = { env: { GPU_ENDPOINT_API_KEY: emulator.apiKey } };
    for (const command of ['logs', 'status'])
      for (const flag of ['--name=llama', `--endpoint-id=${id}`]) {
        const { exitCode, log } = await runStep({ argv: [command, flag, '--base-url', emulator.url], ...none });
        expect([exitCode, log]).toEqual([0, expect.stringMatching(/llama/)]);
      }
  });

  test('and a name that no one can read is still an error', async () => {
    await using emulator = await startEmulator(passing);
    const spec = withInputs.replace('llama', 'llama-${STAGE}');
    const { end, annotations } = await deployTo(emulator, { spec, with: { command: 'logs' } });
    expect([end, annotations[0]]).toEqual(['spec-invalid', expect.stringContaining('`STAGE` is not set')]);
  });
});

test('`list` is of every endpoint of the account, without a spec, and says who deployed it', async () => {
  await using stage = await setStage();
  await stage.step({ spec });
  stage.emulator.seed({ name: 'a-stray', workerConfig: { minNum: 2, maxNum: 2 } });
  stage.emulator.seed({
    ...asleepAt('theirs'),
    envs: [recordEnv({ repository: 'acme/other', pullRequest: 7 }), { key: 'A', value: 'value-of-theirs' }],
  });
  const before = writesOf(stage.emulator).length;
  const { log, end, summary, outputs } = await stage.step({ with: { command: 'list', spec: 'nothing.yaml' } });
  expect(end).toBe('read');
  expect(log).toMatch(
    /^ENDPOINT +ID +STATE +WORKERS +DEPLOYED BY +AGE\na-stray +\w{16} +serving +2 workers serve +no record\b.*\nllama +\w{16} +serving +1 worker serves +acme\/llama@\w{12} +\d+ s\ntheirs +\w{16} +idle \(serving\) +it sleeps: the first request wakes a worker +acme\/other@aaaaaaaaaaaa, pull request #7 /m,
  );
  expect(JSON.parse(outputs.endpoints ?? '')).toMatchObject([
    {
      name: 'a-stray',
      state: 'serving',
      status: { health: 'serving', repository: '', commit: '', workers: '2 workers serve' },
    },
    {
      name: 'llama',
      url: expect.stringContaining('/serve/'),
      status: { repository: 'acme/llama', 'pull-request': null },
    },
    { name: 'theirs', status: { health: 'idle', repository: 'acme/other', 'pull-request': 7 } },
  ]);
  expect(summary).toMatch(/^### 3 endpoints\n/);
  expect(log + summary + outputs.endpoints).not.toContain('value-of-theirs');
  expect(writesOf(stage.emulator)).toHaveLength(before);
});

test('`list` says what a command line has deployed', async () => {
  await using emulator = await startEmulator(passing);
  await onCommandLine(emulator, 'deploy', '--wait', 'none');
  expect((await onCommandLine(emulator, 'list')).log).toMatch(/^llama +\w{16} +\w+ .*command line/m);
});

test('`status --name` compares the document of that name', async () => {
  await using emulator = await startEmulator(passing);
  emulator.seed({ ...up, name: 'whisper' });
  const both = `${spec}---\n${spec.replace('name: llama', 'name: whisper')}rootfsSize: 50\n`;
  const { outputs } = await deployTo(emulator, { spec: both, with: { command: 'status', name: 'whisper' } });
  expect(JSON.parse(outputs.endpoints ?? '')).toMatchObject([{ name: 'whisper', status: { drift: ['rootfsSize'] } }]);
});

describe('logs', () => {
  test('of a worker that has never run are not asked for by a deploy', async () => {
    await using emulator = await startEmulator(passing);
    emulator.addScript({ outcome: 'image-pull' });
    emulator.seed(up);
    const { log } = await deployTo(emulator, { spec, with: { command: 'logs' } });
    expect(log).toMatch(/^The log of worker \w+ \(failed\) \(\S+\) could not be read: it answered 404\.$/m);
    emulator.clearRequests();
    await deployTo(emulator, { spec: spec.replace('llama:1', 'llama:2') });
    expect(operationsOf(emulator)).not.toContain('log');
  });

  test('are the last lines of every worker, each in its group; one that cannot be read is one line', async () => {
    await using emulator = await startEmulator(passing);
    emulator.seed({ ...live, workerConfig: { minNum: 3, maxNum: 3 } });
    emulator.addFault({ operation: 'log', kind: 'status', status: 404 });
    const { log, summary, exitCode } = await deployTo(emulator, { spec, with: { command: 'logs' } });
    expect(exitCode).toBe(0);
    expect(
      log.match(/^::group::Last lines of the log of worker \w+ \(running\)\nINFO: starting ghcr.io\/acme\/llama:1$/gm),
    ).toHaveLength(2);
    expect(log).toMatch(
      /^The log of worker \w+ \(running\) \(\/logs\/\w+\/\w+\.log\) could not be read: it answered 404\.$/m,
    );
    expect(log.match(/^::group::/gm)).toHaveLength(2);
    expect(summary.match(/^```text$/gm)).toHaveLength(2);
    expect(writesOf(emulator)).toEqual([]);
  });

  const outsideLines = '--lines is for the command logs: a whole number from 1 to 1000.';
  test.for<[string, string[], RegExp | string, number]>([
    ['logs', ['--lines', '1'], /worker \w+ \(running\)\n {2}INFO: listening on 0\.0\.0\.0:8000\n/, 0],
    ['logs', ['--lines=2'], /worker \w+ \(running\)\n {2}INFO: loading the model\n {2}INFO: listening/, 0],
    ['logs', [], /worker \w+ \(running\)\n {2}INFO: starting/, 0],
    ['logs', ['--lines', '0'], outsideLines, 2],
    ['logs', ['--lines', 'x'], outsideLines, 2],
    ['logs', ['--lines', '1001'], outsideLines, 2],
    ['plan', ['--lines', '5'], '--lines is for', 2],
  ])('on a command line, %s with %j', async ([command, flags, says, exitCode]) => {
    await using emulator = await startEmulator(passing);
    emulator.seed(up);
    const { stderr, log, ...step } = await onCommandLine(emulator, command, ...flags);
    expect(step.exitCode).toBe(exitCode);
    expect(log + stderr).toMatch(says);
  });

  test('are the endpoint’s own where no worker is listed', async () => {
    await using emulator = await startEmulator({ ...passing, switches: { answersReplace: { log: 'asleep' } } });
    emulator.seed({ ...live, workerConfig: { minNum: 0 } });
    const { log } = await deployTo(emulator, { spec, with: { command: 'logs' } });
    expect(log).toContain('::group::Last lines of the log of the endpoint\nasleep\n');
  });
});

test.for(['status', 'list', 'logs'])('%s is not for runs that anybody can cause', async (command) => {
  await using stage = await setStage();
  stage.emulator.seed(up);
  const options = { action: 'opened', isFromFork: true, eventName: 'pull_request_target' };
  const { end } = await stage.pullRequestStep({ ...options, spec, with: { command } });
  expect([end, operationsOf(stage.emulator)]).toEqual(['inputs-invalid', []]);
});
