/** The requests that every deploy and plan begins with, sent while the code that needs their answers is loaded. */

import { setImmediate } from 'node:timers/promises';
import { DeployError } from '../errors.ts';
import type { Inputs } from '../inputs.ts';
import type { ServiceClient } from '../service/client.ts';
import type { CommandContext } from './context.ts';

/** Asks for the limits and the first page of the list, and loads what reads specs. To be called when it is decided that the service is asked at all. */
export async function readAhead(
  { inputs, signal }: Pick<CommandContext, 'inputs' | 'signal'>,
  client: Pick<ServiceClient, 'readAhead'>,
): Promise<void> {
  client.readAhead({ limits: true, list: !inputs.endpointId, signal });
  // Loading holds up the connections that are being made: they get a turn before and after it.
  await setImmediate();
  await import('./prepare.ts');
  await setImmediate();
}

/** Throws where an input that must not be empty is. */
export function assertNotEmptied({ emptied }: Pick<Inputs, 'emptied'>): void {
  const [first] = emptied;
  if (!first) return;
  throw new DeployError({
    code: 'inputs-invalid',
    message: `the \`${first.input}\` input ${first.message}`,
    hint: first.hint,
  });
}
