/** The files of the workspace: what the lines of `spec` name, in their order, and never anything outside. */

import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DeployError } from '../src/errors.ts';
import { maxSpecBytes } from '../src/spec/source.ts';
import { openWorkspace } from '../src/workspace.ts';
import { runs } from './runs.ts';

const isWindows = process.platform === 'win32';

let root: string;
let top: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'workspace-')));
  top = join(root, 'top');
  await mkdir(top);
});
afterEach(() => rm(root, { recursive: true }));

async function put(files: Readonly<Record<string, string | Uint8Array | undefined>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    if (content === undefined) continue;
    await mkdir(dirname(join(top, path)), { recursive: true });
    await writeFile(join(top, path), content);
  }
}

/** `path: text` of each file, or the refusal in one line. */
async function read(...lines: string[]): Promise<string[] | string> {
  try {
    const files = await openWorkspace(top).readSpecs(lines);
    return files.map(({ path, bytes }) => `${path}: ${new TextDecoder().decode(bytes)}`);
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    expect(error.code).toBe('inputs-invalid');
    return `${error.message} → ${error.hint}`.replaceAll(top, 'TOP');
  }
}

const outside =
  'Put it into TOP, which is the checkout of a workflow, or the current folder of a command line; links are resolved.';
const oneALine = 'Write one path or glob per line, without quotes, commas, `-` and `!`.';

test.skipIf(isWindows)('a link leads to another spec, and to nothing that a log would quote', async () => {
  await put({ '.env': 'KEY=1', '.git/config': 'token', 'real.yml': 'name: a' });
  for (const [link, target] of Object.entries({ 'a.yaml': '.env', 'b.yaml': '.git/config', 'c.yaml': 'real.yml' }))
    await symlink(join(top, target), join(top, link));
  const refused = (path: string) =>
    `the spec "${path}" is a link to a file of another kind → Link to a \`.yaml\` or \`.yml\` file.`;
  expect([await read('a.yaml'), await read('*b.yaml'), await read('c.yaml')]).toEqual([
    refused('a.yaml'),
    refused('b.yaml'),
    ['real.yml: name: a'],
  ]);
});

test.skipIf(isWindows)('a file beside a spec may be a link, within the workspace', async () => {
  await put({ 'specs/a.yaml': 'name: a', 'data/set.jsonl': '{}' });
  await symlink('../data/set.jsonl', join(top, 'specs/prompts.jsonl'));
  await symlink('/etc/hostname', join(top, 'specs/out.jsonl'));
  const beside = (path: string) => openWorkspace(top).readBeside('specs/a.yaml', path, 100);
  expect(await beside('prompts.jsonl')).toMatchObject({ path: 'data/set.jsonl', bytes: Buffer.from('{}') });
  await expect(beside('out.jsonl')).rejects.toThrow('outside the workspace');
});

test.for(['{a,b}'.repeat(24), '{1..9999999}', '{a,{b,{1..2000}}}.yaml'])(
  'braces that stand for too much: %s',
  async (glob) => {
    expect(await read(glob)).toContain('stands for more than 1000 paths');
  },
);

