/** The command `deploy` up to its first request to the service: whether there is anything to deploy at all. What follows is loaded while the service answers. */

import type { CommandFunction } from './context.ts';
import { readAhead } from './head-start.ts';
import { decidePreview, readPreview } from './preview.ts';
import { reportUndeployed, validatePreview } from './preview-report.ts';
import { assertTrusted } from './trust.ts';

export const deploy: CommandFunction = async (context) => {
  const preview = readPreview(context);
  // Before anything is written: the run may be of yesterday, or of a commit that is no longer the last one.
  const decision = preview && (await decidePreview(context, preview));
  // What follows up to the deploy writes nothing that the code of the run could decide.
  if (preview && decision?.step === 'validate') return validatePreview(context, preview);
  if (preview && decision?.step === 'delete') {
    const { closePreview } = await import('./close-preview.ts');
    return closePreview(context, preview, decision.refusal);
  }
  if (preview && decision && decision.step !== 'create') return reportUndeployed(context, preview, decision);
  assertTrusted(context);
  await readAhead(context);
  const { deployAll } = await import('./deploy-all.ts');
  return deployAll(context, { preview, isCurrent: decision?.isCurrent ?? false });
};
