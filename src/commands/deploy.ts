/** The command `deploy` up to its first request; what follows is loaded while the service answers. */

import { setImmediate } from 'node:timers/promises';
import type { Ask } from '../account/reads.ts';
import { inputsInvalid } from '../errors.ts';
import { compareCommits } from '../github/commits.ts';
import { assertTrusted } from '../plan/ownership.ts';
import type { Run } from '../plan/run.ts';
import { decidePreview, undeployed, validatePreview } from '../previews/decide.ts';
import type { CommandFunction, GitHubAccess, GitHubAsk } from '../run/context.ts';

export const command: CommandFunction = async (context) => {
  // This comes before any write: the run may be of yesterday, or of a commit that is no longer the last one.
  const preview = await decidePreview(context);
  // What ends here writes nothing that the code of the run could decide.
  if (preview?.step === 'validate') return validatePreview(context, preview);
  if (preview?.step === 'end') return (await import('../previews/end.ts')).closePreview(context, preview);
  if (preview && preview.step !== 'create') return undeployed(context, preview);
  assertTrusted(context);
  if (!preview) assertMerged(context);
  const [github] = await Promise.all([withDeployedCommit(context), readAhead(context)]);
  return (await import('../deploy/all.ts')).deployAll({ ...context, github, preview });
};

/** Each pull request would go to the endpoint that the specs name, whatever the `name` input or the event is called. */
function assertMerged({ inputs, github }: Run): void {
  const { pullRequest, eventName, upstream } = github.context;
  const isProposed = pullRequest ? pullRequest.state !== 'merged' : upstream?.event.startsWith('pull_request') === true;
  if (!isProposed || inputs.allow.has('pull-request')) return;
  const what = pullRequest ? `pull request #${pullRequest.number}` : 'the pull request of the run before this one';
  throw inputsInvalid(
    `\`deploy\` does not run on \`${eventName}\` without \`preview\`: ${what} is not merged, and would be deployed as if it were`,
    `${pullRequest ? 'Use `preview: true` or the command `plan`, or run' : 'Run'} the step on \`push\`, or after a build of one. ` +
      'To deploy each pull request to the same endpoint, add `pull-request` to `allow`.',
  );
}

/** Sends the first requests while code is loaded; throws where an input is wrong that only a deploy reads. */
export async function readAhead({ inputs, signal, connections }: Ask): Promise<void> {
  const [wrong] = inputs.deferred;
  if (wrong) throw inputsInvalid(`\`${wrong.input}\` ${wrong.message}`, wrong.hint);
  const client = await connections.service();
  client.readAhead({ list: !inputs.endpointId, signal });
  // Loading holds up the connections that are being made: they get a turn before and after it.
  await setImmediate();
  await import('../deploy/prepare.ts');
  await setImmediate();
}

/**
 * The run after a build deploys the image of that build's commit, which may not be the one that is checked out. Where
 * the checkout is older, its spec still says more about the deployed version.
 */
async function withDeployedCommit({ inputs, github }: GitHubAsk): Promise<GitHubAccess> {
  const { upstream, sha } = github.context;
  if (!upstream?.sha || !upstream.branch) return github;
  const { sha: built, branch } = upstream;
  const ofBuild =
    upstream.event === 'release'
      ? { sha: built, ref: `refs/tags/${branch}` }
      : { sha: built, branch, ref: `refs/heads/${branch}` };
  const isOfBuild = inputs.image.size > 0 || inputs.variables.values().some((text) => text.includes(built.slice(0, 7)));
  const { standing } = await compareCommits(github.api, { base: sha, head: isOfBuild ? built : sha });
  const isCheckout = sha !== built && (!isOfBuild || standing === 'newer');
  return isCheckout ? github : { ...github, context: { ...github.context, ...ofBuild } };
}