describe('lines', () => {
  const files = {
    ...{ 'b.yaml': 'b', 'a.yaml': 'a', 'sub/c.yaml': 'c', 'sub/d.yml': 'd', 'sub.yaml/e.yaml': 'e' },
    ...{ '[id].yaml': 'f', 'with space.yaml': 'g' },
  };

  const hidden = {
    'node_modules/x/y.yaml': 'y',
    '.github/z.yaml': 'z',
    '.dot.yaml': 'd',
    ...{ '..x': 'x', '..y/e.yaml': 'e' },
  };
  const backslash = 'the file "sub\\\\c.yaml" does not exist → Write the path with forward slashes.';
  test.for<[string, string[], string[] | string]>([
    ['name files in their own order', ['b.yaml', 'a.yaml'], ['b.yaml: b', 'a.yaml: a']],
    ['name one file often', ['a.yaml', './a.yaml', 'sub/../a.yaml', '[ab].yaml'], ['a.yaml: a', 'b.yaml: b']],
    ['as globs give files by name', ['*.yaml'], ['[id].yaml: f', 'a.yaml: a', 'b.yaml: b', 'with space.yaml: g']],
    ['as globs with alternatives', ['sub/*.{yaml,yml}'], ['sub/c.yaml: c', 'sub/d.yml: d']],
    ['as globs leave out packages and what is hidden', ['**/[cdyz]*.yaml'], ['sub/c.yaml: c']],
    ['of what is hidden', ['node_modules/**/*.yaml', '.github/*'], ['node_modules/x/y.yaml: y', '.github/z.yaml: z']],
    ['that look like globs and are files', ['[id].yaml'], ['[id].yaml: f']],
    ['with spaces', ['with space.yaml'], ['with space.yaml: g']],
    ['that begin with two dots', ['..x', '..y/e.yaml'], ['..x: x', '..y/e.yaml: e']],
    ['that are absolute', ['TOP/a.yaml', 'TOP/sub/*.yml'], ['a.yaml: a', 'sub/d.yml: d']],
    ['with backslashes', ['sub\\c.yaml'], isWindows ? ['sub/c.yaml: c'] : backslash],
  ])('%s', async ([, lines, expected]) => {
    await put({ ...files, ...hidden });
    expect(await read(...lines.map((line) => line.replace('TOP', top)))).toEqual(expected);
  });

  const here = 'Check the path in `spec`. It is relative to TOP. There are: a.yaml, b.yaml, sub/c.yaml.';
  const noFile = 'is not a regular file → Give a file, or a glob such as `endpoints/*.yaml`.';
  test.for<[string, string]>([
    ['endpoint.yml', `does not exist → ${here}`],
    ['a.yaml/x', `does not exist → ${here}`],
    ['*.yml', `no file matches "*.yml" → ${here}`],
    ['su*', `no file matches "su*" → ${here}`],
    ['sub', noFile],
    ['.', noFile],
    ['"a.yaml"', `does not exist → ${oneALine}`],
    ['a.yaml, b.yaml', `does not exist → ${oneALine}`],
    ['a.yaml b.yaml', `does not exist → ${oneALine}`],
    ...['ghcr.io/acme/llama:1', 'acme/llama@sha256:ab'].map((image): [string, string] => [
      image,
      'does not exist → Give an image as `image`, and the path of the spec here.',
    ]),
    ['name: llama', 'does not exist → Write the spec into a file, and its path here.'],
    [
      'https://a.example/a.yaml',
      'does not exist → Write the path of a file of the workspace: a workflow has it from its checkout.',
    ],
    ['- a.yaml', `does not exist → ${oneALine}`],
    ['!a.yaml', `does not exist → ${oneALine}`],
    ['{..,sub}/*.yaml', 'the glob "{..,sub}/*.yaml" contains `..` → Write globs from TOP on.'],
    // With a link to a file and one to a folder outside.
    ...['../secret.yaml', '../none.yaml', '../*.yaml', '/etc/*', '../top2/x.yaml', 'link.yaml', 'out/secret.yaml'].map(
      (line): [string, string] => [line, `is outside the workspace → ${outside}`],
    ),
    ['lin*', `the file "link.yaml" is outside the workspace → ${outside}`],
  ])('that name %s are refused', async ([line, expected]) => {
    await put({ 'a.yaml': 'a', 'b.yaml': 'b', 'sub/c.yaml': 'c' });
    await writeFile(join(root, 'secret.yaml'), 'secret');
    if (line.startsWith('lin')) await symlink(join(root, 'secret.yaml'), join(top, 'link.yaml'));
    if (line.startsWith('out')) await symlink(root, join(top, 'out'));
    const shown = /^(no|the) /.test(expected) ? '' : `the file ${JSON.stringify(line)} `;
    expect(await read(line)).toBe(`${shown}${expected}`);
  });

  test('are refused in an empty workspace, which may need a checkout', async () => {
    expect(await read('endpoint.yaml')).toMatch(
      /^the file "endpoint.yaml" does not exist → Check the path .* does a checkout step run before this one\?$/,
    );
  });

  test('never show what lies outside, whatever they are made of', async () => {
    await writeFile(join(root, 'secret.yaml'), 'secret');
    await put({ 'a.yaml': 'a', 'sub/c.yaml': 'c' });
    const part = fc.constantFrom('..', '.', '*', '**', 'top', 'sub', 'a.yaml', 'secret.yaml', '{..,sub}', '[s]*', root);
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), async (parts) => {
        const found = await read(parts.join('/'));
        if (typeof found !== 'string')
          expect(found.filter((file) => !/^(a|sub\/c)\.yaml: [ac]$/.test(file))).toEqual([]);
      }),
      { numRuns: runs(400) },
    );
  });
});

