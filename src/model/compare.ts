/** The field `compare` of a spec: how a candidate is compared with production. Never sent to the service. */
import * as z from 'zod/mini';
import type { EndpointTest } from './tests.ts';
import { field, matching, nameText, withDescription, withUnit } from './values.ts';

/** `20%` is 0.2. */
const percentage = (pattern: RegExp, from: string) =>
  withUnit(pattern, `must be a percentage from ${from}`, (text) => Number.parseFloat(text) / 100);

/** More are not asked. */
export const maxPrompts = 300;

const rules = z.strictObject({
  worse: field(
    percentage(/^(?:[1-9]\d?(?:\.\d{1,3})?|100) ?%$/, '1% on, such as `5%`'),
    'The step fails if the candidate certainly loses at least this share of right answers, which `expect` defines. At least 1%. If omitted, it only says so; for `tests`, where `slower` refuses, any certain loss fails.',
    '5%',
  ),
  slower: field(
    percentage(
      /^[1-9]\d{1,3}(?:\.\d{1,3})? ?%$/,
      '10% on, such as `20%`: two workers of one version may differ by 10%',
    ),
    'The step fails if an answer certainly takes this much longer than that of production. At least 10%. If omitted, it only says so.',
    '20%',
  ),
  prompts: field(
    matching(
      /^(?!\/|.*:\/\/|(?:.*\/)?\.\.(?:\/|$))[^\\*?[\]{}]+$/,
      'must be the path of a file beside the spec, without `..`',
    ),
    'File of at least 30 prompts, a JSON object a line: a test, or a request of an OpenAI batch. Both sides are asked the same, each once, at most 300; `tests` then only prove.',
    'prompts.jsonl',
  ),
  requests: field(
    z.int().check(z.gte(5), z.lte(maxPrompts)),
    'Maximum of requests of each test to each side: 5–50, 20 if omitted; with `prompts`, of prompts: 30–300, 300 if omitted.',
    30,
  ),
  with: field(
    nameText().check(
      z.refine((name) => !name.includes('://'), { error: 'must be the name of an endpoint, not an address' }),
    ),
    "Name of the endpoint to compare with; the spec's own `name` if omitted.",
    'llama-base',
  ),
});

export type CompareRules = z.output<typeof rules>;

/** The whole field. */
export const compareSchema = withDescription(
  rules,
  'What is deployed or tested under another name than that of the spec, such as a preview, is compared with the endpoint of that name. Never sent to the service.',
  { slower: '20%' },
);

/** What both sides are asked: a test, or a line of the file of prompts. */
export interface Question {
  readonly test: EndpointTest;
  /** `chat "What is…"`, `prompts.jsonl:17`. */
  readonly title: string;
  /** The line of a prompt, counted from 1; 0 for a test. */
  readonly line: number;
}

/** The file of prompts, read once, so that the planned prompts are asked. */
export interface PromptSet {
  readonly file: string;
  readonly sha256: string;
  /** The prompts that are asked, each once, in this order; at most {@link maxPrompts}. */
  readonly prompts: readonly Question[];
  /** How many different prompts the file has. */
  readonly count: number;
}

/** `own` is the name in the spec, of production; `with`, of what a candidate is compared with. */
export type Comparing = CompareRules & { with: string; own: string; set: PromptSet | undefined };

/** How the endpoint is compared; undefined for production itself and its twin, and for a spec without `compare`. */
export function comparisonOf({ desired, compare }: { desired: { name: string }; compare?: Comparing | undefined }) {
  return [compare?.own, compare?.with].includes(desired.name) ? undefined : compare;
}

/** Whether a candidate passes only by a verdict of this run; otherwise a comparison refuses nothing. */
export function isGate({ worse, slower }: CompareRules): boolean {
  return (worse ?? slower) !== undefined;
}
