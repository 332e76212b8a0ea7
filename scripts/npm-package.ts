/** What makes `dist/` an npm package as well: its manifest, its page and its license. `npm pack ./dist` packs it, `npm publish ./dist` publishes it. */

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes package.json, README.md and LICENSE into the folder of the bundle. The manifest names no dependencies, because the bundle holds them: the manifest
 * at the top, which `npm audit` and Dependabot read, stays private.
 */
export function writeNpmPackage(folder: string): void {
  const { name, version, description, keywords, license, homepage, bugs, repository, engines } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  const manifest = {
    name,
    version,
    description,
    keywords,
    license,
    homepage,
    bugs,
    repository,
    // The sources are modules; the bundle is not.
    type: 'commonjs',
    bin: { [name]: 'index.js' },
    engines,
    publishConfig: { access: 'public', provenance: true },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  copyFileSync('LICENSE', join(folder, 'LICENSE'));
  copyFileSync('scripts/npm-readme.md', join(folder, 'README.md'));
}
