/** Image references: what Docker takes and normalises, what is refused and in which words. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ImageReference, parseReference, pinReference } from '../../src/registry/reference.ts';
import { runs } from '../runs.ts';

const sha256 = `sha256:${'0123456789abcdef'.repeat(4)}`;
const sha512 = `sha512:${'0123456789abcdef'.repeat(8)}`;
const id = '1a3f5e7d9c1b3a5f7e9d1c3b5a7f9e1d3c5b7a9f1e3d5d7c9b1a3f5e7d9c1b3a';

function render({ domain, path, tag, digest }: ImageReference): string {
  return `${domain}/${path}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
}

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
    expect(parsed.kind === 'reference' ? render(parsed.reference) : parsed).toBe(full);
  });

  test('gives the parts', () => {
    expect(parseReference(`localhost:5000/acme/x:1@${sha256}`)).toEqual({
      kind: 'reference',
      reference: { domain: 'localhost:5000', path: 'acme/x', tag: '1', digest: sha256 },
    });
  });
});

describe('what is refused', () => {
  test.for<[text: string, part: string, found: string, suggestion?: string]>([
    ['', 'form', 'nothing'],
    ['https://ghcr.io/acme/x', 'form', 'the scheme "https://"', 'ghcr.io/acme/x'],
    ['docker://nginx', 'form', 'the scheme "docker://"', 'nginx'],
    [' nginx', 'form', 'spaces', 'nginx'],
    ['nginx:1 2', 'form', 'spaces'],
    ['https://GHCR.io/Acme/x ', 'form', 'the scheme "https://"', 'ghcr.io/acme/x'],
    ['nginx\n', 'form', 'spaces', 'nginx'],
    ['ghcr.io/', 'repository', 'the repository ""'],
    [':1', 'repository', 'the repository ""'],
    ['x:$TAG', 'tag', 'the tag "$TAG"'],
    ['x:"1.0"', 'tag', 'the tag "\\"1.0\\""'],
    ['x:', 'tag', 'the tag ""'],
    [`x:${'a'.repeat(129)}`, 'tag', `the tag "${'a'.repeat(60)}…"`],
    ['x:-1', 'tag', 'the tag "-1"'],
    ['x:.1', 'tag', 'the tag ".1"'],
    ['x:ä', 'tag', 'the tag "ä"'],
    ['x:1:2', 'tag', 'the tag "1:2"'],
    ['x@sha256:abc', 'digest', '"sha256:abc", which is not a digest'],
    ['x:1@', 'digest', '"", which is not a digest'],
    [`x@${sha256}0`, 'digest', `"${sha256.slice(0, 60)}…", which is not a digest`],
    [`x@${sha256.toUpperCase()}`, 'digest', `"${sha256.toUpperCase().slice(0, 60)}…", which is not a digest`],
    [`x@md5:${'0'.repeat(32)}`, 'digest', `"md5:${'0'.repeat(32)}", which is not a digest`],
    [`x@${sha512.slice(0, -1)}`, 'digest', `"${sha512.slice(0, 60)}…", which is not a digest`],
    [`x@${sha256}@${sha256}`, 'digest', `"${sha256.slice(0, 60)}…", which is not a digest`],
    ['x@constructor:0', 'digest', '"constructor:0", which is not a digest'],
    ['user:password@ghcr.io/x', 'digest', '"ghcr.io/x", which is not a digest'],
    ['Acme/X@sha256:abc', 'digest', '"sha256:abc", which is not a digest'],
    ['ghcr.io/Me/X:1', 'repository', 'the repository "Me/X"', 'ghcr.io/me/x:1'],
    ['Nginx:V1', 'repository', 'the repository "Nginx"', 'nginx:V1'],
    [`Me/x@${sha256}`, 'repository', 'the repository "Me/x"', `me/x@${sha256}`],
    ['$IMAGE', 'repository', 'the repository "$IMAGE"'],
    ['${image}', 'repository', 'the repository "${image}"'],
    [id, 'repository', `the repository "${id.slice(0, 60)}…"`],
    ['/x', 'repository', 'the repository "/x"'],
    ['acme/', 'repository', 'the repository "acme/"'],
    ['docker///docker', 'repository', 'the repository "docker///docker"'],
    ['-docker', 'repository', 'the repository "-docker"'],
    ['docker-/docker', 'repository', 'the repository "docker-/docker"'],
    ['x/dock..er', 'repository', 'the repository "x/dock..er"'],
    ['x/dock_.er', 'repository', 'the repository "x/dock_.er"'],
    ['x/dock___er', 'repository', 'the repository "x/dock___er"'],
    ['x\u001b[31m', 'repository', 'the repository "x\\u001b[31m"'],
    [`ghcr.io/${'a'.repeat(256)}`, 'repository', `the repository "${'a'.repeat(60)}…"`],
    ['ghcr.io:0/x', 'registry', 'the registry "ghcr.io:0"'],
    ['ghcr.io:65536/x', 'registry', 'the registry "ghcr.io:65536"'],
    ['ghcr.io:/x', 'registry', 'the registry "ghcr.io:"'],
    ['ghcr.io:port/x', 'registry', 'the registry "ghcr.io:port"'],
    ['-docker.io/docker', 'registry', 'the registry "-docker.io"'],
    ['a..b/x', 'registry', 'the registry "a..b"'],
    ['[fe80::1%eth0]:5000/x', 'registry', 'the registry "[fe80::1%eth0]:5000"'],
    ['fc00::1:5000/x', 'registry', 'the registry "fc00::1:5000"'],
    ['1.2.3.999/x', 'registry', 'the registry "1.2.3.999"'],
    [`${'a.'.repeat(200)}a/x`, 'registry', `the registry "${'a.'.repeat(30)}…"`],
  ])('%j', ([text, part, found, suggestion]) => {
    const allowed = expect.any(String);
    const problem = { part, found, allowed, ...(suggestion !== undefined && { suggestion }) };
    expect(parseReference(text)).toEqual({ kind: 'invalid', problem });
  });

  test('in linear time, and with a short message, however long the text is', () => {
    const long = 1_000_000;
    const texts = ['https://', 'a-', 'a.', 'a/', 'a:', '@', ':', '[', 'A'].map((part) =>
      part.repeat(long / part.length),
    );
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
      ...'docker.io ghcr.io localhost localhost:5000 [fc00::1]:5000 10.0.0.1 a-b.example:8080'.split(' '),
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
        expect(parseReference(render(reference))).toEqual({ kind: 'reference', reference });
      }),
    );
  });

  test('what is taken renders to a text that is taken as the same', () => {
    const part = fc.constantFrom(...'nginx Acme acme / : @ . - _ ghcr.io localhost 5000 $'.split(' '), sha256, ' ');
    const texts = fc.oneof(
      fc.string(),
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseReference(text);
        if (parsed.kind === 'reference') expect(parseReference(render(parsed.reference))).toEqual(parsed);
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
        expect(parseReference(pinReference(render(reference), digest))).toEqual({
          kind: 'reference',
          reference: { ...reference, tag: undefined, digest },
        });
      }),
    );
  });
});
