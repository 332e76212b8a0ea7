/** The schema of a spec and its types, derived from the table of members. */
import * as z from 'zod/mini';
import { memberTable } from './members.ts';
import type { Block, Row, SpecOf } from './row.ts';
import { type EndpointTest, testsSchema } from './tests.ts';
import { kindSchemas } from './values.ts';

/** What could be read of a spec, in one normalised form: `ports` are numbers, `image` an object, `products` ids, `envs` a list. */
export type PartialSpec = SpecOf<typeof memberTable> & { tests?: readonly EndpointTest[] };

/** What a spec says. Only `name` is always known; a member that is absent was not mentioned, and a deploy does not change it. */
export type Spec = PartialSpec & { name: string };

/** Reads a spec as people write it. Members not mentioned stay absent. */
export const specSchema: z.ZodMiniType<PartialSpec> = z.strictObject({
  ...Object.fromEntries(
    Object.entries<Row | Block>(memberTable).map(([name, entry]) => [
      name,
      z.exactOptional(withFacts('members' in entry ? blockSchema(entry) : schemaOf(entry), factsOf(entry, name))),
    ]),
  ),
  tests: z.exactOptional(testsSchema),
}) as unknown as z.ZodMiniType<PartialSpec>;

function blockSchema({ members, shorthand }: Block): z.ZodMiniType {
  const whole = z.strictObject(
    Object.fromEntries(
      Object.entries(members).map(([name, row]) => [
        name,
        z.exactOptional(withFacts(schemaOf(row), factsOf(row, name))),
      ]),
    ),
  );
  const bare = shorthand === undefined ? undefined : members[shorthand];
  if (bare === undefined || shorthand === undefined) return whole;
  return z.union([
    z.pipe(
      schemaOf(bare),
      z.transform((value) => ({ [shorthand]: value })),
    ),
    whole,
  ]);
}

function schemaOf({ schema, kind }: Row): z.ZodMiniType {
  return schema ?? kindSchemas[kind];
}

interface Facts {
  description: string;
  examples: readonly unknown[];
  default?: string | number;
}

function factsOf(entry: Row | Block, name: string): Facts {
  const { description, examples } = entry;
  if ('members' in entry) return { description, examples };
  const whole = [description, ...consequences(entry, name)].join(' ');
  return { description: whole, examples, ...(entry.default !== undefined && { default: entry.default }) };
}

/** What the facts of a row mean for the author of a spec. */
function consequences({ limit, default: value, v1, v2 }: Row, name: string): string[] {
  const byV2 = v1?.update === 'never' && v2 !== undefined;
  return [
    limit === undefined || name === 'volumeMounts'
      ? ''
      : 'list' in limit
        ? 'Values: see the live limits.'
        : 'Range: see the live limits.',
    typeof value === 'number' ? `${value} on a new endpoint.` : '',
    byV2 ? (v1.create === 'never' ? 'Applied by the v2 update.' : 'A change is applied by the v2 update.') : '',
  ].filter((sentence) => sentence !== '');
}

function withFacts(schema: z.ZodMiniType, { examples, ...facts }: Facts): z.ZodMiniType {
  return schema.check(z.meta({ ...facts, examples: [...examples] }));
}
