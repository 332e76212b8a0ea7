/** Fields that may hold a secret show `${KEY}` as the spec has it and nothing of what stands live in its place; every other field shows its value. */

import { expect, test } from 'vitest';
import { members, treeOf } from '../../src/model/config.ts';
import { displayText } from '../../src/model/display.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { liveEndpoint } from '../plan/example.ts';
import { parseOne } from '../spec/reading.ts';

const templates = new Map([
  ['image.command', { template: 'serve --api-key ${KEY}', filled: 'serve --api-key our-key-12345' }],
  [
    'image.entrypoint',
    { template: 'run $${A} sk-live-123456, hf_abcdefgh', filled: 'run ${A} sk-live-123456, hf_abcdefgh' },
  ],
]);

test.for<[string, string, string, string]>([
  ['that variables have filled', 'image.command', 'serve --api-key our-key-12345', 'serve --api-key ${KEY}'],
  ['that stands live in their place', 'image.command', 'serve --api-key our-key-0', '…'],
  [
    'of the spec with a literal `${` and a token',
    'image.entrypoint',
    'run ${A} sk-live-123456, hf_abcdefgh',
    'run $${A} ***, ***',
  ],
  ['that stands live where the spec has none', 'healthy.path', 'run --all', '…'],
])('a value %s', ([, path, text, shown]) => {
  expect(displayText(templates, { path, text })).toBe(shown);
});

/** Values where neither another word nor another number would do. */
const chosen: Readonly<Record<string, string>> = {
  'image.image': 'ghcr.io/acme/other:2',
  'workerConfig.cudaVersion': '12.6',
  'policy.type': 'queue',
  'healthy.path': '/other',
};
const scalars = members.filter(({ kind }) => kind === 'text' || kind === 'integer');

test.for([
  ['--model llama', '--model llama'],
  ['--model ${MODEL}', '--model ${MODEL}'],
])('a live command is not shown, and that of the spec as it is written: %s', ([written, shown]) => {
  const text = JSON.stringify({ name: 'llama', image: { command: written } });
  const { spec, templates } = parseOne(text, { variables: { MODEL: 'llama' } });
  if (!spec) throw new Error(text);
  const image = { ...liveEndpoint.config.image, command: '--model llama --api-key was-secret' };
  const live = { ...liveEndpoint, config: { ...liveEndpoint.config, image } };
  const { changes } = makePlan({ spec, secretEnvs: new Map(), live, templates });
  expect(changes).toMatchObject([{ member: 'image.command', from: '…', to: shown }]);
});

test.for(scalars)('a variable in $path', ({ path, kind, returned }) => {
  const value = chosen[path] ?? (kind === 'integer' ? '77' : 'other');
  const beside = path === 'policy.type' ? [['policy.value', 8] as const] : [];
  const text = JSON.stringify({ name: 'llama', ...treeOf([[path, '${KEY}'], ...beside]) });
  const { spec, issues, templates } = parseOne(text, { variables: { KEY: value } });
  if (!spec) throw new Error(JSON.stringify(issues));
  const live = returned ? liveEndpoint : undefined;
  const { changes } = makePlan({ spec, secretEnvs: new Map(), live, templates });
  const filled = kind === 'integer' ? Number(value) : value;
  const shown = path === 'image.command' || path === 'image.entrypoint' ? '${KEY}' : filled;
  const ofMember = changes.filter(({ member }) => member.startsWith(path));
  expect(ofMember.map(({ member, to }) => [member, to])).toEqual([[path, shown]]);
});
