/** Images of private registries are found with the logins that earlier steps have left, and nothing that was sent there is said anywhere. */

import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { image } from '../registry/content.ts';
import { setStage } from './github-stage.ts';
import { setImageStage } from './image-stage.ts';
import type { StepResult } from './step.ts';

const password = 'pässword:with/odd+characters';
const users = { ci: password };
const basic = Buffer.from(`ci:${password}`).toString('base64');

/** A folder for `DOCKER_CONFIG`, and a place for programs. */
async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'docker-'));
  return {
    folder,
    write: (config: unknown) => writeFile(join(folder, 'config.json'), JSON.stringify(config)),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

function expectHidden({ log, stderr, raw, annotations, outputs, summary }: StepResult, ...secrets: string[]): void {
  // The runner takes masks out of the log itself.
  const said = raw.replaceAll(/^::add-mask::.*$/gm, '');
  const places = { log, stderr, said, annotations: annotations.join('\n'), outputs: JSON.stringify(outputs), summary };
  for (const [place, text] of Object.entries(places))
    for (const secret of secrets) expect({ place, holds: text.includes(secret) }).toEqual({ place, holds: false });
}

/** Shell scripts stand in for helper programs. */
const testWithShell = test.skipIf(process.platform === 'win32');

describe('a private image', () => {
  test('is found with what `docker login` has stored, which is masked and shown nowhere', async () => {
    await using github = await setStage();
    await using docker = await openFolder();
    await using stage = await setImageStage({ registry: { users } });
    const { digest } = stage.registry.push('acme/llama', image(), '1');
    stage.registry.hide('acme/llama');
    await docker.write({ auths: { [stage.registry.domain]: { auth: basic } } });
    const result = await github.pullRequestStep({
      action: 'opened',
      spec: stage.spec(),
      with: { 'resolve-image': 'pin', preview: 'true' },
      env: { DOCKER_CONFIG: docker.folder },
    });
    expect(result.outputs).toMatchObject({ operation: 'created', 'image-digest': digest });
    const token = stage.registry.requests.find(({ authorization }) => authorization?.startsWith('Bearer '));
    const secrets = [password, basic, token?.authorization?.slice('Bearer '.length) ?? ''];
    expect(result.masked).toEqual(expect.arrayContaining(secrets));
    expectHidden(result, ...secrets);
    const bodies = github.api.comments(7).map(({ body }) => body);
    expect(bodies.length).toBe(1);
    for (const secret of secrets) expect(bodies.join('\n').includes(secret)).toBe(false);
  });

  testWithShell('is found with a helper program, which gets no input and no token of the step', async () => {
    await using docker = await openFolder();
    await using stage = await setImageStage({ registry: { users } });
    stage.registry.push('acme/llama', image(), '1');
    stage.registry.hide('acme/llama');
    await docker.write({ credHelpers: { [stage.registry.domain]: 'test' } });
    const programs = join(docker.folder, 'bin');
    const seen = join(docker.folder, 'seen');
    await mkdir(programs);
    const program = join(programs, 'docker-credential-test');
    const answer = JSON.stringify({ Username: 'ci', Secret: password });
    await writeFile(program, `#!/bin/sh\nenv > '${seen}'\ncat > /dev/null\nprintf '%s' '${answer}'\n`);
    await chmod(program, 0o755);
    const result = await stage.step({
      // The program is a process of this machine: it takes real time.
      timeoutSignal: () => new AbortController().signal,
      env: {
        DOCKER_CONFIG: docker.folder,
        PATH: `${programs}:/usr/bin:/bin`,
        KEPT: 'for helpers',
        'INPUT_API-KEY': 'of-the-step',
        GPU_ENDPOINT_SECRET_ENVS: 'TOKEN=of-the-step',
        GITHUB_TOKEN: 'of-the-step',
        ACTIONS_RUNTIME_TOKEN: 'of-the-step',
      },
    });
    expect(result.exitCode).toBe(0);
    expect(result.annotations).toEqual([]);
    expectHidden(result, password, basic);
    const environment = await readFile(seen, 'utf8');
    expect(environment).toContain('KEPT=for helpers');
    expect(environment).not.toContain('of-the-step');
  });
});
