/** Owns what a comment on a pull request says besides the plan or the outcome: where it comes from. */

import type { GitHubContext } from '../github/event.ts';
import { codeCell } from './text.ts';

/** The commit and the run that the comment speaks of, so that a reader sees whether it is still of today. */
export function commentFooter({ sha, runUrl }: Pick<GitHubContext, 'sha' | 'runUrl'>): string {
  const run = runUrl === undefined ? '' : `, [run](<${runUrl}>)`;
  return `<sub>deploy-gpu-endpoint for ${codeCell(sha.slice(0, 12))}${run}</sub>`;
}
