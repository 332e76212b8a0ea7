/** The endpoints of the specs as they are, for commands that only look: none of another repository, and none for a run that anyone can cause. */

import type { DeployError } from '../errors.ts';
import type { Templates } from '../model/display.ts';
import type { Endpoint, ListedName } from '../model/endpoint.ts';
import type { Spec } from '../model/spec.ts';
import { findById, findByName } from '../rollout/lookup.ts';
import type { CommandContext } from './context.ts';
import { endpointOutputs } from './endpoint-outputs.ts';
import { checkOwnership, mayShow, withEnvs } from './ownership.ts';
import { readSpecs, reportIssues } from './specs.ts';
import { assertTrusted } from './trust.ts';

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
  const { outputs } = context;
  // The spec says of which endpoint the log or the state is told.
  assertTrusted(context);
  const { documents, ...found } = await readSpecs(context);
  await reportIssues(found, context);
  const sound = documents.flatMap(({ spec, templates }) => (spec ? [{ spec, templates }] : []));
  outputs.setEndpoints(sound.map(({ spec }) => ({ name: spec.name })));
  const find = await findNamed(
    sound.map(({ spec }) => spec.name),
    context,
  );
  const read = await Promise.all(
    sound.map(async (each) => {
      const live = find(each.spec.name);
      return { ...each, live: live && (await withEnvs(live, context)) };
    }),
  );
  const told = read.map((each) => ({
    ...each,
    refusal: mayShow(each, context) ? undefined : checkOwnership(each, { context }),
  }));
  outputs.setEndpoints(
    told.map(({ spec, live, refusal }) => ({
      name: spec.name,
      ...(refusal ? { 'endpoint-id': live?.id ?? '' } : endpointOutputs(live)),
      operation: live ? 'read' : 'absent',
      changed: 'false',
    })),
  );
  return told;
}

/** The endpoints of these names, or the one of `endpoint-id`, in one look at the account; `onOther` gets the names of all others. */
export async function findNamed(
  names: readonly string[],
  { inputs, signal, connections }: CommandContext,
  onOther: (name: string) => void = () => {},
): Promise<(name: string) => Endpoint | undefined> {
  const { endpointId } = inputs;
  const client = await connections.service();
  const only = ({ id, name }: ListedName) => {
    const isMeant = endpointId ? id === endpointId : names.includes(name);
    if (!isMeant) onOther(name);
    return isMeant;
  };
  const list = await client.list({ signal, only });
  return (name) => (endpointId ? findById(list, endpointId) : findByName(list, name));
}
