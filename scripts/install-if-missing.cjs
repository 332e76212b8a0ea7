/**
 * Installs from the lock file unless that has been done, so that one command is all a fresh clone needs.
 * CommonJS for whatever Node the machine has; the right one comes with the installation, or is asked for here.
 */
'use strict';

const { execFileSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { optionalDependencies } = require('../package.json');

const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
if (!(`node-${platform}` in optionalDependencies) && Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Install Node 24 or newer: this is ${process.versions.node}, and the registry has no locked Node for ${platform}.`,
  );
  process.exit(1);
}

// npm names its own file: on Windows the command `npm` cannot be started without a shell.
const npm = process.env.npm_execpath;
if (!npm) throw new Error('Run this by npm: npm run demo');
if (!existsSync('node_modules/.package-lock.json')) execFileSync(process.execPath, [npm, 'ci'], { stdio: 'inherit' });
