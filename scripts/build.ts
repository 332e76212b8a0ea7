/** The way from src/ to dist/: types checked by tsc, GitHub's client packed by ncc, then CommonJS made by rolldown, byte for byte the same on every machine. */

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ncc from '@vercel/ncc';
import { build, type Plugin } from 'rolldown';
import { writeDescriptions } from './descriptions.ts';
import { bundledLicenses } from './licenses.ts';
import { assertLockedNode } from './locked-node.ts';
import { writeNpmPackage } from './npm-package.ts';

/** Before anything is loaded, because what is loaded fails on an older Node with words that nobody understands. */
const banner = `#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < 24) { console.error('deploy-gpu-endpoint needs Node 24 or newer, this is ' + process.version + '; get it at https://nodejs.org'); process.exit(2); }
`;

/** undici comes with its HTTP parser twice. Node 24 has SIMD on every machine that a runner or a laptop is, so the one without it would be 70 KB for nobody. */
const withoutSecondParser: Plugin = {
  name: 'without-second-parser',
  load: {
    filter: { id: /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm\.js$/ },
    handler: () =>
      `throw new Error('This machine has no WebAssembly SIMD, which deploy-gpu-endpoint needs for HTTP.');`,
  },
};

/** Nobody here offers HTTP/2 (`allowH2` in src/http/transport.ts). Its client is 40 KB, and loads Node's own. */
const withoutHttp2: Plugin = {
  name: 'without-http2',
  load: {
    filter: { id: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ },
    handler: () => `module.exports = () => { throw new Error('deploy-gpu-endpoint speaks HTTP/1.1 only'); };`,
  },
};

/** The clients of undici take a form as a body, which brings much of its `fetch`. Nobody here sends one. */
const withoutForms: Plugin = {
  name: 'without-forms',
  transform: {
    filter: { id: /[\\/]undici[\\/]lib[\\/](dispatcher[\\/]client-h1|core[\\/]request)\.js$/ },
    handler: (code, id) => {
      const without = code
        .replace(`require('../web/fetch/body.js').extractBody`, 'undefined')
        .replace(`require('../web/fetch/formdata')`, '')
        .replace(`require('../web/webidl').webidl.is.FormData`, '() => false');
      if (without === code) throw new Error(`${id} has changed: look again at what stands for forms in it`);
      return without;
    },
  },
};

/** Types of YAML 1.1, such as sets and dates: a spec is read by the core schema of YAML 1.2, without their tags. */
const withoutYamlTypes: Plugin = {
  name: 'without-yaml-types',
  load: {
    filter: {
      id: /[\\/]yaml[\\/]browser[\\/]dist[\\/]schema[\\/]yaml-1\.1[\\/](binary|omap|pairs|set|timestamp)\.js$/,
    },
    handler: () =>
      ['binary', 'omap', 'pairs', 'set', 'timestamp', 'intTime', 'floatTime']
        .map((name) => `export const ${name} = {};`)
        .join('\n'),
  },
};

/** undici asks `node:http` for two values alone: a class that it compares with, and how long the head of an answer may be. It takes 2 ms and 1.5 MiB. */
const withoutHttpModule: Plugin = {
  name: 'without-http-module',
  resolveId: {
    filter: { id: /^node:http$/ },
    handler: (_, importer = '') => (/[\\/]undici[\\/]/.test(importer) ? inScripts('bundle/http.mjs') : null),
  },
};

/** undici decides by itself when it loads it. */
const withLazyCrypto: Plugin = {
  name: 'with-lazy-crypto',
  resolveId: {
    filter: { id: /^(node:)?crypto$/ },
    handler: (_, importer = '') => (/[\\/]undici[\\/]/.test(importer) ? null : inScripts('bundle/crypto.mjs')),
  },
};

/** `@actions/github` with Octokit as one CommonJS module in build/; undici stays outside, since the service's client has it too. */
async function packGitHubClient(): Promise<string> {
  const { code } = await ncc(inScripts('bundle/github.mjs'), {
    cache: false,
    esm: false,
    externals: ['undici', '@actions/http-client'],
    quiet: true,
    target: 'es2022',
  });
  const file = fileURLToPath(new URL('../build/github.cjs', import.meta.url));
  mkdirSync('build', { recursive: true });
  writeFileSync(file, code);
  return file;
}

function inScripts(path: string): string {
  return fileURLToPath(new URL(`./${path}`, import.meta.url));
}

assertLockedNode();
writeDescriptions();
// By its file: what npm puts beside it on Windows cannot be started without a shell.
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
const githubClient = await packGitHubClient();
rmSync('dist', { recursive: true, force: true });
await build({
  input: { index: 'src/index.ts' },
  platform: 'node',
  resolve: {
    alias: {
      '@actions/github$': githubClient,
      // It names its files for `import` only, and ncc's module requires it.
      '@actions/http-client$': inScripts('../node_modules/@actions/http-client/lib/index.js'),
      undici$: inScripts('bundle/undici.mjs'),
      // The same package as ES modules, of which what is not used can be left out.
      yaml$: inScripts('../node_modules/yaml/browser/dist/index.js'),
    },
  },
  transform: {
    // An older Node has to be able to read the banner's check.
    target: 'es2022',
    // undici's own switch for a build without its experimental parser.
    define: { esbuildDetection: 'true' },
  },
  treeshake: {
    // They do not say so themselves. Without it, `@actions/core` brings an HTTP client for tokens that nobody here asks for.
    moduleSideEffects: [{ test: /[\\/]node_modules[\\/](@actions|yaml)[\\/]/, sideEffects: false }],
  },
  plugins: [withoutSecondParser, withoutHttp2, withoutForms, withoutYamlTypes, withoutHttpModule, withLazyCrypto],
  // A name that a package does not have must not become `undefined` in the bundle.
  onLog: (level, log) => {
    if (level === 'warn') throw new Error(log.message);
  },
  output: {
    dir: 'dist',
    // CommonJS starts twice as fast as ESM with the same modules.
    format: 'cjs',
    banner: ({ isEntry }) => (isEntry ? banner : ''),
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    comments: false,
    codeSplitting: {
      // Each takes what it imports along, but not what a group before it has taken.
      groups: [
        ['start', 'run/run|index|version'],
        ['service', 'run/connections|http/transport|commands/deploy|plan/ownership'],
        ['deploy', 'deploy/prepare|workspace'],
        ['rollout', 'deploy/all|run/tell'],
        ['restore', 'rollout/write/restore'],
        ['tests', 'tests/(run|connection)|logs/read'],
        ['compare', 'compare/(rounds|clients)|deploy/(compare|load)'],
        [
          'commands',
          'commands/(plan|validate|test|logs|export|status|list|park|delete|sweep)|account/delete|previews/end',
        ],
        ['registries', 'registry/registries'],
        ['cli', 'cli/(arguments|terminal)'],
      ].map(([name, file], index) => ({
        name: name ?? '',
        // The command line and a deploy share `fastest-levenshtein`, which is small.
        test: new RegExp(`[\\\\/]src[\\\\/](${file})\\.ts$${index === 0 ? '|[\\\\/]fastest-levenshtein[\\\\/]' : ''}`),
        priority: 10 - index,
      })),
    },
    // As written, so that a reviewer can read what a change of the sources does to it.
    minify: false,
  },
});
chmodSync('dist/index.js', 0o755);
writeFileSync('dist/LICENSES.txt', bundledLicenses());
writeNpmPackage('dist');
