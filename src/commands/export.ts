/** The command `export`: the spec of a live endpoint, written to a file without a single secret. */

import { DeployError } from '../errors.ts';
import type { Inputs } from '../inputs.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { specOf, unspeakableMembers } from '../model/spec-of.ts';
import { findById, findByName } from '../rollout/lookup.ts';
import { writeSpec } from '../spec/write.ts';
import { type CommandContext, type CommandFunction, redactEnvs } from './context.ts';
import { endpointOutputs } from './outputs.ts';

const schemaUrl = 'https://raw.githubusercontent.com/acme/deploy-gpu-endpoint/v1/schema/endpoint.schema.json';

export const exportSpec: CommandFunction = async (context) => {
  const { inputs, reporter, workspace, outputs } = context;
  const path = pathToWrite(inputs);
  const live = await find(context);
  const { id, config } = live;
  redactEnvs(live, reporter);
  outputs.set(endpointOutputs(live));
  const gaps = unspeakableMembers(config);
  const { text, variables } = writeSpec(specOf(config, { id, all: inputs.exportAll }), {
    schemaUrl,
    header: [
      `Endpoint ${id}, as it was when it was exported.`,
      'What is not mentioned here, a deploy does not change.',
      'The service never returns image.entrypoint, healthy.port and regionId: add them by hand if they are set.',
      ...gaps,
    ],
  });
  const written = await workspace.write(path, { text, overwrites: inputs.force });
  reporter.info(`Exported: ${config.name} (${id}) to ${written}.`);
  if (gaps.length > 0)
    reporter.annotate({
      severity: 'warning',
      title: `${config.name}: export`,
      message: `The spec is not complete. ${gaps.join(' ')}`,
      hint: `Complete ${written} before it is deployed.`,
    });
  if (variables.size > 0) {
    const lines = Array.from(variables, ([variable, key]) => `  ${variable}=… (env ${key})`);
    reporter.info(
      ['Values of envs are secrets and are not in the file. Give them as input `variables`:', ...lines].join('\n'),
    );
  }
  outputs.set({ operation: 'exported', changed: 'false' });
  return undefined;
};

/** The one path of the input `spec`. Throws `inputs-invalid` where it names several, or no input names the endpoint. */
function pathToWrite({ spec, name, endpointId }: Inputs): string {
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
