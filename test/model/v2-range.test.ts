/** The static bounds of the v2 update, pinned to the contract: where a spec is checked, and where a route is chosen. */

import { describe, expect, test } from 'vitest';
import { checkV2Bounds } from '../../src/check/limits.ts';
import { members, v2Shortfall } from '../../src/model/config.ts';
import { desiredConfig } from '../../src/model/desired.ts';
import { parseSpecFile } from '../../src/spec/parse.ts';
import { liveConfig } from '../plan/example.ts';

const numbers: [string, (value: number) => string, string, readonly [number, number]][] = [
  ['minNum', (value) => `workerConfig: {minNum: ${value}, maxNum: 5000}`, 'workerConfig.minNum', [0, 1000]],
  ['maxNum', (value) => `workerConfig: {minNum: 0, maxNum: ${value}}`, 'workerConfig.maxNum', [0, 1000]],
  ['freeTimeout', (value) => `workerConfig: {freeTimeout: ${value}}`, 'workerConfig.freeTimeout', [1, 1000]],
  ['maxConcurrent', (value) => `workerConfig: {maxConcurrent: ${value}}`, 'workerConfig.maxConcurrent', [1, 1000]],
  ['gpuNum', (value) => `workerConfig: {gpuNum: ${value}}`, 'workerConfig.gpuNum', [1, 8]],
  ['requestTimeout', (value) => `workerConfig: {requestTimeout: ${value}}`, 'workerConfig.requestTimeout', [1, 1800]],
  ['rootfsSize', (value) => `rootfsSize: ${value}`, 'rootfsSize', [10, 100]],
  ['policy', (value) => `policy: {type: queue, value: ${value}}`, 'policy.value', [1, 1000]],
];

const everyMember = new Set(members.map(({ path }) => path));
/** What each of the two says of a spec: whether v2 cannot carry this member. */
function refusals(text: string, member: string, part: string): { spec: boolean; service: boolean } {
  const { documents } = parseSpecFile(
    { path: 'a.yaml', bytes: Buffer.from(`name: llama\n${text}\n`) },
    { variables: new Map(), secretEnvs: new Map() },
  );
  const [document] = documents;
  if (!document?.spec) throw new Error(`not a sound spec: ${text}`);
  const issues = checkV2Bounds(document, everyMember).filter(({ path }) => path.includes(member));
  const lacks = v2Shortfall(desiredConfig({ spec: document.spec, secretEnvs: new Map(), live: liveConfig }));
  return { spec: issues.length > 0, service: lacks(part) };
}

/** A reference of so many characters: only the digest makes it longer than 500. */
const longImage = (length: number) =>
  `${'a'.repeat(200)}/${'a'.repeat(length - 466)}:${'t'.repeat(128)}@sha512:${'0'.repeat(128)}`;

describe('both places refuse the same', () => {
  test.for(numbers)('%s', ([member, write, part, [min, max]]) => {
    for (const value of [min - 1, min, max, max + 1].filter((each) => each >= 0)) {
      const isOutside = value < min || value > max;
      // `max_replicas` is required, so that its gap is one of every worker's setting: it is judged with a live maximum inside the bounds.
      const text =
        member === 'minNum' && !isOutside
          ? `workerConfig: {minNum: ${value}, maxNum: ${Math.max(1, value)}}`
          : write(value);
      expect({ value, ...refusals(text, member, part) }).toEqual({ value, spec: isOutside, service: isOutside });
    }
  });

  test.for<[string, string, string, boolean]>([
    ['cudaVersion', 'workerConfig: {cudaVersion: "12.8"}', 'workerConfig.cudaVersion', false],
    ['cudaVersion', 'workerConfig: {cudaVersion: "11.8"}', 'workerConfig.cudaVersion', true],
    ['policy', 'policy: {type: magic, value: 1}', 'policy.type', true],
    ['image', `image: ${longImage(500)}`, 'image.image', false],
    ['image', `image: ${longImage(501)}`, 'image.image', true],
    ['authId', `image: {authId: ${'a'.repeat(255)}}`, 'image.authId', false],
    ['authId', `image: {authId: ${'a'.repeat(256)}}`, 'image.authId', true],
    ['envs', `envs: {${'K'.repeat(511)}: x}`, 'envs', false],
    ['envs', `envs: {${'K'.repeat(512)}: x}`, 'envs', true],
    ['envs', `envs: {K: ${'v'.repeat(4095)}}`, 'envs', false],
    ['envs', `envs: {K: ${'v'.repeat(4096)}}`, 'envs', true],
    ['volumeMounts', 'volumeMounts: [{type: network, id: v, mountPath: /m}]\nclusterID: c', 'volumeMounts', false],
    ['volumeMounts', 'volumeMounts: [{type: nfs, id: v, mountPath: /m}]\nclusterID: c', 'volumeMounts', true],
  ])('%s: %.40s', ([member, text, part, isOutside]) => {
    expect(refusals(text, member, part)).toEqual({ spec: isOutside, service: isOutside });
  });
});
