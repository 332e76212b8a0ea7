/** Whether what is generated and committed is what the sources make: builds and generates, then asks git. Exit code 1 when anything differs or is new. */

import { execFileSync } from 'node:child_process';

const generated = ['dist/', 'schema/', 'skills/', 'docs/', 'README.md', 'CONTRIBUTING.md', 'test/docs/messages.md'];

const status = () =>
  execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

const before = new Set(status());
for (const script of ['scripts/build.ts', 'scripts/generate.ts'])
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
const stale = status().filter((line) => !before.has(line) || generated.some((path) => line.slice(3).startsWith(path)));
if (stale.length > 0) {
  console.error(`Rebuilding changes what is committed; run 'npm run build && npm run generate' and commit:`);
  for (const line of stale) console.error(line);
  process.exitCode = 1;
}
