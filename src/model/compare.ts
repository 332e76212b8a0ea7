/** The field `compare` of a spec: how a candidate is compared with production. Never sent to the service. */
import * as z from 'zod/mini';
import { field, matching, nameText, withDescription, withUnit } from './values.ts';

const percentRule = 'must be a percentage with its sign, such as `20%`';
const tooSmall = 'must be at least 10%: two workers of one version may differ by that much';

/** From 10% on; `20%` is 0.2. */
const percentage = () =>
  withUnit(
    /^[1-9]\d{1,3}(?:\.\d{1,3})? ?%$/,
    { rule: percentRule, error: (text) => (/^\d(?:\.\d+)? ?%$/.test(text) ? tooSmall : percentRule) },
    (text) => Number.parseFloat(text) / 100,
  );

export type CompareRules = z.output<ReturnType<typeof compareBlock>>;

const compareBlock = () =>
  z.strictObject({
    slower: field(
      percentage(),
      'The step fails if an answer certainly takes this much longer than that of production. At least 10%. If omitted, it only says so.',
      '20%',
    ),
    answers: field(
      z.pipe(
        matching(/^same$/, 'must be `same`'),
        z.transform(() => 'same' as const),
      ),
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

/** The whole field. */
export const compareSchema = withDescription(
  compareBlock(),
  'Whatever is deployed or tested under another name than that of the spec, such as a preview, is compared with the endpoint of that name by the `tests`: answers, speed and start. Never sent to the service.',
  { slower: '20%', answers: 'same' },
);

/** `with` is the name of production; an endpoint of any other name is a candidate. */
export type Comparing = CompareRules & { with: string };

/** Undefined for production itself, and for a spec without `compare`. */
export function comparisonOf(plan: {
  desired: { name: string };
  compare?: Comparing | undefined;
}): Comparing | undefined {
  return plan.compare?.with === plan.desired.name ? undefined : plan.compare;
}
