/** Who wrote the code of a run: where its event leaves that open, the commits of the spec files decide. */

import { DeployError } from '../errors.ts';
import { isSameRepository } from '../github/event.ts';
import { readPullRequest } from '../github/pull-requests.ts';
import type { Inputs } from '../inputs.ts';
import type { Workspace } from '../workspace.ts';
import type { CommandContext, GitHubAccess } from './context.ts';

/** With the trust decided: at most one request, none where the event says it all. Rejects unreadable specs. */
export async function proveCode(
  github: GitHubAccess,
  { inputs, workspace }: { inputs: Inputs; workspace: Workspace },
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

function readsSpecs({ command, name, endpointId }: Inputs): boolean {
  if (command === 'delete') return name === '' && endpointId === '';
  return command !== 'sweep' && command !== 'export';
}

/** Throws where a run may not use the key at all: the spec may be anyone's, and the key is the repository's. */
export function assertTrusted({ inputs, github }: CommandContext): void {
  const { trust } = github.context;
  if (trust.kind === 'trusted' || inputs.allow.has('untrusted')) return;
  throw new DeployError({
    code: 'inputs-invalid',
    message: `\`${inputs.command}\` does not run ${trust.why}`,
    hint: 'Run the step on `push`, or on `pull_request` of a branch of this repository. If everything that reaches this workflow is reviewed first, add `untrusted` to `allow`.',
  });
}
