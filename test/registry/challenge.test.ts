/** `WWW-Authenticate` as registries write it. */

import { expect, test } from 'vitest';
import { parseChallenges } from '../../src/registry/challenge.ts';

test.for<[header: string, challenges: [scheme: string, parameters: Record<string, string>][]]>([
  ['', []],
  ['Basic', [['basic', {}]]],
  ['Basic realm="x"', [['basic', { realm: 'x' }]]],
  ['BASIC realm="Sonatype Nexus Repository Manager"', [['basic', { realm: 'Sonatype Nexus Repository Manager' }]]],
  [
    'Bearer realm="https://auth.docker.io/token",service="registry.docker.io",scope="repository:a/b:pull",error="insufficient_scope"',
    [
      [
        'bearer',
        {
          realm: 'https://auth.docker.io/token',
          service: 'registry.docker.io',
          scope: 'repository:a/b:pull',
          error: 'insufficient_scope',
        },
      ],
    ],
  ],
  ['Bearer realm=https://a/token, service=x', [['bearer', { realm: 'https://a/token', service: 'x' }]]],
  ['bearer  REALM = "a" ,\tService="b"', [['bearer', { realm: 'a', service: 'b' }]]],
  ['Bearer realm="a",scope="repository:x:pull,push"', [['bearer', { realm: 'a', scope: 'repository:x:pull,push' }]]],
  ['Bearer realm="a \\"b\\" \\\\"', [['bearer', { realm: 'a "b" \\' }]]],
  ['Bearer realm="a", realm="b"', [['bearer', { realm: 'a' }]]],
  [
    'Basic realm="x", Bearer realm="y",service="z"',
    [
      ['basic', { realm: 'x' }],
      ['bearer', { realm: 'y', service: 'z' }],
    ],
  ],
  [
    'Negotiate, Basic realm="x"',
    [
      ['negotiate', {}],
      ['basic', { realm: 'x' }],
    ],
  ],
  ['Bearer realm="open', [['bearer', { realm: '' }]]],
  ['realm="x"', []],
  ['"', []],
])('%s', ([header, challenges]) => {
  expect(parseChallenges(header).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)])).toEqual(
    challenges,
  );
});

test('what is very long is read in part, and in linear time', () => {
  for (const part of ['a ', 'a=', 'a="', 'a="\\', '\\"', ', ', ' ', 'Bearer a="b",']) {
    expect(parseChallenges(part.repeat(1_000_000)).length).toBeLessThan(16 * 1024);
  }
});
