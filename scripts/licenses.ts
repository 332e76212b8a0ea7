/** The licenses of what the bundle contains: every package with its own text. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BundledPackage, bundledPackages } from './locked-packages.ts';

/**
 * Name, version and license text of each package, by name: from the lock file alone, and the same on every machine.
 * Throws for a package that has neither a text nor a known kind of license.
 */
export function bundledLicenses(): string {
  return bundledPackages()
    .map(licenseOf)
    .sort()
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function licenseOf({ path, name, version, license }: BundledPackage): string {
  const file = readdirSync(path).find((entry) => /^(licen[cs]e|copying)(\.|$)/i.test(entry));
  if (!file && !license) throw new Error(`${name} says nothing of its license`);
  return `${name} ${version} (${license})\n\n${file ? readFileSync(join(path, file), 'utf8').replaceAll('\r', '').trim() : 'The package comes without a text of its license.'}\n`;
}