describe('files', () => {
  test('of exactly 64 KiB are read, larger ones not', async () => {
    await put({ 'fits.yaml': new Uint8Array(maxSpecBytes), 'large.yaml': new Uint8Array(maxSpecBytes + 1) });
    expect((await openWorkspace(top).readSpecs(['fits.yaml']))[0]?.bytes.byteLength).toBe(maxSpecBytes);
    const refused = 'the file "large.yaml" has 65537 bytes → At most 65536 (64 KiB) are allowed.';
    expect(await read('large.yaml')).toBe(refused);
  });

  test.skipIf(isWindows)('that are pipes do not hang the step, and those that must not be read say so', async () => {
    expect(spawnSync('mkfifo', [join(top, 'pipe.yaml')]).status).toBe(0);
    expect(await read('pipe.yaml')).toMatch('the file "pipe.yaml" is not a regular file → Give a file, ');
    await put({ 'shut.yaml': 'x' });
    await chmod(join(top, 'shut.yaml'), 0);
    const refused = 'the file "shut.yaml" cannot be read (EACCES) → Check its permissions.';
    // The administrator reads everything.
    expect(await read('shut.yaml')).toEqual(process.getuid?.() === 0 ? ['shut.yaml: x'] : refused);
  });
});

describe('writing', () => {
  const write = async (path: string, overwrites = false) => {
    try {
      return await openWorkspace(top).write(path, { text: 'new', overwrites });
    } catch (error) {
      if (!(error instanceof DeployError)) throw error;
      return `${error.message} → ${error.hint}`.replaceAll(top, 'TOP');
    }
  };

  const textOf = (path: string) => readFile(join(root, path), 'utf8');

  test('makes the folders that it needs, and keeps an existing file unless it may overwrite', async () => {
    expect(await write('./deep/er/a.yaml')).toBe('deep/er/a.yaml');
    expect(await textOf('top/deep/er/a.yaml')).toBe('new');
    await put({ 'a.yaml': 'old' });
    expect(await write('a.yaml')).toBe(
      'the file "a.yaml" exists already → Add `overwrite` to `allow`, or choose another file in `spec`.',
    );
    expect(await textOf('top/a.yaml')).toBe('old');
    expect(await write('a.yaml', true)).toBe('a.yaml');
    expect(await textOf('top/a.yaml')).toBe('new');
    expect(await write('a.yaml/b.yaml')).toMatch(/^the file "a.yaml\/b.yaml" cannot be written/);
  });

  test('replaces a link instead of writing through it', async () => {
    await writeFile(join(root, 'secret.yaml'), 'secret');
    await symlink(join(root, 'secret.yaml'), join(top, 'link.yaml'));
    expect(await write('link.yaml')).toMatch('exists already');
    expect(await write('link.yaml', true)).toBe('link.yaml');
    expect(await textOf('secret.yaml')).toBe('secret');
  });

  test('outside is refused, and nothing is made there; by a link inside it goes where that leads', async () => {
    for (const [to, name] of [
      [root, 'out'],
      [join(root, 'nowhere'), 'dangling'],
      [join(top, 'real'), 'linked'],
    ] as const)
      await symlink(to, join(top, name));
    await mkdir(join(top, 'real'));
    for (const path of ['../a.yaml', 'out/a.yaml', 'out/new/er/a.yaml', '/tmp/workspace-test.yaml'])
      expect(await write(path, true)).toBe(`the file ${JSON.stringify(path)} is outside the workspace → ${outside}`);
    expect(await write('dangling/new/a.yaml', true)).toMatch('cannot be written (ENOENT)');
    expect(await readdir(root)).toEqual(['top']);
    expect(await write('linked/new/a.yaml')).toBe('real/new/a.yaml');
  });

  test('without a workspace says so', async () => {
    const workspace = openWorkspace(join(root, 'gone'));
    const message = `the workspace ${JSON.stringify(join(root, 'gone'))} cannot be read (ENOENT)`;
    const failure = { code: 'inputs-invalid', message };
    await expect(workspace.write('a.yaml', { text: '', overwrites: false })).rejects.toMatchObject(failure);
    await expect(workspace.readSpecs(['a.yaml'])).rejects.toMatchObject(failure);
  });

  test.for([false, true])('over a folder is refused (overwrites: %s)', async (overwrites) => {
    await put({ 'sub/c.yaml': 'c' });
    expect(await write('sub', overwrites)).toMatch(/^the file "sub" (exists already|cannot be written)/);
    expect(await read('sub/c.yaml')).toEqual(['sub/c.yaml: c']);
  });
});
