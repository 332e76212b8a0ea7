/** The field `compare` of a spec: how a candidate is compared with production. Never sent to the service. */
import * as z from 'zod/mini';
import { field, matching, nameText, withDescription, withUnit } from './values.ts';

/** `20%` is 0.2. */
const percentage = withUnit(
  /^[1-9]\d{1,3}(?:\.\d{1,3})? ?%$/,
  'must be a percentage from 10% on, such as `20%`: two workers of one version may differ by 10%',
  (text) => Number.parseFloat(text) / 100,
);

const rules = z.strictObject({
  slower: field(
    percentage,
    'The step fails if an answer certainly takes this much longer than that of production. At least 10%. If omitted, it only says so.',
    '20%',
  ),
  answers: field(
    matching(/^same$/, 'must be `same`'),
    '`same`: the step fails if the answers certainly differ from those of production. If omitted, it only says so.',
    'same',
  ),
  requests: field(
    z.int().check(z.gte(5), z.lte(50)),
    'Most requests of each test to each of the two, one at a time; 20 if omitted.',
    30,
  ),
  with: field(nameText(), "Name of the endpoint to compare with; the spec's own `name` if omitted.", 'llama-base'),
});

export type CompareRules = z.output<typeof rules>;

/** The whole field. */
export const compareSchema = withDescription(
  rules,
  'Whatever is deployed or tested under another name than that of the spec, such as a preview, is compared with the endpoint of that name by the `tests`: answers, speed and start. Never sent to the service.',
  { slower: '20%', answers: 'same' },
);

/** `with` is the name of production; an endpoint of any other name is a candidate. */
export type Comparing = CompareRules & { with: string };

/** Whether the step fails by what the comparison finds. */
export function isGate({ slower, answers }: CompareRules): boolean {
  return slower !== undefined || answers !== undefined;
}

/** Undefined for production itself, and for a spec without `compare`. */
export function comparisonOf({ desired, compare }: { desired: { name: string }; compare?: Comparing | undefined }) {
  return compare?.with === desired.name ? undefined : compare;
}
