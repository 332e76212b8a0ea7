/** The way from src/ to dist/: types checked by tsc, then CommonJS made by rolldown, byte for byte the same on every machine. CONTRIBUTING.md says what each chunk holds. */

import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'rolldown';
import { writeDescriptions } from './descriptions.ts';
import { bundledLicenses } from './licenses.ts';
import { assertLockedNode } from './locked-node.ts';
import { writeNpmPackage } from './npm-package.ts';

/** Before anything is loaded, because what is loaded fails on an older Node with words that nobody understands. */
const banner = `#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < 24) { console.error('deploy-gpu-endpoint needs Node 24 or newer, and this is ' + process.versions.node); process.exit(2); }
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

assertLockedNode();
writeDescriptions();
// By its file: what npm puts beside it on Windows cannot be started without a shell.
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
rmSync('dist', { recursive: true, force: true });
await build({
  input: { index: 'src/index.ts' },
  platform: 'node',
  resolve: { alias: { undici$: fileURLToPath(new URL('./bundle/undici.mjs', import.meta.url)) } },
  transform: {
    // An older Node has to be able to read the banner's check.
    target: 'es2022',
    // undici's own switch for a build without its experimental parser.
    define: { esbuildDetection: 'true' },
  },
  treeshake: {
    // They say nothing of it themselves. Without it, `@actions/core` brings an HTTP client for tokens that nobody here asks for.
    moduleSideEffects: [{ test: /[\\/]node_modules[\\/]@actions[\\/]/, sideEffects: false }],
  },
  plugins: [withoutSecondParser],
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
    // White space only: names stay, in stack traces too.
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
  },
});
chmodSync('dist/index.js', 0o755);
// The same program: it tells by the name of this file that it is the post step.
writeFileSync('dist/post.js', "require('./index.js');\n");
writeFileSync('dist/LICENSES.txt', bundledLicenses());
writeNpmPackage('dist');
