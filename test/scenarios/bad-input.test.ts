/** Everything that a user can get wrong before the first write: each named, nothing written, nothing lost. */

import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { told } from '../told.ts';
import { deployTo, passing, smallSpec } from './deployment.ts';
import { runStep } from './step.ts';

describe('inputs', () => {
  test('that are wrong are all named at once, with what was found and what is allowed', async () => {
    const { exitCode, annotations, outputs } = await runStep({
      with: {
        command: 'destroy',
        'base-url': 'http://api.example.com',
        limits: 'maybe',
        'wait-timeout': 'soon',
        force: 'yes',
        variables: 'A=1\nnonsense',
        'secret-envs': 'TOKEN=one\nTOKEN=two',
        name: 'x'.repeat(221),
      },
    });
    expect({ exitCode, reason: outputs['failure-reason'] }).toEqual({ exitCode: 1, reason: 'inputs-invalid' });
    expect(annotations).toMatchInlineSnapshot(`
      [
        "::error title=input limits::The \`limits\` input does not exist any more. Remove it: live limits are checked. To have them reported only, add \`beyond-limits\` to \`allow\`.",
        "::error title=input force::The \`force\` input does not exist any more. Name the one guard in the way in \`allow\`: \`older-commit\`, \`untrusted\`, \`resend\`, \`overwrite\` (of \`export\`).",
        "::error title=input command::The \`command\` input is "destroy". Allowed: deploy, plan, validate, test, status, logs, delete, sweep, export.",
        "::error title=input base-url::The \`base-url\` input is "http://api.example.com". Use https; plain http is for loopback addresses only, because every request carries the key.",
        "::error title=input api-key::The \`api-key\` input is missing. Write \`api-key: \${{ secrets.GPU_API_KEY }}\` under \`with:\`, or set the environment variable GPU_ENDPOINT_API_KEY. If it is set, the secret is empty: no secret has that name, or the run gets none, as for a fork or by Dependabot.",
        "::error title=input name::The \`name\` input has 221 characters. At most 220 are allowed.",
        "::error title=input variables::The \`variables\` input is malformed in line 2. Write one \`KEY=VALUE\` per line. KEY consists of letters, digits and \`_\`, and does not start with a digit. Put a value of several lines between the lines \`KEY<<END\` and \`END\`.",
        "::error title=input secret-envs::The \`secret-envs\` input names TOKEN twice (again in line 2). Set each KEY once.",
        "::error title=input wait-timeout::The \`wait-timeout\` input is "soon". Write a duration such as \`90s\`, \`20m\`, \`1h30m\`, \`14d\`, or plain seconds, of at least one second and at most a year.",
        "::error::9 inputs are missing or malformed: \`limits\`, \`force\`, \`command\`, \`base-url\`, \`api-key\`, \`name\`, \`variables\`, \`secret-envs\`, \`wait-timeout\`%0ACorrect the inputs that are listed; all mistakes are listed at once. [inputs-invalid]",
      ]
    `);
  });

  test.for<[string, Record<string, string>, string]>([
    ['credentials in the address', { 'base-url': 'https://user:hunter2@api.example.com' }, 'credentials'],
    ['a key with a line break', { 'api-key': 'first\nsecond' }, 'line break'],
    ['no key', { 'api-key': '' }, 'is missing'],
  ])('%s is refused', async ([, inputs, words]) => {
    await using emulator = await startEmulator();
    const { exitCode, annotations } = await deployTo(emulator, { with: inputs });
    expect(exitCode).toBe(1);
    expect(annotations.join('\n')).toContain(words);
    expect(annotations.join('\n')).not.toMatch(/hunter2|second/);
    expect(emulator.requests).toEqual([]);
  });

  test('missing ones are found in the environment', async () => {
    await using emulator = await startEmulator();
    emulator.seed({ name: 'llama' });
    const { exitCode, masked } = await runStep({
      files: { 'endpoint.yaml': 'name: llama\n' },
      env: { GPU_ENDPOINT_BASE_URL: emulator.url, GPU_ENDPOINT_API_KEY: emulator.apiKey },
    });
    expect({ exitCode, masked }).toEqual({ exitCode: 0, masked: [emulator.apiKey] });
  });
});

