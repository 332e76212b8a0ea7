/** Production, beside which a candidate is compared: found by its name, guarded before the first request, and read again. */

import type { Endpoint } from '../model/endpoint.ts';
import { readRecord, recordDoubt, recordEnvOf } from '../model/record.ts';
import { endpointCondition } from '../model/states.ts';
import { findByName, mayBeNamed } from '../plan/lookup.ts';
import { isReady } from '../rollout/evidence/condition.ts';
import { supersededByRecord } from '../rollout/evidence/effect.ts';
import type { CommandContext } from './context.ts';
import { healthOf } from './health.ts';
import { isOwn } from './ownership.ts';
import { openReads } from './reads.ts';

/** Why production was not asked, or its answers do not count. */
export interface NotCompared {
  severity: 'notice' | 'warning';
  reason: string;
  hint: string;
}

/** Nothing is sent to an endpoint that is not proved to be production, of this repository, and as it was deployed. */
export async function findProduction(
  { id, name }: { id: string; name: string },
  context: CommandContext,
): Promise<Endpoint | NotCompared> {
  const { trust } = context.github.context;
  const notice = (reason: string, hint: string) => ({ severity: 'notice' as const, reason, hint });
  if (trust.kind !== 'trusted')
    return notice(`production is not asked ${trust.why}`, 'Run the step for code of this repository.');
  const reads = await openReads(context);
  const listed = findByName(await reads.list({ only: mayBeNamed([name]) }), name);
  const deploy = 'Deploy it first, or compare where one API key sees both.';
  if (!listed) return notice(`this API key sees no endpoint named ${name}`, deploy);
  // A list may be late. The client hides the envs of what it reads.
  const live = await reads.get(listed.id);
  const foreign = whyForeign(live, context);
  if (foreign) return notice(`${name} (${live.id}) ${foreign}`, 'Deploy it from this repository first.');
  const unfit = live.id === id ? 'is the same endpoint' : whyUnfit(live);
  if (!unfit) return live;
  const hint = `Run \`status\` on ${name}, then this step again.`;
  return { severity: 'warning', reason: `${name} (${live.id}) ${unfit}`, hint };
}

/** On a laptop, whoever has the key may ask what it opens. */
function whyForeign({ config }: Endpoint, { github }: CommandContext): string | undefined {
  if (github.context.repository === '') return undefined;
  const record = readRecord(config);
  if (!record) return recordDoubt(config) ?? 'has no record of a deploy';
  return isOwn(record, github.context) ? undefined : `was deployed by ${record.repository}`;
}

/** Why another version than the deployed one may answer, or none. */
function whyUnfit(live: Endpoint): string | undefined {
  const health = healthOf(live);
  if (health !== 'serving' && health !== 'idle') return `is ${health}`;
  const isSuperseded = supersededByRecord(live);
  const isMixed = live.workers.some((worker) => isReady(worker, live) && isSuperseded(worker.id));
  if (isMixed || endpointCondition(live.state) === 'starting') return 'is being updated';
  return /^https?:$/.test(URL.parse(live.url)?.protocol ?? '') ? undefined : 'has no URL that can be asked';
}

/** What of production has changed; undefined for nothing. */
export function changeBetween(before: Endpoint, after: Endpoint): string | undefined {
  const healthy = (live: Endpoint) => live.workers.flatMap((worker) => (isReady(worker, live) ? worker.id : [])).sort();
  if (before.config.image.image !== after.config.image.image) return 'the image';
  if (recordEnvOf(before.config)?.value !== recordEnvOf(after.config)?.value) return 'the deploy';
  return healthy(before).join() === healthy(after).join() ? undefined : 'the workers';
}
