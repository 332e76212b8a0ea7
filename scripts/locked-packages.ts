/** The packages that the bundle is made of, as the lock file has them: no tools, and nothing that is there for some platforms only. */

import { readFileSync } from 'node:fs';

export interface BundledPackage {
  /** Where it is installed, such as `node_modules/undici`. */
  path: string;
  name: string;
  version: string;
  license: string | undefined;
}

interface LockedPackage {
  version: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
}

export function bundledPackages(): BundledPackage[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, optional }]) => path !== '' && !dev && !optional)
    .map(([path, { version, license }]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
    }));
}
