/** What a registry said of an image, in words. */

import { expect, test } from 'vitest';
import { imageLine } from '../../src/render/plan.ts';

const [before, now] = [`sha256:${'a'.repeat(64)}`, `sha256:${'b'.repeat(64)}`];
const resolved = { written: 'ghcr.io/acme/llama:main', digest: now, bytes: 4_200_000_000 };

test.for<[string, string, string]>([
  ['a tag', imageLine(resolved), `Image: ghcr.io/acme/llama:main is ${now}, 4.2 GB to pull.`],
  [
    'a size that is not told',
    imageLine({ ...resolved, bytes: undefined }),
    `Image: ghcr.io/acme/llama:main is ${now}.`,
  ],
  [
    'another digest that is deployed',
    imageLine(resolved, { image: `ghcr.io/acme/llama@${before}` }),
    `Image: ghcr.io/acme/llama:main is ${now} (deployed is ${before}), 4.2 GB to pull.`,
  ],
  [
    'another digest of another tag that is deployed',
    imageLine(resolved, { image: `ghcr.io/acme/llama@${before}`, pinnedFrom: 'ghcr.io/acme/llama:1.0' }),
    `Image: ghcr.io/acme/llama:main is ${now} (deployed is ghcr.io/acme/llama:1.0, ${before}), 4.2 GB to pull.`,
  ],
  [
    'another digest of the same tag that is deployed',
    imageLine(resolved, { image: `ghcr.io/acme/llama@${before}`, pinnedFrom: resolved.written }),
    `Image: ghcr.io/acme/llama:main is ${now} (deployed is ${before}), 4.2 GB to pull.`,
  ],
  [
    'the same digest that is deployed',
    imageLine(resolved, { image: `ghcr.io/acme/llama@${now}` }),
    `Image: ghcr.io/acme/llama:main is ${now}, 4.2 GB to pull.`,
  ],
  [
    'a tag that is deployed',
    imageLine(resolved, { image: 'ghcr.io/acme/llama:1' }),
    `Image: ghcr.io/acme/llama:main is ${now}, 4.2 GB to pull.`,
  ],
  [
    'a digest',
    imageLine({ ...resolved, written: `ghcr.io/acme/llama@${now}` }),
    `Image: ghcr.io/acme/llama@${now} is there, 4.2 GB to pull.`,
  ],
])('%s', ([, line, expected]) => {
  expect(line).toBe(expected);
});

test.for<[number, string]>([
  [0, '0 kB'],
  [1, '1 kB'],
  [999_000, '999 kB'],
  [1_000_000, '1 MB'],
  [999_400_000, '999 MB'],
  [1_000_000_000, '1.0 GB'],
  [42_160_000_000, '42.2 GB'],
])('%i bytes are %s', ([bytes, text]) => {
  expect(imageLine({ ...resolved, bytes })).toContain(`, ${text} to pull.`);
});
