/** Owns that what a live endpoint holds as envs is not told, whatever the service repeats of it in a message. */

import type { Endpoint } from '../model/endpoint.ts';
import type { Reporter } from '../report.ts';

/** To be called for every endpoint that a command goes on to work with, before it does. */
export function concealEnvs({ config }: Endpoint, reporter: Reporter): void {
  for (const { value } of config.envs) reporter.conceal(value);
}
