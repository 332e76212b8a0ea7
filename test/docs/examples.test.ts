/** The examples: each spec is deployed by its own workflow, serves, and is unchanged by the next push. */

import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startEmulator } from '../emulator/emulator.ts';
import { passing } from '../scenarios/deployment.ts';
import { deployOf, models, parseWorkflow } from './workflow.ts';

const examples = globSync('examples/*/endpoint.yaml').map((path) => path.replace('/endpoint.yaml', ''));

test('are those of the three kinds of service', () => {
  expect(examples.map((path) => basename(path)).sort()).toEqual(['comfyui', 'embedder', 'vllm']);
});

describe.for(examples)('%s', (folder) => {
  const spec = readFileSync(`${folder}/endpoint.yaml`, 'utf8');
  const workflow = parseWorkflow(readFileSync(`${folder}/deploy.yml`, 'utf8'));

  test('is deployed by its workflow, answers its last step, and is unchanged by the next push', async () => {
    await using emulator = await startEmulator({ ...passing, models });
    const play = () => deployOf(workflow, { emulator, spec });
    const first = await play();
    const annotations = first.annotations.filter((each) => !each.startsWith('::notice'));
    expect({ exitCode: first.exitCode, annotations, operation: first.outputs.operation }).toEqual({
      exitCode: 0,
      annotations: [],
      operation: 'created',
    });
    expect(emulator.endpoints()[0]).toMatchObject({ name: parse(spec).name, url: first.outputs.url });
    expect((await play()).outputs.operation).toBe('unchanged');
  });

  test('has a group of its own, so that no two deploys run at once', () => {
    expect(workflow).toMatchObject({ permissions: { contents: 'read' }, concurrency: { 'cancel-in-progress': false } });
  });
});
