/** Public registries as they answer: what is asked of them, what is read from it, and that nothing goes where it should not. */

import { describe, expect, test } from 'vitest';
import { image, index, linuxAmd64, linuxArm64 } from './content.ts';
import { startRegistry } from './registry.ts';
import { createScene } from './scene.ts';
import { shapes } from './shapes.ts';

const users = { somebody: 'their-password' };
const login = { username: 'somebody', password: 'their-password' };
const expired = { ...login, password: 'expired' };

describe.for(Object.entries(shapes))('%s', ([, shape]) => {
  const path = shape.domain === 'docker.io' ? 'library/llama' : 'acme/llama';
  const name = shape.domain === 'docker.io' ? 'llama' : `${shape.domain}/acme/llama`;

  async function start() {
    const registry = await startRegistry({ shape, users });
    const { tokens, registry: own, blobs } = registry.urls;
    // By the names that the registry really has; its token server may be under one of them.
    const origins = {
      ...(shape.tokens && { [new URL(shape.tokens.realm).origin]: tokens }),
      [`https://${shape.host}`]: own,
      'https://blobs.example': blobs,
    };
    const ask = (tag: string, who?: typeof login) => createScene({ login: who, origins }).resolve(`${name}:${tag}`);
    return Object.assign(registry, { ask });
  }

  test('an image for everybody, then for those who may', async () => {
    await using registry = await start();
    const { digest } = registry.push(path, image({ style: 'docker', layers: [5, 6] }), '1');
    const found = { kind: 'found', digest };
    expect(await registry.ask('1', shape.tokens ? undefined : login)).toEqual(found);
    registry.hide(path);
    expect(await registry.ask('1', login)).toEqual(found);
    for (const who of [undefined, expired])
      expect(await registry.ask('1', who)).toMatchObject({ kind: 'unknown', cause: 'no-access' });
  });

  test('an image for several platforms', async () => {
    await using registry = await start();
    const built = [linuxArm64, linuxAmd64].map((platform) => ({ platform, image: image({ platform }) }));
    for (const each of built) registry.push(path, each.image);
    const { digest } = registry.push(path, index(built), '1');
    expect(await registry.ask('1', login)).toEqual({ kind: 'found', digest });
  });

  test('what is not there: the repository, or a tag where the registry says it in the words of the specification', async () => {
    await using registry = await start();
    for (const who of [login, undefined]) expect(await registry.ask('1', who)).toMatchObject({ cause: 'no-access' });
    registry.push(path, image(), 'v1.0');
    const isSaid = shape.unknownTag.includes('MANIFEST_UNKNOWN');
    expect(await registry.ask('v1.1', login)).toMatchObject(isSaid ? { kind: 'missing' } : { cause: 'no-access' });
  });
});
