/** Image references: what Docker takes and normalises, what is refused and in which words. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ImageReference,
  isDigest,
  parseReference,
  pinReference,
  renderReference,
} from '../../src/registry/reference.ts';
import { runs } from '../runs.ts';

const sha256 = `sha256:${'0123456789abcdef'.repeat(4)}`;
const sha512 = `sha512:${'0123456789abcdef'.repeat(8)}`;
const id = '1a3f5e7d9c1b3a5f7e9d1c3b5a7f9e1d3c5b7a9f1e3d5d7c9b1a3f5e7d9c1b3a';

describe('what is taken', () => {
  test.for([
    ['nginx', 'docker.io/library/nginx:latest'],
    ['nginx:1.27', 'docker.io/library/nginx:1.27'],
    ['acme/llama', 'docker.io/acme/llama:latest'],
    ['library/nginx', 'docker.io/library/nginx:latest'],
    ['library/foo/bar', 'docker.io/library/foo/bar:latest'],
    ['docker.io/nginx', 'docker.io/library/nginx:latest'],
    ['index.docker.io/nginx', 'docker.io/library/nginx:latest'],
    ['index.docker.io/acme/llama:2', 'docker.io/acme/llama:2'],
    [`docker.io/${id}`, `docker.io/library/${id}:latest`],
    ['localhost/x', 'localhost/x:latest'],
    ['localhost:5000/x', 'localhost:5000/x:latest'],
    ['localhost:5000', 'docker.io/library/localhost:5000'],
    ['test_com/foo', 'docker.io/test_com/foo:latest'],
    ['test-com:8080/foo', 'test-com:8080/foo:latest'],
    ['test.com/foo', 'test.com/foo:latest'],
    ['GHCR.IO/acme/x', 'ghcr.io/acme/x:latest'],
    ['xn--n3h.com:18080/foo', 'xn--n3h.com:18080/foo:latest'],
    ['192.168.0.1', 'docker.io/library/192.168.0.1:latest'],
    ['192.168.0.2:25000/debian', '192.168.0.2:25000/debian:latest'],
    ['[fc00::1]:5000/acme/x:1', '[fc00::1]:5000/acme/x:1'],
    ['ghcr.io/acme/app/web:v1.0.0-rc.1_x', 'ghcr.io/acme/app/web:v1.0.0-rc.1_x'],
    ['x:_', 'docker.io/library/x:_'],
    [`x:${'a'.repeat(128)}`, `docker.io/library/x:${'a'.repeat(128)}`],
    ['docker---rules/dock__er.x', 'docker.io/docker---rules/dock__er.x:latest'],
    [`ghcr.io/acme/x@${sha256}`, `ghcr.io/acme/x@${sha256}`],
    [`ghcr.io/acme/x:1@${sha256}`, `ghcr.io/acme/x:1@${sha256}`],
    [`x@${sha512}`, `docker.io/library/x@${sha512}`],
    [`ghcr.io/${'a'.repeat(255)}`, `ghcr.io/${'a'.repeat(255)}:latest`],
  ])('%s is %s', ([text, full]) => {
    const parsed = parseReference(text as string);
    expect(parsed.kind === 'reference' ? renderReference(parsed.reference) : parsed).toBe(full);
  });

  test('gives the parts', () => {
    expect(parseReference(`localhost:5000/acme/x:1@${sha256}`)).toEqual({
      kind: 'reference',
      reference: { domain: 'localhost:5000', path: 'acme/x', tag: '1', digest: sha256 },
    });
  });
});

const component =
  'parts separated by "/", each of lower-case letters and digits; single "." or "_", "__" or any number of "-" only between them';
const tag = 'up to 128 letters, digits, "_", "." and "-", and neither "." nor "-" at the start';
const digest = '"sha256:" and 64 hex digits in lower case';
const domain = 'a host name of letters, digits, "-" and ".", with a port from 1 to 65535 if one is needed';
const reference = '[registry[:port]/]repository[:tag][@sha256:digest]';

describe('what is refused', () => {
  test.for<[text: string, found: string, allowed: string, suggestion?: string]>([
    ['', 'nothing', reference],
    ['x:$TAG', 'the tag "$TAG"', tag],
    ['x:"1.0"', 'the tag "\\"1.0\\""', tag],
    ['ghcr.io/Me/X:1', 'the repository "Me/X" with upper-case letters', component, 'ghcr.io/me/x:1'],
    ['Me/x', 'the repository "Me/x" with upper-case letters', component, 'me/x'],
    ['Nginx', 'the repository "Nginx" with upper-case letters', component, 'nginx'],
    ['Nginx:V1', 'the repository "Nginx" with upper-case letters', component, 'nginx:V1'],
    ['x@sha256:abc', 'the digest "sha256:abc" with 3 hex digits', digest],
    [`x@${sha256.toUpperCase()}`, `the digest ${JSON.stringify(`${sha256.toUpperCase().slice(0, 60)}…`)}`, digest],
    [`x@${sha256}0`, `the digest "${sha256.slice(0, 60)}…" with 65 hex digits`, digest],
    [`x@md5:${'0'.repeat(32)}`, `the digest "md5:${'0'.repeat(32)}"`, digest],
    [`x@${'0'.repeat(64)}`, `the digest "${'0'.repeat(60)}…"`, digest],
    ['x@constructor:0', 'the digest "constructor:0"', digest],
    ['x@', 'the digest ""', digest],
    ['x@sha512:ab', 'the digest "sha512:ab" with 2 hex digits', '"sha512:" and 128 hex digits in lower case'],
    ['x:', 'an empty tag after ":"', tag],
    [`x:${'a'.repeat(129)}`, 'a tag of 129 characters', tag],
    ['x:-1', 'the tag "-1"', tag],
    ['x:.1', 'the tag ".1"', tag],
    ['x:ä', 'the tag "ä"', tag],
    ['x:1:2', 'the tag "1:2"', tag],
    ['https://ghcr.io/acme/x', 'the scheme "https://"', reference, 'ghcr.io/acme/x'],
    ['docker://nginx', 'the scheme "docker://"', reference, 'nginx'],
    [' nginx', 'spaces', `${reference}, without spaces`, 'nginx'],
    ['nginx:1 2', 'spaces', `${reference}, without spaces`],
    ['nginx\n', 'spaces', `${reference}, without spaces`, 'nginx'],
    [id, `the bare id "${id.slice(0, 60)}…"`, 'a repository with its digest, as `name@sha256:…`'],
    ['ghcr.io/', 'no repository', reference],
    [':1', 'no repository', reference],
    ['/x', 'the repository "/x"', component],
    ['acme/', 'the repository "acme/"', component],
    ['docker///docker', 'the repository "docker///docker"', component],
    ['-docker', 'the repository "-docker"', component],
    ['docker-/docker', 'the repository "docker-/docker"', component],
    ['x/dock..er', 'the repository "x/dock..er"', component],
    ['x/dock_.er', 'the repository "x/dock_.er"', component],
    ['x/dock___er', 'the repository "x/dock___er"', component],
    ['____/____', 'the repository "____/____"', component],
    ['$IMAGE', 'the repository "$IMAGE" with upper-case letters', component],
    ['${image}', 'the repository "${image}"', component],
    ['x\u001b[31m', 'the repository "x\\u001b[31m"', component],
    [`ghcr.io/${'a'.repeat(256)}`, 'a repository of 256 characters', 'at most 255 characters'],
    ['ghcr.io:0/x', 'the registry "ghcr.io:0"', domain],
    ['ghcr.io:65536/x', 'the registry "ghcr.io:65536"', domain],
    ['ghcr.io:/x', 'the registry "ghcr.io:"', domain],
    ['ghcr.io:port/x', 'the registry "ghcr.io:port"', domain],
    ['-docker.io/docker', 'the registry "-docker.io"', domain],
    ['a..b/x', 'the registry "a..b"', domain],
    ['user:password@ghcr.io/x', 'the digest "ghcr.io/x"', digest],
    ['[fe80::1%eth0]:5000/x', 'the registry "[fe80::1%eth0]:5000"', domain],
    ['[::ffff:192.0.2.33]:5000/x', 'the registry "[::ffff:192.0.2.33]:5000"', domain],
    ['fc00::1:5000/x', 'the registry "fc00::1:5000"', domain],
    ['1.2.3.999/x', 'the registry "1.2.3.999"', domain],
    [`${'a.'.repeat(200)}a/x`, 'a registry of 401 characters', domain],
  ])('%j', ([text, found, allowed, suggestion]) => {
    expect(parseReference(text)).toEqual({ kind: 'invalid', problem: { found, allowed, suggestion } });
  });

  test('in linear time, and with a short message, however long the text is', () => {
    const long = 1_000_000;
    const texts = ['a-', 'a.', 'a/', 'a:', '@', ':', '[', 'A'].map((part) => part.repeat(long / part.length));
    for (const text of [...texts, `x:${'a'.repeat(long)}`, `${'a'.repeat(long)}/x`, `x@sha256:${'a'.repeat(long)}`]) {
      const parsed = parseReference(text);
      expect(parsed.kind === 'invalid' && parsed.problem.found.length).toBeLessThan(200);
    }
  });
});

describe('properties', () => {
  const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
  const componentOf = fc
    .tuple(word, fc.array(fc.tuple(fc.constantFrom('.', '_', '__', '-', '---'), word), { maxLength: 3 }))
    .map(([first, rest]) => first + rest.flat().join(''));
  const domainOf = fc.oneof(
    fc.constantFrom(
      'docker.io',
      'ghcr.io',
      'localhost',
      'localhost:5000',
      '[fc00::1]:5000',
      '10.0.0.1',
      'a-b.example:8080',
    ),
    fc
      .tuple(fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/), fc.stringMatching(/^[a-z]{2,9}$/))
      .map((parts) => parts.join('.')),
  );
  const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
  const digestOf = fc.oneof(
    hex(64).map((digits) => `sha256:${digits}`),
    hex(128).map((digits) => `sha512:${digits}`),
  );
  const tagOf = fc.stringMatching(/^[\w][\w.-]{0,127}$/);
  const referenceOf: fc.Arbitrary<ImageReference> = fc
    .record({
      domain: domainOf,
      path: fc.array(componentOf, { minLength: 2, maxLength: 4 }).map((parts) => parts.join('/')),
      tag: fc.option(tagOf, { nil: undefined }),
      digest: fc.option(digestOf, { nil: undefined }),
    })
    .filter(({ tag, digest, path }) => (tag !== undefined || digest !== undefined) && path.length <= 255);

  test('parsing what was rendered gives the same reference', () => {
    fc.assert(
      fc.property(referenceOf, (reference) => {
        expect(parseReference(renderReference(reference))).toEqual({ kind: 'reference', reference });
      }),
    );
  });

  test('what is taken renders to a text that is taken as the same', () => {
    const part = fc.constantFrom(
      'nginx',
      'Acme',
      'acme',
      '/',
      ':',
      '@',
      '.',
      '-',
      '_',
      'ghcr.io',
      'localhost',
      '5000',
      sha256,
      '$',
      ' ',
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseReference(text);
        if (parsed.kind === 'reference') expect(parseReference(renderReference(parsed.reference))).toEqual(parsed);
        else if (parsed.problem.suggestion !== undefined) {
          expect(parseReference(parsed.problem.suggestion).kind).toBe('reference');
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  test('a pinned reference keeps registry and repository', () => {
    fc.assert(
      fc.property(referenceOf, digestOf, (reference, digest) => {
        expect(parseReference(pinReference(renderReference(reference), digest))).toEqual({
          kind: 'reference',
          reference: { ...reference, tag: undefined, digest },
        });
      }),
    );
  });
});

test.for([
  ['nginx', 'nginx'],
  ['nginx:1', 'nginx'],
  ['localhost:5000/x', 'localhost:5000/x'],
  ['localhost:5000/x:1', 'localhost:5000/x'],
  [`ghcr.io/acme/x:1@${sha512}`, 'ghcr.io/acme/x'],
])('%s is pinned as it is written', ([written, name]) => {
  expect(pinReference(written as string, sha256)).toBe(`${name}@${sha256}`);
});

test('digests', () => {
  expect([sha256, sha512, 'sha256:', `sha384:${'0'.repeat(96)}`, ''].map(isDigest)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
