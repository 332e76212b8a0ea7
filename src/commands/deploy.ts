/** The command `deploy` up to its first request to the service: whether there is anything to deploy at all. What follows is loaded while the service answers. */

import type { CommandFunction } from './context.ts';
import { readAhead } from './head-start.ts';
import { decidePreview } from './preview.ts';
import { reportUndeployed, validatePreview } from './preview-report.ts';
import { assertTrusted } from './trust.ts';

export const deploy: CommandFunction = async (context) => {
  // Before anything is written: the run may be of yesterday, or of a commit that is no longer the last one.
  const preview = await decidePreview(context);
  // What ends here writes nothing that the code of the run could decide.
  if (preview?.step === 'validate') return validatePreview(context, preview);
  if (preview?.step === 'delete') {
    const { closePreview } = await import('./close-preview.ts');
    return closePreview(context, preview, preview.refusal);
  }
  if (preview && preview.step !== 'create') return reportUndeployed(context, preview);
  assertTrusted(context);
  await readAhead(context);
  const { deployAll } = await import('./deploy-all.ts');
  return deployAll(context, preview);
};
