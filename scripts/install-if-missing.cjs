/**
 * Installs from the lock file unless that has been done, so that `npm run demo` is the only command a fresh clone needs.
 * CommonJS for whatever Node the machine has; the right one comes with the installation.
 */
'use strict';

const { execFileSync } = require('node:child_process');
const { existsSync } = require('node:fs');

// npm names its own file: on Windows the command `npm` cannot be started without a shell.
const npm = process.env.npm_execpath;
if (!npm) throw new Error('Run this by npm: npm run demo');
if (!existsSync('node_modules/.package-lock.json')) execFileSync(process.execPath, [npm, 'ci'], { stdio: 'inherit' });
