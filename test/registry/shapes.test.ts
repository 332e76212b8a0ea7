/** Public registries as they answer: what is asked of them, what is read from it, and that nothing goes where it should not. */

import { describe, expect, test } from 'vitest';
import type { Login } from '../../src/registry/logins.ts';
import { image, index, linuxAmd64, linuxArm64 } from './content.ts';
import { startRegistry, type TestRegistry } from './registry.ts';
import { createScene, type Scene } from './scene.ts';
import { type Shape, shapes } from './shapes.ts';

const users = { somebody: 'their-password' };
const login: Login = { username: 'somebody', password: 'their-password' };

/** By the names that the registry really has; its token server may be under one of them. */
function sceneOf(registry: TestRegistry, { host, tokens }: Shape, login?: Login): Scene {
  const { tokens: tokenServer, registry: own, blobs } = registry.urls;
  const origins = {
    ...(tokens && { [new URL(tokens.realm).origin]: tokenServer }),
    [`https://${host}`]: own,
    'https://blobs.example': blobs,
  };
  return createScene({ ...(login && { login }), origins });
}

describe.for(Object.entries<Shape>(shapes))('%s', ([, shape]) => {
  const path = shape.domain === 'docker.io' ? 'library/llama' : 'acme/llama';
  const name = shape.domain === 'docker.io' ? 'llama' : `${shape.domain}/acme/llama`;

  test('an image for everybody, or for those who may', async () => {
    for (const isPrivate of [false, true]) {
      await using registry = await startRegistry({ shape, users });
      const amd64 = image({ style: 'docker', layers: [5, 6] });
      const { digest } = registry.push(path, amd64, '1');
      if (isPrivate) registry.hide(path);
      const scene = sceneOf(registry, shape, isPrivate || !shape.tokens ? login : undefined);
      expect(await scene.resolve(`${name}:1`)).toEqual({ kind: 'found', digest, bytes: 11 });
      expect(scene.notices).toEqual([]);
    }
  });

  test('an image for several platforms', async () => {
    await using registry = await startRegistry({ shape, users });
    const built = [linuxArm64, linuxAmd64].map((platform) => ({ platform, image: image({ platform }) }));
    for (const each of built) registry.push(path, each.image);
    const { digest } = registry.push(path, index(built), '1');
    const resolution = await sceneOf(registry, shape, login).resolve(`${name}:1`);
    expect(resolution).toEqual({ kind: 'found', digest, bytes: 3_000_500 });
  });

  test('a private image, to nobody and to a wrong password', async () => {
    await using registry = await startRegistry({ shape, users });
    registry.push(path, image(), '1');
    registry.hide(path);
    for (const password of [undefined, 'expired']) {
      const scene = sceneOf(registry, shape, password ? { ...login, password } : undefined);
      expect(await scene.resolve(`${name}:1`)).toMatchObject({ kind: 'unknown', reason: 'no-access' });
    }
  });

  test('a tag that is not there, and those that are near', async () => {
    await using registry = await startRegistry({ shape, users });
    registry.push(path, image(), 'v1.0', 'main');
    const resolution = await sceneOf(registry, shape, login).resolve(`${name}:v1.1`);
    expect(resolution).toEqual({ kind: 'missing', what: 'tag', nearTags: ['v1.0'] });
  });

  test('a repository that is not there, or is private', async () => {
    await using registry = await startRegistry({ shape, users });
    for (const who of [login, undefined])
      expect(await sceneOf(registry, shape, who).resolve(`${name}:1`)).toMatchObject({ reason: 'no-access' });
  });

  test('a limit that is reached', async () => {
    await using registry = await startRegistry({ shape, users });
    const body =
      '{"errors":[{"code":"TOOMANYREQUESTS","message":"You have reached your unauthenticated pull rate limit."}]}';
    registry.fail({ at: 'manifest', kind: 'status', status: 429, headers: { 'ratelimit-limit': '100;w=21600' }, body });
    expect(await sceneOf(registry, shape).resolve(`${name}:1`)).toEqual({
      kind: 'unknown',
      reason: 'rate-limit',
      came: `${shape.host} answered 429 TOOMANYREQUESTS: "You have reached your unauthenticated pull rate limit."`,
    });
  });
});
