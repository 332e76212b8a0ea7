/** The field `load` of a spec: how many clients ask a candidate at once. Never sent to the service. */
import * as z from 'zod/mini';
import { type Comparing, comparisonOf } from './compare.ts';
import type { EndpointTest } from './tests.ts';
import { withDescription } from './values.ts';

export const [minClients, maxClients] = [2, 64];

export const loadSchema = withDescription(
  z.union([z.boolean(), z.int().check(z.meta({ minimum: minClients, maximum: maxClients }))]),
  'Clients that ask a candidate at once, after its tests: 2–64, or `true` for `maxConcurrent`. Never sent to the service.',
  true,
  8,
);

/** `at`: how many clients; `own` is the name in the spec, of production; `maxConcurrent`: that of the spec. */
export interface Loading {
  readonly at: number;
  readonly own: string;
  readonly maxConcurrent: number | undefined;
}

type Planned = { desired: { name: string }; compare?: Comparing | undefined; load?: Loading | undefined };

/** How the endpoint is compared and loaded; undefined for production itself, and for a spec that asks for neither. */
export function verdictRules({ desired, compare, load }: Planned) {
  const rules = { compare: comparisonOf({ desired, compare }), load: load?.own === desired.name ? undefined : load };
  return (rules.compare ?? rules.load) && rules;
}

/** Whether a later step may promote its image only by a verdict of this run. */
export const needsVerdict = (plan: Planned) => verdictRules(plan) !== undefined;

/** Whether the test makes the model work, and its right answer is no error. */
export const isLoadable = ({ chat, post, expect: { status = 200 } = {} }: EndpointTest) =>
  (chat ?? post) !== undefined && status < 300;
