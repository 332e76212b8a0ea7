/**
 * Owns that `npm run demo` is the only command a fresh clone needs: installs from the lock file unless that has been done.
 * CommonJS for whatever Node the machine has; the right one comes with the installation.
 */
'use strict';

const { execFileSync } = require('node:child_process');
const { existsSync } = require('node:fs');

if (!existsSync('node_modules/.package-lock.json')) execFileSync('npm', ['ci'], { stdio: 'inherit' });
