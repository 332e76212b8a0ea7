/** What a failure says of the log of its container: quoted in the message, whole in the log, the summary and the comment, and read once. */

import { expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../emulator/emulator.ts';
import { deployTo, operationsOf, passing, smallSpec } from './deployment.ts';

const spec = `${smallSpec}workerConfig: {minNum: 1}\nhealthy: /health\n`;
const live = {
  name: 'llama',
  policy: { type: 'concurrency', value: 8 },
  workerConfig: { minNum: 1 },
  healthy: { path: '/health' },
};
const oom = 'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.';
const crashing = { ...passing, scripts: [{ image: 'a:2', outcome: 'crash-loop' as const }] };
const broken = { spec, with: { image: 'a:2' } };
const logsOf = (emulator: Emulator) => operationsOf(emulator).filter((operation) => operation === 'log');

const group = (log: string, title: RegExp) => {
  const [, lines = ''] = new RegExp(`::group::${title.source}\\n([\\s\\S]*?)\\n::endgroup::`).exec(log) ?? [];
  return lines.split('\n');
};

test('a worker that crashes: its traceback, read once, also where the update is undone', async () => {
  await using emulator = await startEmulator(crashing);
  emulator.seed(live);
  const { log, summary, annotations, outputs } = await deployTo(emulator, broken);
  expect(group(log, /Last lines of the log of worker \w+/)).toEqual([
    'INFO: starting a:2',
    'INFO: loading the model',
    'Traceback (most recent call last):',
    '  File "/app/server.py", line 41, in <module>',
    '    model = load()',
    oom,
  ]);
  expect(summary).toMatch(
    /<summary>Last lines of the log of worker \w+<\/summary>\n\n```text\nINFO[^`]*OutOfMemoryError[^`]*\n```\n/,
  );
  expect(annotations.at(-1)).toMatch(/; the log of worker \w+ says: "torch.OutOfMemoryError: CUDA out of memory/);
  expect(outputs).toMatchObject({ operation: 'restored', 'failure-reason': 'crashed' });
  expect(logsOf(emulator)).toEqual(['log']);
});

test('a worker that runs and is not healthy: the last line of its log each time it changes, and no more after the end', async () => {
  const never = { image: 'a:2', outcome: 'unhealthy' as const, recoversAfterMs: 200_000 };
  await using emulator = await startEmulator({ ...passing, scripts: [never] });
  emulator.seed(live);
  for (const [body, times] of [
    ['loading 1 of 2', 2],
    ['listening on 0.0.0.0:8080', 'always'],
  ] as const)
    emulator.addFault({ operation: 'log', kind: 'status', status: 200, body: `INFO\n${body}\n`, times });
  const { log, end } = await deployTo(emulator, broken);
  const told = log.split('\n').filter((line) => line.includes('its log: '));
  expect([end, told.map((line) => line.replace(/worker \w+/, 'worker W').trim())]).toEqual([
    'updated',
    ['loading 1 of 2', 'listening on 0.0.0.0:8080'].map(
      (line) => `worker W runs, and is not healthy yet; its log: ${line}`,
    ),
  ]);
  expect(logsOf(emulator).length).toBeLessThan(10);
});

test('a test that fails: the log of the worker that has answered by a deploy, that of the endpoint by `test`', async () => {
  await using emulator = await startEmulator(passing);
  const tested = `${spec}tests: [{get: /health, expect: {status: 418}}]\n`;
  const deployed = await deployTo(emulator, { spec: tested, with: { 'on-failure': 'keep' } });
  expect(deployed.outputs['failure-reason']).toBe('test-failed');
  expect(group(deployed.log, /Last lines of the log of worker \w+/)).toContain('INFO: listening on 0.0.0.0:8000');
  const { log, summary } = await deployTo(emulator, { spec: tested, with: { command: 'test', 'wait-timeout': '90s' } });
  expect(group(log, /Last lines of the log of the endpoint/)).toContain('INFO: listening on 0.0.0.0:8000');
  expect(summary).toContain('INFO: listening on 0.0.0.0:8000\n```');
  expect(logsOf(emulator)).toEqual(['log', 'log']);
});

const secret = 'canary-of-a-secret-env-42';
const hostile = [
  '::error::forged',
  '##[error]forged',
  '::add-mask::forged',
  '::stop-commands::forged',
  '\u001b[2J\u001b[31mred\u001b[0m',
  '```',
  '</details><img src=x>',
  '# heading @acme/all',
  '| a | b |',
  `${secret} ${Buffer.from(secret).toString('base64')} ${encodeURIComponent(secret)}`,
].join('\n');

test('a hostile log says nothing to the runner, the terminal and GitHub, and no secret', async () => {
  await using emulator = await startEmulator(crashing);
  emulator.addFault({ operation: 'log', kind: 'status', status: 200, body: hostile });
  const { raw, summary, log } = await deployTo(emulator, {
    spec,
    with: { image: 'a:2', 'secret-envs': `TOKEN=${secret}` },
  });
  expect(group(log, /Last lines of the log of worker \w+/)).toHaveLength(10);
  expect(raw).not.toMatch(/^\s*::(error|add-mask|stop-commands)::forged|##\[error\]/m);
  expect(raw).not.toContain('\u001b[2J');
  expect(summary).toContain(`\n\`\`\`\`text\n::error::forged\n`);
  expect(summary).toMatch(/\n\*{3}[* g=]*\n````\n/);
  for (const text of [raw.replaceAll(/^::add-mask::.*$/gm, ''), summary])
    for (const form of [secret, Buffer.from(secret).toString('base64')]) expect(text).not.toContain(form);
});

test('neither a run that succeeds nor one that is cancelled asks for it', async () => {
  await using emulator = await startEmulator(crashing);
  expect((await deployTo(emulator, { spec })).exitCode).toBe(0);
  const { outputs } = await deployTo(emulator, {
    ...broken,
    onStart: ({ kill }) =>
      emulator.addFault({ operation: 'get', kind: 'hook', when: 'after', after: 5, run: () => kill('SIGTERM') }),
  });
  expect(outputs['failure-reason']).toBe('cancelled');
  expect(logsOf(emulator)).toEqual([]);
});
