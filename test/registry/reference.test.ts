/** Image references: what Docker takes and normalises, what is refused and in which words. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ImageReference, parseReference, pinReference } from '../../src/registry/reference.ts';
import { runs } from '../runs.ts';

const sha256 = `sha256:${'0123456789abcdef'.repeat(4)}`;

function render({ domain, path, tag, digest }: ImageReference): string {
  return `${domain}/${path}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
}

test.for([
  ['nginx', 'docker.io/library/nginx:latest'],
  ['nginx:1.27', 'docker.io/library/nginx:1.27'],
  ['acme/llama', 'docker.io/acme/llama:latest'],
  ['library/foo/bar', 'docker.io/library/foo/bar:latest'],
  ['docker.io/nginx', 'docker.io/library/nginx:latest'],
  ['index.docker.io/acme/llama:2', 'docker.io/acme/llama:2'],
  ['localhost/x', 'localhost/x:latest'],
  ['localhost:5000/x', 'localhost:5000/x:latest'],
  ['localhost:5000', 'docker.io/library/localhost:5000'],
  ['test_com/foo', 'docker.io/test_com/foo:latest'],
  ['test-com:8080/foo', 'test-com:8080/foo:latest'],
  ['GHCR.IO/acme/x', 'ghcr.io/acme/x:latest'],
  ['192.168.0.1', 'docker.io/library/192.168.0.1:latest'],
  ['192.168.0.2:25000/debian', '192.168.0.2:25000/debian:latest'],
  ['[fc00::1]:5000/acme/x:1', '[fc00::1]:5000/acme/x:1'],
  ['ghcr.io/acme/app/web:v1.0.0-rc.1_x', 'ghcr.io/acme/app/web:v1.0.0-rc.1_x'],
  [`x:${'a'.repeat(128)}`, `docker.io/library/x:${'a'.repeat(128)}`],
  ['docker---rules/dock__er.x', 'docker.io/docker---rules/dock__er.x:latest'],
  [`ghcr.io/acme/x@${sha256}`, `ghcr.io/acme/x@${sha256}`],
  [`ghcr.io/acme/x:1@${sha256}`, `ghcr.io/acme/x:1@${sha256}`],
  [`ghcr.io/${'a'.repeat(255)}`, `ghcr.io/${'a'.repeat(255)}:latest`],
])('%s is %s', ([text = '', full]) => {
  const parsed = parseReference(text);
  expect('domain' in parsed ? render(parsed) : parsed).toBe(full);
});

describe('what is refused', () => {
  const refused = {
    form: [
      [':1', 'no repository', 'ghcr.io/acme/llama:1'],
      [`@${sha256}`, 'no repository', `ghcr.io/acme/llama@${sha256}`],
      [':', 'no repository'],
      ['1.4.0', 'no repository', 'ghcr.io/acme/llama:1.4.0'],
    ],
    tag: ['$TAG', '"1.0"', '', '1 2', 'a'.repeat(129), '-1', '.1', 'ä', '1:2'].map((tag) => [
      `x:${tag}`,
      `the tag ${JSON.stringify(tag.length > 60 ? `${tag.slice(0, 60)}…` : tag)}`,
    ]),
    digest: [
      ...['sha256:abc', '', `${sha256}0`, sha256.toUpperCase(), `md5:${'0'.repeat(32)}`, `sha512:${'0'.repeat(128)}`],
      ...[`${sha256}@${sha256}`, 'constructor:0'],
    ].map((digest) => [
      `x@${digest}`,
      `${JSON.stringify(digest.length > 60 ? `${digest.slice(0, 60)}…` : digest)}, which is not a digest`,
    ]),
    repository: [
      ['ghcr.io/Me/X:1', 'the repository "Me/X"', 'ghcr.io/me/x:1'],
      ['Nginx:V1', 'the repository "Nginx"', 'nginx:V1'],
      [`Me/x@${sha256}`, 'the repository "Me/x"', `me/x@${sha256}`],
      ['ghcr.io/', 'the repository ""'],
      ['', 'the repository ""'],
      [' nginx', 'the repository " nginx"', 'nginx'],
      ['nginx\n', 'the repository "nginx\\n"', 'nginx'],
      [`ghcr.io/${'a'.repeat(256)}`, `the repository "${'a'.repeat(60)}…"`],
      ['x\u001b[31m', 'the repository "x\\u001b[31m"'],
      ...[
        ...['$IMAGE', '${image}', '/x', 'acme/', 'docker///docker', '-docker', 'docker-/docker', 'x/dock..er'],
        ...['x/dock_.er', 'x/dock___er'],
      ].map((text) => [text, `the repository "${text}"`]),
    ],
    registry: [
      ['https://GHCR.io/Acme/x ', 'the registry "https:"', 'ghcr.io/acme/x'],
      ['https://hub.docker.com/r/vllm/vllm-openai', 'the registry "https:"', 'vllm/vllm-openai'],
      ['https://hub.docker.com/_/nginx', 'the registry "https:"', 'nginx'],
      ...[
        ...['ghcr.io:65536', 'ghcr.io:', 'ghcr.io:port', '-docker.io', 'a..b', '[fe80::1%eth0]:5000'],
        ...['fc00::1:5000', '1.2.3.999'],
      ].map((domain) => [`${domain}/x`, `the registry "${domain}"`]),
    ],
  };
  test.for(Object.entries(refused))('by its %s', ([part, cases]) => {
    for (const [text = '', found, suggestion] of cases) {
      expect(parseReference(text)).toEqual({ part, found, allowed: expect.any(String), suggestion });
    }
  });

  test('in linear time, and with a short message, however long the text is', () => {
    const long = 1_000_000;
    const parts = ['https://', 'a-', 'a.', 'a/', 'a:', '@', ':', '[', 'A'];
    const texts = parts.map((part) => part.repeat(long / part.length));
    for (const text of [...texts, `x:${'a'.repeat(long)}`, `${'a'.repeat(long)}/x`, `x@sha256:${'a'.repeat(long)}`]) {
      const parsed = parseReference(text);
      expect('found' in parsed && parsed.found.length).toBeLessThan(200);
    }
  });
});

describe('properties', () => {
  const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
  const componentOf = fc
    .tuple(word, fc.array(fc.tuple(fc.constantFrom('.', '_', '__', '-', '---'), word), { maxLength: 3 }))
    .map(([first, rest]) => first + rest.flat().join(''));
  const domainOf = fc.oneof(
    fc.constantFrom('docker.io', 'ghcr.io', 'localhost', 'localhost:5000', '[fc00::1]:5000', '10.0.0.1', 'a-b.c:80'),
    fc.stringMatching(/^[a-z][a-z0-9]{0,9}\.[a-z]{2,9}$/),
  );
  const digestOf = fc.stringMatching(/^sha256:[0-9a-f]{64}$/);
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
        expect(parseReference(render(reference))).toEqual(reference);
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
        if ('domain' in parsed) expect(parseReference(render(parsed))).toEqual(parsed);
        else if (parsed.suggestion !== undefined) expect(parseReference(parsed.suggestion)).toHaveProperty('domain');
      }),
      { numRuns: runs(2000) },
    );
  });

  test('a pinned reference keeps registry and repository', () => {
    fc.assert(
      fc.property(referenceOf, digestOf, (reference, digest) => {
        const pinned = { ...reference, tag: undefined, digest };
        expect(parseReference(pinReference(render(reference), digest))).toEqual(pinned);
      }),
    );
  });
});
