/** The endpoints that a command which writes nothing is about, and their outputs. */

import { type Found, findNamed, notFound } from '../account/find.ts';
import type { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { checkOwnership, mayShow } from '../plan/ownership.ts';
import { endpointOutputs } from '../render/outputs.ts';
import type { SpecDocument } from '../spec/issue.ts';
import type { CommandContext } from './context.ts';

/**
 * An endpoint by its name, '' where only `endpoint-id` is given; `document`: its spec, which need not be right.
 * `isCandidate`: a run that is cut short promotes nothing.
 */
export type NamedEndpoint = { name: string; document?: SpecDocument | undefined; isCandidate?: boolean };

/** `failure`: `not-found`, or `owned` by another repository, whose ID alone may be shown. */
export type FoundEndpoint = NamedEndpoint &
  ({ live: Endpoint; failure: undefined } | { live: undefined; id: string; failure: DeployError });

/** The endpoints in the order of the names. `assertTrusted` comes before the names are read. */
export async function findNamedEndpoints<Named extends NamedEndpoint>(
  named: readonly Named[],
  context: CommandContext,
): Promise<(Named & FoundEndpoint)[]> {
  const { inputs, outputs } = context;
  const names = named.map(({ name }) => name);
  outputs.setEndpoints(names.map((name) => ({ name })));
  if (names.length === 0) return [];
  const { found: answers } = await findNamed({ names }, context);
  const found = named.map((each, index): Named & FoundEndpoint => {
    const answer = answers[index] as Found;
    const { live } = answer;
    const name = each.name || live?.config.name || inputs.endpointId;
    if (!live) return { ...each, name, live, id: '', failure: notFound(answer, context) };
    const failure = mayShow(live, context) ? undefined : checkOwnership(live, context);
    return failure ? { ...each, name, live: undefined, id: live.id, failure } : { ...each, name, live, failure };
  });
  outputs.setEndpoints(
    found.map((each) => ({
      name: each.name,
      ...(each.live ? endpointOutputs(each.live) : { 'endpoint-id': each.id }),
      ...(each.live && each.isCandidate && { 'image-digest': '' }),
      operation: each.failure?.code === 'not-found' ? 'absent' : 'read',
      changed: 'false',
    })),
  );
  return found;
}
