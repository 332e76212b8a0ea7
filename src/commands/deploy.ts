/** The command `deploy` up to its first request to the service: whether there is anything to deploy at all. What follows is loaded while the service answers. */

import type { DeployError } from '../errors.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { assertNotEmptied, readAhead } from './head-start.ts';
import { checkTrust } from './ownership.ts';
import { decidePreview, type Preview, readPreview } from './preview.ts';
import { leaveToNewer, reportKept, reportNoPreview, validatePreview } from './preview-report.ts';

export const deploy: CommandFunction = async (context) => {
  const preview = readPreview(context);
  if (!preview) return deploySpecs(context, { preview, isCurrent: false });
  if (!preview.hasKey) return validatePreview(context, preview);
  // Before anything is written: the run may be of yesterday, or of a commit that is not the last one any more.
  const decision = await decidePreview(context, preview);
  switch (decision.step) {
    case 'create':
      return deploySpecs(context, { preview, isCurrent: decision.isCurrent });
    // What follows writes nothing that the code of the run could decide.
    case 'delete': {
      const { closePreview } = await import('./close-preview.ts');
      return closePreview(context, preview, decision.refusal);
    }
    case 'validate':
      return validatePreview(context, preview);
    case 'superseded':
      return leaveToNewer(context, preview);
    case 'keep':
      return reportKept(context, preview, decision);
    case 'nothing':
      return reportNoPreview(context, preview, decision);
  }
};

async function deploySpecs(
  context: CommandContext,
  { preview, isCurrent }: { preview: Preview | undefined; isCurrent: boolean },
): Promise<DeployError | undefined> {
  const untrusted = checkTrust(context);
  if (untrusted) throw untrusted;
  assertNotEmptied(context.inputs);
  const client = await context.connections.service();
  try {
    await readAhead(context, client);
    const { deployAll } = await import('./deploy-all.ts');
    return await deployAll(context, { client, preview, isCurrent });
  } finally {
    await client.close();
  }
}
