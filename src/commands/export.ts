/** The command `export`: the spec of a live endpoint in a file, without secrets. */

import { inputsInvalid } from '../errors.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { membersWithoutSpecForm, specOf } from '../model/desired.ts';
import { endpointName } from '../model/display.ts';
import { assertTrusted } from '../plan/ownership.ts';
import type { CommandFunction } from '../run/context.ts';
import { findNamedEndpoints } from '../run/named-endpoints.ts';
import { writeSpec } from '../spec/write.ts';

/** Writes the spec of a live endpoint to a file, without secrets. */
export const command: CommandFunction = async (context) => {
  const { inputs, reporter, connections } = context;
  assertTrusted(context);
  const path = pathToWrite(inputs);
  const [found] = await findNamedEndpoints([{ name: inputs.name }], context);
  if (!found?.live) throw found?.failure;
  const { id, config } = found.live;
  const gaps = membersWithoutSpecForm(config);
  const { text, variables, lost } = writeSpec(specOf(config, { id }), [
    `Endpoint ${id}, exported by deploy-gpu-endpoint.`,
    'A deploy does not change fields that are not listed here.',
    'The service never returns image.entrypoint, healthy.port and regionId: add them by hand if you use them.',
    ...gaps,
  ]);
  const written = await connections.workspace.write(path, { text, overwrites: inputs.allow.has('overwrite') });
  reporter.info(`Exported: ${endpointName(found.live)} to ${written}.`);
  const missing = [...gaps, ...lost];
  const [message, hint] = [`The spec is not complete. ${missing.join(' ')}`, `Check ${written} before you deploy it.`];
  if (missing.length > 0) reporter.warn({ title: `${config.name}: export`, message, hint });
  const lines = Array.from(variables, ([variable, path]) => `\n  ${variable}=… (${path})`);
  if (lines.length > 0)
    reporter.info(
      'Values that may be secrets are not in the file. Pass those that are public in `variables`; ' +
        `delete the other envs from the file, and pass them in \`secret-envs\`:${lines.join('')}`,
    );
  return { outcomes: [{ kind: 'exported', name: found.name }] };
};

/** The one path of the `spec` input. Throws if there are several, or if no input selects the endpoint. */
function pathToWrite({ spec, name, endpointId }: Inputs): string {
  const [path = '', ...others] = spec;
  if (others.length > 0 || /[*?[\]{}]|^$/.test(path) || name + endpointId === '')
    throw inputsInvalid(
      '`export` writes one endpoint to one file',
      'Set `name` or `endpoint-id`, and `spec` to one path.',
    );
  return path;
}
