/** The endpoints of the specs as they are, for commands that write nothing: none for a run that anyone can cause. */

import { DeployError } from '../errors.ts';
import type { Templates } from '../model/display.ts';
import type { Endpoint, ListedName } from '../model/endpoint.ts';
import type { Spec } from '../model/spec.ts';
import { findById, findByName } from '../rollout/lookup.ts';
import type { CommandContext } from './context.ts';
import { endpointOutputs } from './endpoint-outputs.ts';
import { combineFailures } from './outputs.ts';
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
export async function findLiveEndpoints(
  context: CommandContext,
  isMeant: (spec: Spec) => boolean = () => true,
): Promise<LiveEndpoint[]> {
  const { outputs } = context;
  // The spec says of which endpoint the log or the state is told, and where its tests send secrets.
  assertTrusted(context);
  const { documents, ...found } = await readSpecs(context);
  await reportIssues(found, context);
  const meant = documents.flatMap(({ spec, templates }) => (spec && isMeant(spec) ? [{ spec, templates }] : []));
  const names = meant.map(({ spec }) => spec.name);
  outputs.setEndpoints(names.map((name) => ({ name })));
  if (names.length === 0) return [];
  const find = await findNamed(names, context);
  const read = await Promise.all(
    meant.map(async (each) => {
      const listed = find(each.spec.name);
      const live = listed && (await withEnvs(listed, context));
      return { ...each, live, refusal: mayShow({ live }, context) ? undefined : checkOwnership({ live }, { context }) };
    }),
  );
  outputs.setEndpoints(
    read.map(({ spec, live, refusal }) => ({
      name: spec.name,
      ...(refusal ? { 'endpoint-id': live?.id ?? '' } : endpointOutputs(live)),
      operation: live ? 'read' : 'absent',
      changed: 'false',
    })),
  );
  return read;
}

/** The endpoints of these names, or the one of `endpoint-id`, by one list; `onOther` gets the names of all others. */
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

/** One endpoint after the other; each failure is among its outputs, and one failure names them all. */
export async function eachInTurn<Each>(
  endpoints: readonly Each[],
  { outputs }: CommandContext,
  act: (endpoint: Each, index: number) => Promise<{ name: string; failure: DeployError | undefined }>,
): Promise<DeployError | undefined> {
  const results = [];
  for (const [index, endpoint] of endpoints.entries()) {
    const result = await act(endpoint, index);
    outputs.setEndpoint(index, { 'failure-reason': result.failure?.code ?? '' });
    results.push(result);
  }
  return combineFailures(results);
}

/** There is no endpoint of the spec; `what` ends the sentence. */
export function notFound({ name }: Spec, { endpointId }: CommandContext['inputs'], what: string): DeployError {
  return new DeployError({
    code: 'not-found',
    message: `there is no endpoint ${endpointId || `named "${name}"`}${what}`,
    hint: 'Check `name` in the spec and `endpoint-id`, or deploy it first.',
  });
}
