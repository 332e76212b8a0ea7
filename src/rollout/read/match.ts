/** A reading of the configuration against the requested one. Pure. */

import { configValue, type EndpointConfig, isUnread, isUnset, members } from '../../model/config.ts';
import { type Change, diffConfigs } from '../../model/diff.ts';
import { recordEnvKey } from '../../model/env-rules.ts';
import { recordEnvOf } from '../../model/record.ts';
import type { Family } from '../../model/row.ts';

export interface Requested {
  readonly desired: EndpointConfig;
  /**
   * Configurations that the endpoint may have shown before, the latest last: a field with one of their values is stale.
   * Empty for a new endpoint. Undefined where this run has written nothing, so that any other value may be stale.
   */
  readonly earlier: readonly EndpointConfig[] | undefined;
  /** The reading of a run that writes nothing, when it found the endpoint. Default: everything was shown. */
  readonly found?: EndpointConfig;
  /** The only family whose fields are compared, because another call is still to come. */
  readonly family?: Family | undefined;
}

export type Match =
  | { readonly kind: 'applied' }
  /** The requested values are not, or no longer, shown. */
  | { readonly kind: 'stale'; readonly changes: readonly Change[] }
  /** The reading lacks fields that an earlier reading has shown. */
  | { readonly kind: 'partial'; readonly fields: readonly string[] }
  /** The values are neither the earlier nor the requested ones: someone else has changed them. */
  | { readonly kind: 'foreign'; readonly changes: readonly Change[] };

export function matchConfig(found: EndpointConfig, requested: Requested): Match {
  const { desired, family } = requested;
  const differing = diffConfigs({ asked: desired, found }).filter(
    ({ families }) => !family || families.includes(family),
  );
  // The service chooses the values that the create has left out.
  const isChosen = ({ member, kind }: Change) =>
    requested.earlier?.length === 0 && kind === 'remove' && !member.startsWith('envs.');
  const changes = differing.filter((change) => !isChosen(change));
  // Most readings show what was requested.
  const foreign = changes.length > 0 ? changes.filter(foreignTo(found, requested)) : [];
  if (foreign.length > 0) return { kind: 'foreign', changes: foreign };
  const fields = missingFields(found, requested);
  if (fields.length > 0) return { kind: 'partial', fields };
  if (changes.length > 0) return { kind: 'stale', changes };
  return isUnnoted(found, requested) ? { kind: 'stale', changes: [noted] } : { kind: 'applied' };
}

const noted: Change = {
  member: `envs.${recordEnvKey}`,
  kind: 'change',
  from: null,
  to: null,
  secret: true,
  families: [],
};

/** Whether the record is still the one before: nothing else shows a write that changes it alone, such as a parking. */
function isUnnoted(found: EndpointConfig, { desired, earlier = [] }: Requested): boolean {
  const before = earlier.at(-1);
  const [shown, was, sent] = [found, before, desired].map((config) => config && recordEnvOf(config)?.value);
  const isOther = before !== undefined && shown === was && shown !== sent;
  return isOther && diffConfigs({ asked: desired, found: before }).length === 0;
}

/** A reading without these fields does not show which version serves, even if an earlier reading has shown them. */
const essential: ReadonlySet<string> = new Set(['image.image', 'workerConfig.minNum']);

function missingFields(found: EndpointConfig, { desired, earlier, found: first = desired }: Requested): string[] {
  const before = earlier === undefined ? first : earlier.at(-1);
  return members
    .filter(({ path }) => essential.has(path) || (before !== undefined && !isUnread(before, path)))
    .filter((member) => isUnread(found, member.path) && !isUnset(configValue(desired, member)))
    .map(({ path }) => path);
}

/** The one rule for someone else's change. */
function foreignTo(found: EndpointConfig, { earlier }: Requested): (change: Change) => boolean {
  if (earlier === undefined) return () => false;
  const differing = earlier.map((config) => new Set(diffConfigs({ asked: config, found }).map(({ member }) => member)));
  return (change) => {
    // No service chooses another name, image or value of an env than the create has sent.
    if (earlier.length === 0) return change.kind === 'change' && /^(name$|image\.image$|envs\.)/.test(change.member);
    return differing.every((fields) => fields.has(change.member));
  };
}

/** The fields in words, for messages about those that were not applied, or that someone else has changed. */
export function describeChanges(changes: readonly Change[]): string {
  return changes
    .map(({ member, from, to, secret }) =>
      secret ? `${member} (its value is not shown)` : `${member} (expected ${to ?? 'none'}, found ${from ?? 'none'})`,
    )
    .join(', ');
}
