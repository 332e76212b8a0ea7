/** The comparison of every reading with what was asked for and with what was there before, and the reader that makes it. */

import { configValue, type EndpointConfig, isUnread, isUnset, members } from '../model/config.ts';
import { type Change, diffConfigs } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Family } from '../model/row.ts';
import { ServiceError } from '../service/errors.ts';
import type { RolloutContext } from './context.ts';
import { RolloutError } from './errors.ts';
import { rereadMs, settlingMs } from './patience.ts';
import type { GetOptions } from './read.ts';

export interface Asked {
  desired: EndpointConfig;
  /**
   * What the endpoint may have shown before, the latest last: a member that shows one of these values is stale. Empty for a new endpoint. Undefined
   * where this run has written nothing, so that a reading that differs may be of any time.
   */
  earlier: readonly EndpointConfig[] | undefined;
  /** Compares only members that this family carries, when another call is still to come. */
  family?: Family | undefined;
  /** The families that have been sent. What they do not carry, the service may have reset. */
  sent?: readonly Family[];
  /** A reading of this run's before: what it has shown, the next ones have to show too. Default: the last of `earlier`. */
  shownBefore?: EndpointConfig | undefined;
}

export interface Comparison {
  /** What differs from the desired configuration. */
  unapplied: readonly Change[];
  /** Those of them that are neither as they were nor as they were asked for: somebody else has changed them. */
  foreign: readonly Change[];
}

export function compareConfig(found: EndpointConfig, { desired, earlier, family, sent = [] }: Asked): Comparison {
  const unapplied = diffConfigs({ asked: desired, found }).filter(
    ({ families }) => !family || families.includes(family),
  );
  if (!earlier || unapplied.length === 0) return { unapplied, foreign: [] };
  const envs = { found: envValues(found), desired: envValues(desired) };
  if (earlier.length === 0) return { unapplied, foreign: unapplied.filter((change) => isNoDefault(change, envs)) };
  const before = earlier.map((config) => new Set(diffConfigs({ asked: config, found }).map(({ member }) => member)));
  const foreign = unapplied.filter(
    (change) =>
      before.every((differing) => differing.has(change.member)) &&
      !isReset(change, sent) &&
      !isNormalised(change, envs),
  );
  return { unapplied, foreign };
}

/** Without them a reading says nothing of what serves, whatever was shown before. */
const essential: ReadonlySet<string> = new Set(['image.image', 'workerConfig.minNum']);

/**
 * Members that were asked for and that this reading leaves out although one before has shown them. Services leave out some of them always
 * (service-observed.md, Shapes), and now and then everything.
 */
export function unseenMembers(found: EndpointConfig, { desired, earlier, shownBefore }: Asked): string[] {
  if (!found.unread) return [];
  const before = shownBefore ?? earlier?.at(-1);
  return members
    .filter(({ path }) => essential.has(path) || (before !== undefined && !isUnread(before, path)))
    .filter((member) => isUnread(found, member.path) && !isUnset(configValue(desired, member)))
    .map(({ path }) => path);
}

/** An update that does not carry a member may take its value away (service-api.md does not say that it keeps it). */
function isReset({ from, secret, families }: Change, sent: readonly Family[]): boolean {
  return !secret && from === null && sent.some((family) => !families.includes(family));
}

/** On an endpoint that has just been created: another name, another image or another value of an env is nothing that a service would choose by itself. */
function isNoDefault(change: Change, envs: EnvsOfBoth): boolean {
  const { member, kind } = change;
  return kind === 'change' && /^(name$|image\.image$|envs\.)/.test(member) && !isNormalised(change, envs);
}

interface EnvsOfBoth {
  found: EnvValues;
  desired: EnvValues;
}

/** Values by `envs.KEY`. */
type EnvValues = ReadonlyMap<string, string>;

function envValues({ envs }: EndpointConfig): EnvValues {
  return new Map(envs.map(({ key, value }) => [`envs.${key}`, value]));
}

/** Our own value as the service has rewritten it: trimmed, in other case, a number as text. */
function isNormalised({ member, from, to, secret }: Change, envs: EnvsOfBoth): boolean {
  const [a, b] = secret ? [envs.found.get(member), envs.desired.get(member)] : [from, to];
  if (a === null || b === null || a === undefined || b === undefined) return false;
  const [found, asked] = [bare(String(a)), bare(String(b))];
  // An image may be shown with its registry.
  return found === asked || (member === 'image.image' && (found.endsWith(`/${asked}`) || asked.endsWith(`/${found}`)));
}

function bare(text: string): string {
  return text.replace(/[\s\p{Cf}]+/gu, '').toLowerCase();
}

interface WatchRequest extends Asked {
  id: string;
  context: Pick<RolloutContext, 'reader' | 'clock' | 'onEvent' | 'signal'>;
}

