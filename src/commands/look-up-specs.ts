/** The endpoints of the specs of a deploy or a plan. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Spec } from '../model/spec.ts';
import { isTerminating } from '../model/states.ts';
import { assertNameFree, endpointsNamed, findForDeploy, type Lookup, mayBeNamed } from '../plan/lookup.ts';
import { listLagMs } from '../times.ts';
import type { CommandContext } from './context.ts';
import { findById, lookUntil } from './look-up.ts';
import { mayShow, readNow, redactEnvs, withEnvs } from './ownership.ts';
import { openReads } from './reads.ts';

/** `original`: the name of the endpoint that a preview is compared with. */
type Wanted = { spec: Spec; original: string | undefined };
type FoundEndpoint = Lookup & { production?: Endpoint | undefined };

/** In the order of the specs. After one list, each endpoint is read by itself, since a list may be late. */
export async function lookUpAll(wanted: readonly Wanted[], context: CommandContext): Promise<readonly FoundEndpoint[]> {
  const { endpointId } = context.inputs;
  const reads = await openReads(context);
  const names = wanted.map(({ spec }) => spec.name);
  if (endpointId) {
    const found = await findById(endpointId, reads);
    // A rename must not make a second endpoint of the name.
    const renamed = names.filter((name) => name !== found.config.name);
    const list = renamed.length > 0 ? await reads.list({ only: mayBeNamed(renamed) }) : [];
    for (const name of renamed) assertNameFree(list, { id: found.id, name });
    const live = await withEnvs(found, context);
    return names.map(() => ({ live }));
  }
  const only = mayBeNamed([...names, ...wanted.flatMap(({ original }) => original ?? [])]);
  const look = async () => {
    const list = await reads.list({ only });
    return Promise.all(wanted.map((each) => readNamed(each, { list, context })));
  };
  const missing = (all: readonly NamedEndpoints[]) => all.find((each) => each.missing)?.missing ?? '';
  const found = await lookUntil({ look, missing }, context);
  return found.map((each) => {
    if (each.missing) throw stillMissing(each.missing);
    const { production, endpoints } = each;
    return { live: findForDeploy(endpoints, each.spec.name), production };
  });
}

/** `missing`: a listed endpoint that the service does not find, as the beginning of a sentence. */
type NamedEndpoints = Pick<FoundEndpoint, 'production'> & {
  spec: Spec;
  endpoints: readonly Endpoint[];
  missing: string;
};

async function readNamed(
  { spec, original = spec.name }: Wanted,
  { list, context }: { list: readonly Endpoint[]; context: CommandContext },
): Promise<NamedEndpoints> {
  const staying = endpointsNamed(list, spec.name).filter((endpoint) => !isTerminating(endpoint));
  const read = await Promise.all(staying.map(async (listed) => ({ listed, live: await readNow(listed, context) })));
  const lost = read.find(({ live }) => !live);
  const missing = lost ? `${spec.name} is listed as ${lost.listed.id}, which the service does not find` : '';
  const production = original === spec.name ? undefined : productionIn(list, original, context);
  return { spec, endpoints: read.flatMap(({ live }) => live ?? []), missing, production };
}

/** It only helps the reader of a preview's plan: as listed, and nothing where it may not be shown. */
function productionIn(list: readonly Endpoint[], name: string, context: CommandContext): Endpoint | undefined {
  const [found, ...others] = list.filter(({ config }) => config.name === name);
  if (!found || others.length > 0 || !mayShow({ live: found }, context)) return undefined;
  redactEnvs(found, context);
  return found;
}

function stillMissing(missing: string): DeployError {
  return new DeployError({
    code: 'unavailable',
    message: `${missing}, and this has not changed for ${listLagMs / 1000} s`,
    hint: 'Check in the console of the service whether it exists, and run the step again.',
  });
}
