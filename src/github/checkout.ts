/** Checkouts in the workspace, read without git: the folder that a file belongs to, and the commit at its HEAD. */

import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The commit of the checkout nearest to a folder, up to `top` (real paths); undefined where none can be read. */
export function nearestCommit(folder: string, top: string): string | undefined {
  for (let path = folder; ; path = dirname(path)) {
    // A worktree or a submodule has a file of that name; a link counts too, wherever it leads.
    if (lstatSync(join(path, '.git'), { throwIfNoEntry: false })) return readCheckout(path);
    if (path === top || path === dirname(path)) return undefined;
  }
}

/**
 * The full ID of the commit at HEAD; undefined without a readable checkout. `repository` is `owner/name`: with it, a
 * checkout that has remotes of other repositories only is not read.
 */
export function readCheckout(folder: string, repository?: string): string | undefined {
  try {
    const link = /^gitdir: (.+)$/m.exec(readText(join(folder, '.git')) ?? '')?.[1]?.trim();
    const own = resolve(folder, link ?? '.git');
    // A worktree has its own HEAD; refs and settings are in the folder that all of them share.
    const common = resolve(own, readText(join(own, 'commondir'))?.trim() ?? '.');
    const isForeign = repository !== undefined && !hasRemoteFor(readText(join(common, 'config')) ?? '', repository);
    return isForeign ? undefined : readHead(own, common);
  } catch {
    return undefined;
  }
}

/** GitHub names commits by SHA-1. A ref that leads out of the folder is none. */
function readHead(own: string, common: string): string | undefined {
  const head = readText(join(own, 'HEAD'))?.trim() ?? '';
  const [, ref] = /^ref: (refs\/(?!.*\.\.)\S+)$/.exec(head) ?? [];
  const value = ref === undefined ? head : (readText(join(common, ref))?.trim() ?? packedRef(common, ref));
  return /^[0-9a-f]{40}$/.test(value) ? value : undefined;
}

function packedRef(common: string, ref: string): string {
  const lines = readText(join(common, 'packed-refs'))?.split('\n') ?? [];
  return lines.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0] ?? '';
}

/** A checkout without remotes counts as one of the repository. */
function hasRemoteFor(config: string, repository: string): boolean {
  const remotes = Array.from(config.toLowerCase().matchAll(/^[ \t]*url[ \t]*=[ \t]*(\S+)/gm), ([, url = '']) => url);
  const ours = new RegExp(`[/:]${RegExp.escape(repository.toLowerCase())}(\\.git)?/?$`);
  return remotes.length === 0 || remotes.some((url) => ours.test(url));
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
