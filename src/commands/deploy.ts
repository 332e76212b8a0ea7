/** The command `deploy` up to its first request; what follows is loaded while the service answers. */

import { setImmediate } from 'node:timers/promises';
import { inputsInvalid } from '../errors.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { assertTrusted } from './ownership.ts';
import { decidePreview, reportUndeployed, validatePreview } from './preview.ts';

export const deploy: CommandFunction = async (context) => {
  // Before anything is written: the run may be of yesterday, or of a commit that is no longer the last one.
  const preview = await decidePreview(context);
  // What ends here writes nothing that the code of the run could decide.
  if (preview?.step === 'validate') return validatePreview(context, preview);
  if (preview?.step === 'end') {
    const { closePreview } = await import('./deletions.ts');
    return closePreview(context, preview);
  }
  if (preview && preview.step !== 'create') return reportUndeployed(context, preview);
  if (!preview) assertMerged(context);
  assertTrusted(context);
  await readAhead(context);
  const { deployAll } = await import('./deploy-all.ts');
  return deployAll({ ...context, preview });
};

/** Each pull request would go to the endpoint that the specs name, whatever the `name` input calls it. */
function assertMerged({ inputs, github }: CommandContext): void {
  const { pullRequest, eventName } = github.context;
  if (!pullRequest || pullRequest.isMerged || inputs.allow.has('pull-request')) return;
  const unmerged = `pull request #${pullRequest.number} is not merged, and would be deployed as if it were`;
  throw inputsInvalid(
    `\`deploy\` does not run on \`${eventName}\` without \`preview\`: ${unmerged}`,
    'Use `preview: true` or `command: plan`, or run the step on `push`. ' +
      'To deploy each pull request to the same endpoint, add `pull-request` to `allow`.',
  );
}

/** Sends the first requests while code is loaded; throws where an input is wrong that only a deploy reads. */
export async function readAhead({ inputs, signal, connections }: CommandContext): Promise<void> {
  const [wrong] = inputs.deferred;
  if (wrong) throw inputsInvalid(`the \`${wrong.input}\` input ${wrong.message}`, wrong.hint);
  const client = await connections.service();
  client.readAhead({ limits: true, list: !inputs.endpointId, signal });
  // Loading holds up the connections that are being made: they get a turn before and after it.
  await setImmediate();
  await import('./prepare.ts');
  await setImmediate();
}
