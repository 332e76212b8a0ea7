/** What a registry's answer about an image means for its spec. */

import { expect, test } from 'vitest';
import { checkImage, type ImageAnswer } from '../../src/check/image.ts';
import { quote } from '../../src/shown-text.ts';
import { parseOne } from '../spec/reading.ts';

/** What is told of `image.image`, its reference first. `text`: what stands in the file; default the reference. */
function check(answer: ImageAnswer, { written = 'ghcr.io/acme/llama:1.1', mustKnow = false, text = '' } = {}) {
  const document = parseOne(`name: llama\nimage: "${text || written}"\n`, { variables: { TAG: '1.1' } });
  const issue = checkImage({ document, written, answer, mustKnow });
  const subject = `\`image.image\` is ${quote(written)}, `;
  expect(issue?.message.startsWith(subject)).not.toBe(false);
  return issue && [issue.code, issue.severity, issue.message.slice(subject.length), issue.hint];
}

const missing: ImageAnswer = { kind: 'missing' };
const unknown = (cause: Extract<ImageAnswer, { kind: 'unknown' }>['cause']) =>
  ({ kind: 'unknown', cause, reason: 'ghcr.io answered so' }) as const;

test('an image that is missing', () => {
  const hint = 'Check that the build pushed the image, and its tag or digest.';
  expect(check(missing)).toEqual(['image-not-found', 'error', 'which the registry does not have', hint]);
});

test('an image for other platforms', () => {
  expect(check({ kind: 'other-platform', platforms: ['linux/arm64', 'linux/arm'] })).toEqual([
    'image-platform',
    'error',
    'built for linux/arm64, linux/arm only; the service runs linux/amd64',
    'Build with `--platform linux/amd64`, and push the image again.',
  ]);
});

test('an answer that decides nothing is an error where the digest is needed, and a notice elsewhere', () => {
  const [what, reason] = ['which could not be checked: ', 'ghcr.io answered so'];
  const hint = 'Run it again. If only the service can reach the registry, set `resolve-image: off`.';
  expect([check(unknown('unavailable')), check(unknown('unavailable'), { mustKnow: true })]).toEqual([
    ['image-unresolved', 'notice', what + reason, hint],
    ['image-unresolved', 'error', what + reason, `${hint} \`resolve-image: check\` deploys the tag as it is.`],
  ]);
  expect(check({ kind: 'found', digest: '' }, { mustKnow: true })).toBe(undefined);
});

test.for<[ImageAnswer, RegExp]>([
  [{ kind: 'unasked', reason: '' }, /^No change needed /],
  [unknown('no-access'), /^Check the name of the repository\. /],
  [unknown('rate-limit'), / or run it again later\.$/],
  [unknown('malformed'), /^Check the reference\. /],
])('%j has a hint of its own', ([answer, hint]) => {
  expect(check(answer)?.[3]).toMatch(hint);
});
