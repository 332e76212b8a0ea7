/** Runs Stryker on some files: those that are named, or those of src/ that differ from `main`. */

import { execFileSync, spawnSync } from 'node:child_process';

function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n');
  return [...new Set([...git('diff', '--name-only', 'main', '--', 'src'), ...git('diff', '--name-only', '--', 'src')])];
}

const named = process.argv.slice(2);
const files = (named.length > 0 ? named : changedFiles()).filter((path) => path.replace(/:.*/, '').endsWith('.ts'));
if (files.length === 0) {
  console.log('No file of src/ differs from main. Name files: npm run mutate -- src/rollout/wait.ts');
} else {
  const { status } = spawnSync('npx', ['stryker', 'run', '--mutate', files.join(',')], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
