/** Owns the command `export`: the spec of a live endpoint, written to a file without a single secret. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { specOf } from '../model/spec-of.ts';
import { findById, findByName } from '../rollout/lookup.ts';
import { writeSpec } from '../spec/write.ts';
import { concealEnvs } from './conceal.ts';
import type { CommandContext, CommandResult } from './context.ts';
import { endpointOutputs } from './outputs.ts';

const schemaUrl = 'https://raw.githubusercontent.com/acme/deploy-gpu-endpoint/v1/schema/endpoint.schema.json';

export async function exportSpec(context: CommandContext): Promise<CommandResult> {
  const { inputs, reporter, workspace } = context;
  const path = refuseInputs(context);
  const live = await find(context);
  const { id, config } = live;
  concealEnvs(live, reporter);
  const { text, variables } = writeSpec(specOf(config, { id, all: inputs.exportAll }), {
    schemaUrl,
    header: [
      `Endpoint ${id}, as it was when it was exported.`,
      'What is not mentioned here, a deploy does not change.',
      'The service never returns image.entrypoint, healthy.port and regionId: add them by hand if they are set.',
    ],
  });
  const written = await workspace.write(path, { text, overwrites: inputs.force });
  reporter.info(`Exported: ${config.name} (${id}) to ${written}.`);
  if (variables.size > 0) {
    const lines = Array.from(variables, ([variable, key]) => `  ${variable}=… (env ${key})`);
    reporter.info(
      ['Values of envs are secrets and are not in the file. Give them as input `variables`:', ...lines].join('\n'),
    );
  }
  return { outputs: { ...endpointOutputs(live), operation: 'exported', changed: 'false' } };
}

/** The file to write. */
function refuseInputs({ inputs: { spec, name, endpointId } }: CommandContext): string {
  const [path, ...others] = spec;
  if (path === undefined || others.length > 0 || /[*?[\]{}]/.test(path)) {
    throw new DeployError({
      code: 'inputs-invalid',
      message: '`export` writes one file, but `spec` names several',
      hint: 'Name one path in `spec`.',
    });
  }
  if (name === '' && endpointId === '') {
    throw new DeployError({
      code: 'inputs-invalid',
      message: '`export` needs to know which endpoint is meant',
      hint: 'Set `name` or `endpoint-id`.',
    });
  }
  return path;
}

async function find({ inputs: { name, endpointId }, connect, signal }: CommandContext): Promise<Endpoint> {
  const client = connect();
  try {
    const list = await client.list({ signal });
    const live = endpointId ? findById(list, endpointId) : findByName(list, name);
    if (live) return live;
    throw new DeployError({
      code: 'not-found',
      message: `there is no endpoint ${endpointId || `named ${name}`}`,
      hint: 'Check `name` and `endpoint-id`, and that the api key belongs to the account of the endpoint.',
    });
  } finally {
    await client.close();
  }
}
