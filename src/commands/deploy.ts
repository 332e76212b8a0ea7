/** The command `deploy` up to its first request: whether there is anything to deploy at all. What follows is loaded while the service answers. */

import type { CommandFunction } from './context.ts';
import { assertNotEmptied, readAhead } from './head-start.ts';
import { checkTrust } from './ownership.ts';
import { isOutdated, judgeNow, keepPreview, leaveToNewer, readPreview, validatePreview } from './preview.ts';

export const deploy: CommandFunction = async (context) => {
  const preview = readPreview(context);
  // The end of a preview and a validation write nothing that the code of the run could decide.
  const untrusted = preview && preview.action !== 'deploy' ? undefined : checkTrust(context);
  if (untrusted) throw untrusted;
  const close = async () => (await import('./close-preview.ts')).closePreview;
  if (preview?.action === 'delete')
    return (await isOutdated(context, preview)) ? keepPreview(context, preview) : (await close())(context, preview);
  if (preview?.action === 'validate') return validatePreview(context, preview);
  // Before anything is written: the run may be of yesterday, or of a commit that is not the last one any more.
  const now = preview ? await judgeNow(context, preview) : 'unknown';
  if (preview && now === 'closed') return (await close())(context, preview);
  if (preview && now === 'superseded') return leaveToNewer(context, preview);
  assertNotEmptied(context.inputs);
  const client = await context.connect();
  try {
    await readAhead(context, client);
    const { deployAll } = await import('./deploy-all.ts');
    return await deployAll(context, { client, preview, isCurrent: now === 'current' });
  } finally {
    await client.close();
  }
};
