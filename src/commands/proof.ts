/** Whose specs a run deploys, where its event leaves that to the checkout they lie in. */

import { isSameRepository } from '../github/payload.ts';
import { readPullRequest } from '../github/pull-requests.ts';
import type { CommandContext, GitHubAccess } from './context.ts';

/** The context with the trust decided: at most one request, and none where the event says it all. Rejects where the specs cannot be read. */
export async function proveCode(
  github: GitHubAccess,
  { inputs, workspace }: Pick<CommandContext, 'inputs' | 'workspace'>,
): Promise<GitHubAccess> {
  const { trust, repository } = github.context;
  if (trust.kind === 'trusted' || !trust.unless) return github;
  const { commits, pullRequest } = trust.unless;
  const files = readsSpecs(inputs) ? await workspace.readSpecs(inputs.spec) : [];
  const open = files.filter(({ commit }) => commit === undefined || !commits.includes(commit));
  const head = open.length > 0 ? await readHead(github, pullRequest) : undefined;
  const unproven = open.find(({ commit }) => commit === undefined || commit !== head);
  if (!unproven) return { ...github, context: { ...github.context, trust: { kind: 'trusted' } } };
  const where = unproven.commit ? `a checkout of ${unproven.commit.slice(0, 7)}` : 'no readable checkout';
  const why = `${trust.why} for ${JSON.stringify(unproven.path)}: it lies in ${where}, neither this run's commit nor the last one of a pull request from a branch of this repository`;
  return { ...github, context: { ...github.context, trust: { kind: 'untrusted', why } } };

  async function readHead({ api, warn }: GitHubAccess, number: number | undefined): Promise<string | undefined> {
    if (number === undefined) return undefined;
    const pull = await readPullRequest(api, number);
    if (!pull.ok) warn(pull.failure);
    return pull.ok && isSameRepository(pull.value.headRepository, repository) ? pull.value.headSha : undefined;
  }
}

function readsSpecs({ command, name, endpointId }: CommandContext['inputs']): boolean {
  if (command === 'delete') return name === '' && endpointId === '';
  return command !== 'sweep' && command !== 'export';
}
