/** Owns what a comment on a pull request says besides the plan or the outcome: where it comes from. */

import type { GitHubContext } from '../github/event.ts';
import { codeCell } from './text.ts';

/** The commit, the environment and the run that the comment speaks of, so that a reader sees whether it is still of today. */
export function commentFooter({ sha, runUrl }: Pick<GitHubContext, 'sha' | 'runUrl'>, environment: string): string {
  const where = environment === '' ? '' : ` to ${codeCell(environment)}`;
  const run = runUrl === undefined ? '' : `, [run](<${runUrl}>)`;
  return `<sub>deploy-gpu-endpoint for ${codeCell(sha.slice(0, 12))}${where}${run}</sub>`;
}
