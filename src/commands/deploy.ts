/** The command `deploy` up to its first request; what follows is loaded while the service answers. */

import { setImmediate } from 'node:timers/promises';
import { inputsInvalid } from '../errors.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { assertTrusted, withDeployedCommit } from './ownership.ts';
import { decidePreview, reportUndeployed, validatePreview } from './preview.ts';

export const deploy: CommandFunction = async (context) => {
  // Before anything is written: the run may be of yesterday, or of a commit that is no longer the last one.
  const preview = await decidePreview(context);
  // What ends here writes nothing that the code of the run could decide.
  if (preview?.step === 'validate') return validatePreview(context, preview);
  if (preview?.step === 'end') {
    const { closePreview } = await import('./preview-ends.ts');
    return closePreview(context, preview);
  }
  if (preview && preview.step !== 'create') return reportUndeployed(context, preview);
  assertTrusted(context);
  if (!preview) assertMerged(context);
  const [github] = await Promise.all([withDeployedCommit(context), readAhead(context)]);
  const { deployAll } = await import('./deploy-all.ts');
  return deployAll({ ...context, github, preview });
};

/** Each pull request would go to the endpoint that the specs name, whatever the `name` input or the event is called. */
function assertMerged({ inputs, github }: CommandContext): void {
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
export async function readAhead({ inputs, signal, connections }: CommandContext): Promise<void> {
  const [wrong] = inputs.deferred;
  if (wrong) throw inputsInvalid(`\`${wrong.input}\` ${wrong.message}`, wrong.hint);
  const client = await connections.service();
  client.readAhead({ list: !inputs.endpointId, signal });
  // Loading holds up the connections that are being made: they get a turn before and after it.
  await setImmediate();
  await import('./prepare.ts');
  await setImmediate();
}
