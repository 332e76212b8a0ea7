/** The command `export`: the spec of a live endpoint, written to a file without a single secret. */

import { DeployError } from '../errors.ts';
import type { Inputs } from '../inputs.ts';
import { specOf, unspeakableMembers } from '../model/desired.ts';
import { writeSpec } from '../spec/write.ts';
import type { CommandFunction } from './context.ts';
import { findNamed } from './look-up.ts';
import { endpointOutputs } from './outputs.ts';
import { withEnvs } from './ownership.ts';

export const exportSpec: CommandFunction = async (context) => {
  const { inputs, reporter, connections, outputs } = context;
  const path = pathToWrite(inputs);
  const { find, absenceOf } = await findNamed([inputs.name], context);
  const listed = find(inputs.name);
  if (!listed) throw new DeployError({ code: 'not-found', ...absenceOf(inputs.name) });
  const live = await withEnvs(listed, context);
  const { id, config } = live;
  outputs.setEndpoints([endpointOutputs(live)]);
  const gaps = unspeakableMembers(config);
  const { text, variables } = writeSpec(specOf(config, { id }), [
    `Endpoint ${id}, exported by deploy-gpu-endpoint.`,
    'A deploy does not change fields that are not listed here.',
    'The service never returns image.entrypoint, healthy.port and regionId: add them by hand if you use them.',
    ...gaps,
  ]);
  const written = await connections.workspace.write(path, { text, overwrites: inputs.allow.has('overwrite') });
  reporter.info(`Exported: ${config.name} (${id}) to ${written}.`);
  if (gaps.length > 0)
    reporter.annotate({
      severity: 'warning',
      title: `${config.name}: export`,
      message: `The spec is not complete. ${gaps.join(' ')}`,
      hint: `Complete ${written} before you deploy it.`,
    });
  const lines = Array.from(variables, ([variable, key]) => `\n  ${variable}=… (env ${key})`);
  if (lines.length > 0)
    reporter.info(
      'Env values are not in the file. Pass those that are public in the `variables` input; ' +
        `delete the others from \`envs\`, and pass them in \`secret-envs\`:${lines.join('')}`,
    );
  outputs.setEndpoint(0, { operation: 'exported', changed: 'false' });
  return undefined;
};

/** The one path of the `spec` input. Throws where it names several, or no input names the endpoint. */
function pathToWrite({ spec, name, endpointId }: Inputs): string {
  const [path, ...others] = spec;
  const refused = (message: string, hint: string) => new DeployError({ code: 'inputs-invalid', message, hint });
  if (path === undefined || others.length > 0 || /[*?[\]{}]/.test(path))
    throw refused('`export` writes one file, but `spec` lists several', 'Set `spec` to one path.');
  if (name === '' && endpointId === '')
    throw refused('`export` needs to know which endpoint to export', 'Set the `name` or `endpoint-id` input.');
  return path;
}
