/** The schema of a spec and its types, derived from the table of members. */
import * as z from 'zod/mini';
import { type CompareRules, type Comparing, compareSchema } from './compare.ts';
import { type Loading, loadSchema } from './load.ts';
import { memberTable } from './members.ts';
import type { Block, Row, SpecOf } from './row.ts';
import { type EndpointTest, testsSchema } from './tests.ts';
import { bareFor, kindSchemas, withDescription } from './values.ts';

/** The readable part of a spec, normalised: `ports` are numbers, `image` an object, `products` ids, `envs` a list. */
export type PartialSpec = SpecOf<typeof memberTable> & {
  tests?: readonly EndpointTest[];
  compare?: CompareRules;
  load?: boolean | number;
  candidate?: boolean;
  price?: number;
};

/** A whole spec. Only `name` is always known; a deploy does not change an absent member. */
export type Spec = Omit<PartialSpec, 'compare' | 'load'> & { name: string; compare?: Comparing; load?: Loading };

const candidateSchema = withDescription(
  z.boolean(),
  'A version that replaces workers runs first as `NAME-candidate`, where no user is, and is tested and compared there. Never sent to the service.',
  true,
);

const priceSchema = withDescription(
  z.number().check(z.gte(0)),
  'What one worker costs an hour, in your currency. Shown, never sent to the service.',
  0.69,
);

/** Reads a spec as people write it. Members that it does not mention stay absent. */
export const specSchema: z.ZodMiniType<PartialSpec> = z.strictObject({
  ...schemasOf(memberTable),
  tests: z.exactOptional(testsSchema),
  compare: z.exactOptional(compareSchema),
  load: z.exactOptional(loadSchema),
  candidate: z.exactOptional(candidateSchema),
  price: z.exactOptional(priceSchema),
}) as unknown as z.ZodMiniType<PartialSpec>;

function schemasOf(entries: Readonly<Record<string, Row | Block>>): Record<string, z.ZodMiniType> {
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => {
      const initial = 'default' in entry && { default: entry.default };
      const meta = z.meta({ description: entry.description, ...initial, examples: [...entry.examples] });
      return [name, z.exactOptional(schemaOf(entry).check(meta))];
    }),
  );
}

function schemaOf(entry: Row | Block): z.ZodMiniType {
  if (!('members' in entry)) return entry.schema ?? kindSchemas[entry.kind];
  const { members, shorthand = '' } = entry;
  const whole = z.strictObject(schemasOf(members));
  const bare = members[shorthand];
  return bare ? z.union([bareFor(shorthand, schemaOf(bare)), whole]) : whole;
}
