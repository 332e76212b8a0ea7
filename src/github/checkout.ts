/** The checkout of the workspace, read without git: the commit at its HEAD. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The full ID of the commit at HEAD; undefined without a readable checkout. `repository` is `owner/name`: a
 * checkout that has remotes of other repositories only is not read. Nor is a worktree.
 */
export function readCheckout(folder: string, repository: string): string | undefined {
  const git = join(folder, '.git');
  return hasRemoteFor(readText(join(git, 'config')) ?? '', repository) ? readHead(git) : undefined;
}

/** GitHub names commits by SHA-1. A ref that leads out of the folder is not read. */
function readHead(git: string): string | undefined {
  const head = readText(join(git, 'HEAD'))?.trim() ?? '';
  const [, ref] = /^ref: (refs\/(?!.*\.\.)\S+)$/.exec(head) ?? [];
  const value = ref === undefined ? head : readText(join(git, ref))?.trim();
  return value !== undefined && /^[0-9a-f]{40}$/.test(value) ? value : undefined;
}

/** A checkout without remotes counts as one of the repository. */
function hasRemoteFor(config: string, repository: string): boolean {
  const remotes = Array.from(config.toLowerCase().matchAll(/^[ \t]*url[ \t]*=[ \t]*(\S+)/gm), ([, url = '']) => url);
  const ours = new RegExp(`[/:]${RegExp.escape(repository.toLowerCase())}(\\.git)?/?$`);
  return remotes.length === 0 || remotes.some((url) => ours.test(url));
}

/** The text of a file; undefined if it cannot be read. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