describe('the spec file', () => {
  test.for<[string, Parameters<typeof deployTo>[1] & object, string]>([
    ['does not exist', { with: { spec: 'other.yaml' } }, 'does not exist'],
    ['is outside the workspace', { with: { spec: '../outside.yaml' } }, 'workspace'],
    ['is larger than 64 KiB', { spec: `# ${'x'.repeat(1024 * 1024)}\n` }, '64 KiB'],
    ['has an unknown key', { spec: `${smallSpec}workerConf: {minNum: 1}\n` }, 'workerConfig'],
    ['lacks what a new endpoint needs', { spec: 'name: llama\n' }, 'creating the endpoint requires it'],
  ])('that %s is refused before the first write', async ([, options, words]) => {
    await using emulator = await startEmulator();
    const { exitCode, annotations, outputs, log } = await deployTo(emulator, options);
    expect(exitCode).toBe(1);
    expect(outputs['failure-reason']).toMatch(/^(spec|inputs)-invalid$/);
    expect(annotations.join('\n')).toContain(words);
    expect(log + annotations.join('\n')).not.toMatch(/\bat .*\.js:\d+/);
    expect(emulator.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('workers of a spec that gives one of their two numbers', () => {
  test('are judged with the default of a new endpoint', async () => {
    await using emulator = await startEmulator();
    const { annotations } = await deployTo(emulator, { spec: `${smallSpec}workerConfig:\n  minNum: 2\n` });
    expect(annotations[0]).toBe(
      '::error title=spec%3A max-below-min,file=endpoint.yaml,line=7,endLine=7,col=11,endColumn=11::`workerConfig.minNum` (2) is above `workerConfig.maxNum`, which stays at 1. Set `maxNum` too, or lower `minNum`.',
    );
    expect(emulator.endpoints()).toEqual([]);
  });

  test('are judged with the number of the live endpoint, whose outputs are set all the same', async () => {
    await using emulator = await startEmulator();
    const id = emulator.seed({ name: 'llama', workerConfig: { minNum: 3, maxNum: 4 } });
    const { annotations, outputs } = await deployTo(emulator, { spec: 'name: llama\nworkerConfig: {maxNum: 2}\n' });
    expect(annotations[0]).toContain('`workerConfig.maxNum` (2) is below `workerConfig.minNum`, which stays at 3.');
    expect(told(outputs)).toMatchObject({
      'failure-reason': 'spec-invalid',
      'endpoint-id': id,
      name: 'llama',
      state: 'serving',
      changed: 'false',
    });
    expect(emulator.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('live limits', () => {
  test('that are broken are shown at their lines with the range, all at once', async () => {
    await using emulator = await startEmulator({ limits: { maxWorkerNum: 10, maxGPUNum: 4, maxRequestTimeout: 1800 } });
    const spec = `${smallSpec}workerConfig:\n  maxNum: 11\n  gpuNum: 8\n  requestTimeout: 3600\n`;
    const { exitCode, outputs, annotations } = await deployTo(emulator, { spec });
    expect({ exitCode, reason: outputs['failure-reason'] }).toEqual({ exitCode: 1, reason: 'limits-exceeded' });
    expect(annotations).toMatchInlineSnapshot(`
      [
        "::error title=spec%3A outside-limits,file=endpoint.yaml,line=7,endLine=7,col=11,endColumn=12::\`workerConfig.maxNum\` is 11; allowed: 1–10 workers (live limit). Write a value from 1 to 10.",
        "::error title=spec%3A outside-limits,file=endpoint.yaml,line=8,endLine=8,col=11,endColumn=11::\`workerConfig.gpuNum\` is 8; allowed: 1–4 GPUs (live limit). Write a value from 1 to 4.",
        "::error title=spec%3A outside-limits,file=endpoint.yaml,line=9,endLine=9,col=19,endColumn=22::\`workerConfig.requestTimeout\` is 3600; allowed: 1–1800 seconds (live limit). Write a value from 1 to 1800.",
        "::error::endpoint.yaml: 3 errors%0AUse a value in the range shown, or add \`beyond-limits\` to \`allow\` to let the service decide. [limits-exceeded]",
      ]
    `);
    expect(emulator.endpoints()).toEqual([]);
  });

  test('are only warned about on demand, and the service has the last word', async () => {
    await using emulator = await startEmulator({ limits: { maxWorkerNum: 10 } });
    const { outputs, annotations } = await deployTo(emulator, {
      spec: `${smallSpec}workerConfig: {maxNum: 11}\n`,
      with: { allow: 'beyond-limits' },
    });
    expect(annotations[0]).toMatch(/^::warning .*11/);
    expect(outputs['failure-reason']).toBe('rejected');
  });

  test('that leave one value name that value', async () => {
    await using emulator = await startEmulator({ limits: { maxGPUNum: 1 } });
    const { annotations } = await deployTo(emulator, { spec: `${smallSpec}workerConfig: {gpuNum: 2}\n` });
    expect(annotations[0]).toContain('`workerConfig.gpuNum` is 2; allowed: exactly 1 GPU (live limit). Write 1.');
  });
});

describe('an event that cannot be read', () => {
  const deploy = async (env: Record<string, string>) => {
    await using emulator = await startEmulator(passing);
    const { exitCode, annotations } = await deployTo(emulator, { env });
    return { exitCode, annotations, requests: emulator.requests.length };
  };

  test.for<[string, string, RegExp]>([
    ['is not there', '/nowhere/event.json', /ENOENT.*\/nowhere\/event\.json/],
    ['is a folder', tmpdir(), /is not a file/],
    ['has no end', '/dev/zero', /is not a file/],
    ['is no JSON', 'README.md', /it is not JSON/],
  ])('as it %s: a push goes on with a warning', async ([, path, words]) => {
    const { exitCode, annotations } = await deploy({ GITHUB_EVENT_NAME: 'push', GITHUB_EVENT_PATH: path });
    expect(exitCode).toBe(0);
    expect(annotations).toEqual([expect.stringMatching(/^::warning title=event::.*GITHUB_EVENT_PATH/)]);
    expect(annotations[0]).toMatch(words);
  });

  test.for([
    ['pull_request', '/nowhere/event.json'],
    ['pull_request', ''],
    ['pull_request_review', '/nowhere/event.json'],
    ['pull_request_target', '/nowhere/event.json'],
    ['workflow_run', '/nowhere/event.json'],
  ] as const)('%s from %j deploys nothing', async ([name, path]) => {
    const { exitCode, annotations, requests } = await deploy({ GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: path });
    expect({ exitCode, requests }).toEqual({ exitCode: 1, requests: 0 });
    expect(annotations.at(-1)).toMatch(
      /`deploy` does not run on `\w+`(?: without its event|, an event that does not).*\[inputs-invalid\]$/,
    );
  });
});
