/** The requests that every deploy and plan begins with, sent while the code that needs their answers is loaded. */

import { setImmediate } from 'node:timers/promises';
import { DeployError } from '../errors.ts';
import type { CommandContext } from './context.ts';

/** To be called when it is decided that the service is asked at all. Throws where an input that must not be empty is. */
export async function readAhead({ inputs, signal, connections }: CommandContext): Promise<void> {
  const [emptied] = inputs.emptied;
  if (emptied)
    throw new DeployError({
      code: 'inputs-invalid',
      message: `the \`${emptied.input}\` input ${emptied.message}`,
      hint: emptied.hint,
    });
  const client = await connections.service();
  client.readAhead({ limits: true, list: !inputs.endpointId, signal });
  // Loading holds up the connections that are being made: they get a turn before and after it.
  await setImmediate();
  await import('./prepare.ts');
  await setImmediate();
}
