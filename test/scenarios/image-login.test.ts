/** Images of private registries are found with the logins that earlier steps have left, and nothing that was sent there is said anywhere. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { image } from '../registry/content.ts';
import { setStage } from './github-stage.ts';
import { setImageStage } from './image-stage.ts';
import type { StepResult } from './step.ts';

const password = 'pässword:with/odd+characters';
const users = { ci: password };
const basic = Buffer.from(`ci:${password}`).toString('base64');

/** A folder for `DOCKER_CONFIG`. */
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

test('a private image is found with what `docker login` has stored, which is masked and shown nowhere', async () => {
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
