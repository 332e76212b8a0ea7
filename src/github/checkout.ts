/** The commit that is checked out in a folder, read from its `.git` without git: HEAD, loose and packed refs, worktrees. */

import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/**
 * The full id of the commit at HEAD; undefined where there is no checkout, or one that cannot be read. `repository` is `owner/name`: a checkout whose
 * remotes are all of other repositories is none of ours.
 */
export function readCheckout(folder: string, repository: string): string | undefined {
  try {
    const own = gitFolder(folder);
    // A worktree has its own HEAD; refs and settings are in the folder that all of them share.
    const common = resolveFrom(own, readText(join(own, 'commondir'))?.trim() ?? '.');
    if (!isOf(readText(join(common, 'config')) ?? '', repository)) return undefined;
    return readHead(own, common);
  } catch {
    return undefined;
  }
}

function gitFolder(folder: string): string {
  const path = join(folder, '.git');
  if (statSync(path).isDirectory()) return path;
  // In worktrees and submodules it is a file that says where the folder is.
  const [, target = ''] = /^gitdir: (.+)$/m.exec(readFileSync(path, 'utf8')) ?? [];
  return resolveFrom(dirname(path), target.trim());
}

function resolveFrom(folder: string, path: string): string {
  return isAbsolute(path) ? path : resolve(folder, path);
}

function readHead(own: string, common: string): string | undefined {
  let value = readText(join(own, 'HEAD'))?.trim() ?? '';
  // A symbolic ref may name another one.
  for (let depth = 0; depth < 5; depth += 1) {
    const [, ref] = /^ref: (refs\/[^\s]+)$/.exec(value) ?? [];
    if (ref === undefined) break;
    if (ref.split('/').includes('..')) return undefined;
    value = readText(join(own, ref))?.trim() ?? readText(join(common, ref))?.trim() ?? packedRef(common, ref) ?? '';
  }
  return isCommitId(value) ? value : undefined;
}

function packedRef(common: string, ref: string): string | undefined {
  const line = readText(join(common, 'packed-refs'))
    ?.split('\n')
    .find((each) => each.endsWith(` ${ref}`));
  return line?.split(' ')[0];
}

/** Without remotes nobody can tell, and the checkout is believed. */
function isOf(config: string, repository: string): boolean {
  const urls = Array.from(config.matchAll(/^[ \t]*url[ \t]*=[ \t]*(\S+)[ \t\r]*$/gm), ([, url = '']) =>
    url.replace(/(?<!\/)\/+$/, '').replace(/\.git$/, ''),
  );
  const ending = repository.toLowerCase();
  return urls.length === 0 || urls.some((url) => new RegExp(`[/:]${escaped(ending)}$`).test(url.toLowerCase()));
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

export function isCommitId(text: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
