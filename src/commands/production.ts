/** Production, with which a candidate is compared: found by name, guarded before the first request, read again. */

import type { EndpointConfig } from '../model/config.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { readRecord, recordDoubt, recordEnvOf } from '../model/record.ts';
import { endpointCondition } from '../model/states.ts';
import { findByName, mayBeNamed } from '../plan/lookup.ts';
import { parseReference } from '../registry/reference.ts';
import { isReady } from '../rollout/evidence/condition.ts';
import { supersededByRecord } from '../rollout/evidence/effect.ts';
import type { CommandContext } from './context.ts';
import { healthOf } from './health.ts';
import { isOfRepository } from './ownership.ts';
import { openReads } from './reads.ts';

/** Why production was not asked, or its answers do not count. */
export type NotCompared = { kind: 'not-compared'; severity: 'notice' | 'warning'; reason: string; hint: string };

export function notCompared(severity: NotCompared['severity'], reason: string, hint: string): NotCompared {
  return { kind: 'not-compared', severity, reason, hint };
}

/** Nothing is sent to an endpoint that is not proved to be production, of this repository, and as it was deployed. */
export async function findProduction(
  { id, name }: { id: string; name: string },
  context: CommandContext,
): Promise<Endpoint | NotCompared> {
  const { trust } = context.github.context;
  if (trust.kind !== 'trusted')
    return notCompared('notice', `production is not asked ${trust.why}`, 'Run the step for code of this repository.');
  const reads = await openReads(context);
  const listed = findByName(await reads.list({ only: mayBeNamed([name]) }), name);
  const deploy = 'Deploy it first, or compare where one API key sees both.';
  if (!listed) return notCompared('notice', `this API key sees no endpoint named ${name}`, deploy);
  // A list may be late.
  const live = await reads.get(listed.id);
  const foreign = whyForeign(live, context);
  if (foreign) return notCompared('notice', `${name} (${live.id}) ${foreign}`, 'Deploy it from this repository first.');
  const unfit = live.id === id ? 'is the same endpoint' : whyUnfit(live);
  if (!unfit) return live;
  return notCompared('warning', `${name} (${live.id}) ${unfit}`, `Run \`status\` on ${name}, then this step again.`);
}

/** On a laptop, whoever has the key may ask every endpoint of the account. */
function whyForeign({ config }: Endpoint, { github }: CommandContext): string | undefined {
  if (github.context.repository === '') return undefined;
  const record = readRecord(config);
  if (!record) return recordDoubt(config) ?? 'has no record of a deploy';
  return isOfRepository(record, github.context) ? undefined : `was deployed by ${record.repository}`;
}

/** Why another version than the deployed one may answer, or none. */
function whyUnfit(live: Endpoint): string | undefined {
  const health = healthOf(live);
  if (health !== 'serving' && health !== 'idle') return `is ${health}`;
  const isSuperseded = supersededByRecord(live);
  const isMixed = live.workers.some((worker) => isReady(worker, live) && isSuperseded(worker.id));
  if (isMixed || endpointCondition(live.state) === 'starting') return 'is being updated';
  return /^https?:$/.test(URL.parse(live.url)?.protocol ?? '') ? undefined : 'has no URL that could be asked';
}

/** The part of production that has changed; undefined for none. `isWoken`: its worker is new. */
export function changeBetween(before: Endpoint, after: Endpoint, isWoken = false): string | undefined {
  if (before.config.image.image !== after.config.image.image) return 'the image';
  if (recordEnvOf(before.config)?.value !== recordEnvOf(after.config)?.value) return 'the deploy';
  const readyIds = (live: Endpoint) => new Set(live.workers.flatMap((each) => (isReady(each, live) ? each.id : [])));
  return isWoken || readyIds(before).symmetricDifference(readyIds(after)).size === 0 ? undefined : 'the workers';
}

/** The sizes of the images in bytes, compressed; undefined where no registry knows. */
export async function sizesOf(
  configs: readonly EndpointConfig[],
  { inputs, connections, signal }: CommandContext,
): Promise<(number | undefined)[]> {
  if (inputs.resolveImage === 'off') return [];
  const registries = await connections.registries();
  return Promise.all(
    configs.map(async ({ image: { image } }) => {
      const parsed = parseReference(image);
      if (parsed.kind !== 'reference') return undefined;
      const resolved = await registries.resolve(parsed.reference, signal).catch(() => undefined);
      return resolved?.kind === 'found' ? resolved.bytes : undefined;
    }),
  );
}
