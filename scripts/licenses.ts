/** Owns the licenses of what the bundle contains: every package of the lock file but tools and what a platform may bring, with its own text. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
}

/**
 * Name, version and license text of each package, by name. ncc's own list holds only the last of several chunks, so it is made here, from the lock
 * file alone, and the same on every machine. Throws for a package that has neither a text nor a known kind of license.
 */
export function bundledLicenses(): string {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, optional }]) => path !== '' && !dev && !optional)
    .map(([path, locked]) => licenseOf(path, locked))
    .sort()
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function licenseOf(path: string, { version, license }: LockedPackage): string {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const file = readdirSync(path).find((entry) => /^(licen[cs]e|copying)(\.|$)/i.test(entry));
  if (!file && !license) throw new Error(`${name} says nothing of its license`);
  return `${name} ${version} (${license})\n\n${file ? readFileSync(join(path, file), 'utf8').replaceAll('\r', '').trim() : 'The package comes without a text of its license.'}\n`;
}
