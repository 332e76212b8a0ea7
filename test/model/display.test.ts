/** Fields that may hold a secret show `${KEY}` as the spec has it and nothing of what stands live in its place; every other field shows its value. */

import { describe, expect, test } from 'vitest';
import { members } from '../../src/model/config.ts';
import { displayText } from '../../src/model/display.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { liveEndpoint } from '../plan/example.ts';
import { parseOne } from '../spec/reading.ts';

const templates = new Map([
  ['image.command', { template: 'serve --api-key ${KEY}', filled: 'serve --api-key our-key-12345' }],
]);

test.for<[string, string, string, string]>([
  ['that variables have filled', 'image.command', 'serve --api-key our-key-12345', 'serve --api-key ${KEY}'],
  ['that stands live in their place', 'image.command', 'serve --api-key our-key-0', '…'],
  ['without variables', 'image.entrypoint', 'run --all', 'run --all'],
  ['with a literal `${`', 'image.entrypoint', 'run ${KEY}', 'run $${KEY}'],
  ['with a token', 'image.entrypoint', 'run --key sk-live-123456, hf_abcdefgh', 'run --key ***, ***'],
])('a value %s', ([, path, text, shown]) => {
  expect(displayText(templates, { path, text })).toBe(shown);
});

/** A value for each field with one value, which one variable fills; `path` and `shown` where they differ. */
const scalars: Readonly<Record<string, string>> = {
  name: 'other',
  appName: 'other-app',
  'image.image': 'ghcr.io/acme/other:2',
  'image.authId': 'cred-9',
  'image.command': 'serve --other',
  'image.entrypoint': '/bin/other',
  'workerConfig.minNum': '3',
  'workerConfig.maxNum': '7',
  'workerConfig.freeTimeout': '77',
  'workerConfig.maxConcurrent': '17',
  'workerConfig.gpuNum': '4',
  'workerConfig.requestTimeout': '777',
  'workerConfig.cudaVersion': '12.6',
  'policy.type': 'queue',
  'policy.value': '17',
  'healthy.path': '/other',
  'healthy.port': '8077',
  rootfsSize: '77',
  clusterID: 'as-other-7',
  regionId: 'us-other-7',
};

describe('a variable in', () => {
  test('each field with one value is tried', () => {
    const paths = members.filter(({ kind }) => kind === 'text' || kind === 'integer').map(({ path }) => path);
    expect(Object.keys(scalars).sort()).toEqual(paths.sort());
  });

  test.for(Object.entries(scalars))('%s', ([path, value]) => {
    const inner = path.split('.').reverse();
    const spec = inner.reduce<unknown>((below, key) => ({ [key]: below }), '${KEY}');
    const text = JSON.stringify({ name: 'llama', ...(spec as object) });
    const document = parseOne(text, { variables: { KEY: value } });
    if (!document.spec) throw new Error(JSON.stringify(document.issues));
    const { changes } = makePlan({
      spec: document.spec,
      secretEnvs: new Map(),
      live:
        path === 'image.entrypoint' || !members.find((each) => each.path === path)?.returned ? undefined : liveEndpoint,
      resend: false,
      templates: document.templates,
    });
    const isTemplate = path === 'image.command' || path === 'image.entrypoint';
    const shown = isTemplate
      ? '${KEY}'
      : typeof changes.find(({ member }) => member === path)?.to === 'number'
        ? Number(value)
        : value;
    expect(changes.filter(({ member }) => member.startsWith(path)).map(({ member, to }) => [member, to])).toEqual([
      [path, shown],
    ]);
  });
});
