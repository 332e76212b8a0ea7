/** What a registry's answer about an image means for its spec. */

import { describe, expect, test } from 'vitest';
import { checkImage, type ImageAnswer, type UndecidedAnswer, undecidedHint } from '../../src/check/image.ts';
import { parseReference } from '../../src/registry/reference.ts';
import { parseSpecFile } from '../../src/spec/parse.ts';

interface CheckOptions {
  written?: string;
  mustKnow?: boolean;
  /** What stands in the file; default: `written`. */
  text?: string;
  variables?: ReadonlyMap<string, string>;
}

function check(
  answer: ImageAnswer,
  { written = 'ghcr.io/acme/llama:1.1', mustKnow = false, text, variables = new Map() }: CheckOptions = {},
) {
  const bytes = new TextEncoder().encode(`name: llama\nimage: ${text ?? written}\n`);
  const { documents } = parseSpecFile({ path: 'endpoint.yaml', bytes }, { variables, secretEnvs: new Map() });
  const [document] = documents;
  if (!document) throw new Error('no document');
  const parsed = parseReference(written);
  const repository = parsed.kind === 'reference' ? parsed.reference : undefined;
  const issue = checkImage({ document, written, repository, answer, mustKnow });
  return issue && { code: issue.code, severity: issue.severity, message: issue.message, hint: issue.hint };
}

const missing = (what: 'tag' | 'digest', ...nearTags: string[]): ImageAnswer => ({
  kind: 'missing',
  what,
  nearTags,
});
const unknown = (reason: Extract<UndecidedAnswer, { kind: 'unknown' }>['reason']) => ({
  kind: 'unknown' as const,
  reason,
  came: 'ghcr.io answered so',
});

describe('an image that is missing', () => {
  const subject = '`image.image` is "ghcr.io/acme/llama:1.1", ';
  const checkTag = 'Check that the build pushed the image, and under which tag.';
  test.for<[string, ImageAnswer, object, string, string]>([
    [
      'by its tag',
      missing('tag', '1.10', '1.0'),
      {},
      `${subject}which does not exist: ghcr.io has no tag 1.1 in acme/llama`,
      'Did you mean `1.10`, `1.0`? If not, push the image first.',
    ],
    [
      'by the tag that is not written',
      missing('tag'),
      { written: 'nginx' },
      '`image.image` is "nginx", which does not exist: docker.io has no tag latest in library/nginx',
      checkTag,
    ],
    [
      'by the tag that is not written, at a port',
      missing('tag'),
      { written: 'localhost:5000/llama' },
      '`image.image` is "localhost:5000/llama", which does not exist: localhost:5000 has no tag latest in llama',
      checkTag,
    ],
    [
      'by its digest',
      missing('digest'),
      {},
      '`image.image` is "ghcr.io/acme/llama:1.1", which does not exist: ghcr.io has no image with this digest in acme/llama',
      'Check that the build pushed the image, and its digest.',
    ],
  ])('%s', ([, answer, options, message, hint]) => {
    expect(check(answer, options)).toEqual({ code: 'image-not-found', severity: 'error', message, hint });
  });

  test('is shown where a variable names it', () => {
    const variables = new Map([['TAG', '1.1']]);
    const found = check(missing('digest'), { text: '"ghcr.io/acme/llama:${TAG}"', variables });
    expect(found?.message).toBe(
      '`image.image` is "ghcr.io/acme/llama:1.1", which does not exist: ghcr.io has no image with this digest in acme/llama',
    );
  });
});

test('an image for other platforms', () => {
  expect(check({ kind: 'other-platform', platforms: ['linux/arm64', 'linux/arm/v7'] })).toEqual({
    code: 'image-platform',
    severity: 'error',
    message:
      '`image.image` is "ghcr.io/acme/llama:1.1", built for linux/arm64, linux/arm/v7 only; the service runs linux/amd64',
    hint: 'Build with `--platform linux/amd64`, and push the image again.',
  });
});

describe('an answer that decides nothing', () => {
  test('is no issue where nothing hangs on it', () => {
    expect(check(unknown('unavailable'))).toBe(undefined);
    expect(check({ kind: 'unasked', came: 'nobody was asked' })).toBe(undefined);
    expect(check({ kind: 'found', digest: '', bytes: 0 }, { mustKnow: true })).toBe(undefined);
  });

  test('is an error where the digest is needed', () => {
    expect(check(unknown('no-access'), { mustKnow: true })).toEqual({
      code: 'image-unresolved',
      severity: 'error',
      message: '`image.image` is "ghcr.io/acme/llama:1.1", and its digest could not be resolved: ghcr.io answered so',
      hint: 'Check the name of the repository. If it is private, log in first (`docker login`, `docker/login-action` in a workflow) as a user who may read it. `resolve-image: check` deploys the tag as it is.',
    });
  });

  test.for<[UndecidedAnswer, RegExp]>([
    [{ kind: 'unasked', came: '' }, /^No change needed /],
    [unknown('no-access'), /^Check the name of the repository\. /],
    [unknown('rate-limit'), / or run it again later\.$/],
    [unknown('unavailable'), /^Run it again\. /],
    [unknown('malformed'), /^Check the reference\. /],
  ])('%j has a hint of its own', ([answer, hint]) => {
    expect(undecidedHint(answer)).toMatch(hint);
  });
});