export interface Look {
  endpoint: Endpoint;
  /** Shows the desired configuration; otherwise the reading is from before the write, or the write has not taken effect. */
  isApplied: boolean;
  unapplied: readonly Change[];
  /** See {@link unseenMembers}. */
  unseen: readonly string[];
}

/** Reads one endpoint again and again, and remembers what it has shown. */
export interface ConfigWatch {
  readonly asked: Asked;
  /**
   * One reading; undefined when the deadline passes meanwhile. Rejects with `conflict` when two readings in a row show somebody else's change, or when
   * the desired configuration was there and has been away for the settling time. Otherwise as {@link Reader.get}; a reading that others share will do only where
   * it shows the desired configuration, and one that is known only where it leaves out nothing besides.
   */
  look(options: GetOptions): Promise<Look | undefined>;
}

/** Looks until the desired configuration is there; undefined when the deadline passes meanwhile. Rejects as {@link ConfigWatch.look}. */
export async function lookUntilApplied(
  watch: ConfigWatch,
  { deadlineMs, clock, signal }: Pick<RolloutContext, 'clock' | 'signal'> & { deadlineMs: number },
): Promise<Look | undefined> {
  for (;;) {
    const look = await watch.look({ deadlineMs });
    if (!look || look.isApplied) return look;
    await clock.sleep(rereadMs, signal);
  }
}

function showsAsked({ config }: Endpoint, asked: Asked): boolean {
  return compareConfig(config, asked).unapplied.length === 0 && unseenMembers(config, asked).length === 0;
}

/** Between the two readings that prove somebody else's change. */
const confirmationMs = 1000;

export function watchConfig({ id, context, ...asked }: WatchRequest): ConfigWatch {
  const { reader, clock, signal } = context;
  let wasApplied = asked.earlier === undefined;
  let staleSinceMs: number | undefined;
  return {
    asked,
    async look({ sharedWillDo, known, ...options }) {
      const isWhole = known && !known.config.unread && showsAsked(known, asked);
      for (let isSecond = false; ; isSecond = true) {
        const shared = sharedWillDo && {
          sharedWillDo: (each: Endpoint) => showsAsked(each, asked) && sharedWillDo(each),
        };
        const endpoint = await reader.get(id, { ...options, ...shared, ...(isWhole && { known }) }).catch((error) => {
          const isGone = error instanceof ServiceError && error.code === 'not-found';
          throw isGone && options.unknownUntilMs === undefined
            ? deletedMeanwhile(id, asked.desired.name, error)
            : error;
        });
        if (!endpoint) return undefined;
        const { unapplied, foreign } = compareConfig(endpoint.config, asked);
        if (foreign.length > 0) {
          if (isSecond) throw conflict(endpoint, foreign);
          await clock.sleep(Math.max(0, Math.min(confirmationMs, options.deadlineMs - clock.monotonicMs())), signal);
          continue;
        }
        const unseen = unseenMembers(endpoint.config, asked);
        const isApplied = unapplied.length === 0 && unseen.length === 0;
        const nowMs = clock.monotonicMs();
        // What is left out was not changed by anybody.
        staleSinceMs = unapplied.length === 0 ? undefined : (staleSinceMs ?? nowMs);
        wasApplied ||= isApplied;
        if (wasApplied && staleSinceMs !== undefined && nowMs - staleSinceMs >= settlingMs)
          throw conflict(endpoint, unapplied);
        return { endpoint, isApplied, unapplied, unseen };
      }
    },
  };
}

function deletedMeanwhile(id: string, name: string, cause: ServiceError): RolloutError {
  return new RolloutError({
    code: 'not-found',
    message: `endpoint ${name} (${id}) no longer exists: the service neither finds nor lists it, so someone else deleted it`,
    hint: 'Find out who deleted it. The next run creates it again, unless `endpoint-id` is set.',
    endpointId: id,
    cause,
  });
}

/** Somebody else's change, which stays as it is. */
export class ForeignChange extends RolloutError {
  constructor(message: string, endpointId: string) {
    super({ code: 'conflict', message, endpointId });
  }
}

export function conflict({ id, config }: Endpoint, changes: readonly Change[]): ForeignChange {
  const moved = changes.map(showChange).join(', ');
  return new ForeignChange(
    `someone else changed endpoint ${config.name} (${id}) during the rollout: ${moved}; it is left unchanged`,
    id,
  );
}

function showChange({ member, from, to, secret }: Change): string {
  return secret
    ? `${member} (its value is not shown)`
    : `${member} (requested ${to ?? 'none'}, found ${from ?? 'none'})`;
}

/** For messages that name what was not applied. */
export function showChanges(changes: readonly Change[]): string {
  return changes.map(showChange).join(', ');
}
