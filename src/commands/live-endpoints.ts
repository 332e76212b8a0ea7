/** The endpoints of the specs as they are, for commands that only look: none of another repository, and none for a run that anybody can cause. */

import type { DeployError } from '../errors.ts';
import type { Templates } from '../model/display.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Spec } from '../model/spec.ts';
import { findById, findByName, mayBeNamed } from '../rollout/lookup.ts';
import type { ServiceClient } from '../service/client.ts';
import { type CommandContext, redactEnvs } from './context.ts';
import { endpointOutputs } from './endpoint-outputs.ts';
import { checkOwnership, checkTrust, mayShow, withEnvs } from './ownership.ts';
import { readSpecs, reportIssues } from './specs.ts';

export interface LiveEndpoint {
  spec: Spec;
  templates: Templates;
  /** Undefined where there is none of the name, or of `endpoint-id`. */
  live: Endpoint | undefined;
  /** Why nothing of it may be shown: it belongs to another repository. */
  refusal: DeployError | undefined;
}

/** In the order of the specs. Throws what is wrong with them, and where the run may not ask. */
export async function findLiveEndpoints(context: CommandContext): Promise<LiveEndpoint[]> {
  const { inputs, outputs, reporter, connections, github } = context;
  // The spec says of which endpoint the log or the state is told.
  const untrusted = checkTrust(context);
  if (untrusted) throw untrusted;
  const { documents, issues, shownTexts } = await readSpecs(context);
  await reportIssues({ issues, shownTexts }, context);
  const sound = documents.flatMap(({ spec, templates }) => (spec ? [{ spec, templates }] : []));
  outputs.setEndpoints(sound.map(({ spec }) => ({ name: spec.name })));
  const client = await connections.service();
  try {
    const find = await lookUp(
      sound.map(({ spec }) => spec.name),
      { client, context },
    );
    const found = await Promise.all(
      sound.map(async (each) => {
        const live = find(each.spec.name);
        return { ...each, live: live && (await withEnvs(live, { client, signal: context.signal })) };
      }),
    );
    redactEnvs(
      found.map(({ live }) => live),
      reporter,
    );
    const told = found.map((each) => {
      const plan = { live: each.live, successor: undefined };
      const claim = { ...github.context, pullRequest: undefined, adopt: inputs.allow.has('adopt') };
      return { ...each, refusal: mayShow(plan, context) ? undefined : checkOwnership(plan, claim) };
    });
    outputs.setEndpoints(
      told.map(({ spec, live, refusal }) => ({
        name: spec.name,
        ...(refusal ? { 'endpoint-id': live?.id ?? '' } : endpointOutputs(live)),
        operation: live ? 'read' : 'absent',
        changed: 'false',
      })),
    );
    return told;
  } finally {
    await client.close();
  }
}

async function lookUp(
  names: readonly string[],
  { client, context: { inputs, signal } }: { client: ServiceClient; context: CommandContext },
): Promise<(name: string) => Endpoint | undefined> {
  const { endpointId } = inputs;
  const only = endpointId ? ({ id }: { id: string }) => id === endpointId : mayBeNamed(names);
  const list = await client.list({ signal, only });
  return (name) => (endpointId ? findById(list, endpointId) : findByName(list, name));
}
