/** Owns the way from src/ to dist/: type-checked emit, then one CommonJS bundle, byte for byte the same on every machine. */

import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { bundledLicenses } from './licenses.ts';

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'inherit' });

rmSync('build/src', { recursive: true, force: true });
run('tsc', '-p', 'tsconfig.build.json');
// ncc emits CommonJS when the package.json beside its input says nothing else, and CommonJS starts twice as fast as ESM with the same modules.
writeFileSync('build/src/package.json', '{}\n');
rmSync('dist', { recursive: true, force: true });
run('ncc', 'build', 'build/src/index.js', '--out', 'dist', '--no-source-map-register', '--target', 'es2022', '--quiet');
// Before anything is loaded, because what is loaded fails on an older Node with words that nobody understands.
const banner = `#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < 24) { console.error('deploy-gpu-endpoint needs Node 24 or newer, and this is ' + process.versions.node); process.exit(2); }
`;
writeFileSync('dist/index.js', banner + readFileSync('dist/index.js', 'utf8'), { mode: 0o755 });
writeFileSync('dist/LICENSES.txt', bundledLicenses());
// The package is a module; its bundle is not.
writeFileSync('dist/package.json', '{ "type": "commonjs" }\n');
