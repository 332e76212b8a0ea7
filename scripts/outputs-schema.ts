/** The JSON Schema of the outputs, as `--json` prints them: those of action.yml, and every member of `endpoints`. */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { errorCodes } from '../src/errors.ts';
import { field, someText, withDescription } from '../src/model/values.ts';
import { type EndpointOutputs, type OutputName, outputNames } from '../src/report.ts';
import { schemaUrl } from '../src/spec/write.ts';
import { withSingleTypes } from './json-schema.ts';

const operation = z.enum([
  ...(['created', 'updated', 'unchanged', 'parked', 'deleted', 'absent', 'restored', 'superseded'] as const),
  ...(['planned', 'validated', 'tested', 'read', 'exported'] as const),
]);
const failureReason = z.enum(Object.keys(errorCodes));
const proof = z.enum(['tests', 'workers', 'none']);
const digest = () => z.string().check(z.regex(/^sha(?:256|512):[0-9a-f]+$/));
const orEmpty = (schema: z.ZodMiniType) => z.union([schema, z.literal('')]);
const count = () => z.int().check(z.gte(0));
const amount = () => z.number().check(z.gte(0));

const change = z.strictObject({
  member: withDescription(z.string(), 'Field of the spec, such as `workerConfig.maxNum` or `envs.HF_TOKEN`.'),
  kind: z.enum(['add', 'remove', 'change']),
  from: field(z.nullable(z.union([z.string(), z.number()])), 'Live value; null for none.'),
  to: field(z.nullable(z.union([z.string(), z.number()])), 'Requested value; null for none.'),
  secret: field(z.literal(true), 'Set in place of the values of an env.'),
});

const plan = z.strictObject({
  operation: withDescription(z.enum(['create', 'update', 'unchanged']), 'What a deploy would do.'),
  name: z.string(),
  endpointId: withDescription(z.nullable(someText()), 'ID of the live endpoint; null where none has the name.'),
  image: field(
    z.strictObject({ written: z.string(), digest: digest() }),
    'What the registry said of the image: the reference as written, and its digest.',
  ),
  calls: withDescription(z.array(z.enum(['create-v1', 'update-v1', 'update-v2'])), 'Calls to the service, in order.'),
  changes: withDescription(z.array(change), 'Every field that differs; on creation, every field that has a value.'),
  unverifiable: withDescription(z.array(z.string()), 'Fields that are sent, but that the service never returns.'),
});

const test = z.strictObject({
  test: withDescription(z.string(), 'The request, such as `GET /health`.'),
  outcome: z.enum(['passed', 'failed']),
  status: field(count(), 'HTTP status of the answer.'),
  'first-token-ms': field(amount(), 'Of a stream: time to the first token, also of thinking.'),
  'first-content-ms': field(amount(), 'Of a stream: time to the first content.'),
  'tokens-per-second': field(amount(), 'Of a stream.'),
  'total-ms': field(amount(), 'Time to the end of the answer.'),
  'is-warm-up': field(z.literal(true), 'The times include the start of a worker.'),
  'cold-start-ms': field(amount(), 'Of the first test: time until the first right answer.'),
});

/** Null where too few answers came to tell. */
const measured = () => z.nullable(amount());
const compareVerdicts = ['worse', 'slower', 'not-compared', 'undecided'] as const;
const times = ['firstTokenMs', 'tokenMs', 'totalMs'] as const;
const measurement = z.strictObject({
  what: withDescription(
    z.enum(['right', 'answers', ...times, 'tail']),
    '`right`: right answers. `answers`: why the answers to a test are no verdict. `tail`: whole answers that take over 3 times the limit.',
  ),
  test: withDescription(z.string(), 'The request, such as `GET /health`; empty for all of them, and for prompts.'),
  verdict: z.enum([...compareVerdicts, 'fine']),
  reason: field(z.string(), 'Why it was not compared.'),
  production: field(amount(), 'Right answers, or the median in milliseconds.'),
  candidate: field(amount(), 'The same of the candidate.'),
  ratio: field(measured(), 'How many times as long the candidate takes.'),
  low: field(measured(), 'The interval of 95 % of the ratio begins here.'),
  high: field(measured(), 'And ends here.'),
  limit: field(measured(), 'What the ratio may be at most.'),
  lost: field(count(), 'Pairs of answers of which that of production alone is right, or in time.'),
  gained: field(count(), 'Pairs of answers of which that of the candidate alone is.'),
  p: field(amount(), 'Probability that chance alone loses so many.'),
  again: field(
    z.strictObject({ lost: count(), gained: count() }),
    'Of the pairs that were asked again: those that are lost again, or beyond the limit, and those that are the opposite.',
  ),
});
const column = () => z.array(z.array(measured()));
const compare = z.strictObject({
  with: withDescription(z.string(), 'Name of the endpoint that it was compared with.'),
  verdict: withDescription(
    z.enum([...compareVerdicts, 'passed']),
    'What was found, also where the spec does not refuse it.',
  ),
  reason: field(z.string(), 'Why nothing was compared.'),
  requests: field(count(), 'Requests that the other endpoint has answered.'),
  asked: field(count(), 'Pairs of answers that were compared.'),
  measurements: field(z.array(measurement), 'What was compared.'),
  prompts: field(
    z.strictObject({ file: z.string(), sha256: z.string(), asked: count(), of: count() }),
    'The file of prompts, and how many of its different lines were asked.',
  ),
  samples: field(
    z.strictObject({
      line: withDescription(z.array(count()), 'Line of each prompt in the file, in the order asked.'),
      right: withDescription(
        z.array(z.enum(['00', '01', '10', '11'])),
        '`10`: the answer of production is right, that of the candidate wrong.',
      ),
      firstTokenMs: withDescription(column(), 'Of production, then of the candidate; null for a wrong answer.'),
      ...{ tokenMs: column(), totalMs: column(), tokens: column() },
    }),
    'Each answer to a prompt, in columns.',
  ),
});

const spread = () => z.tuple([amount(), amount()]);
const load = z.strictObject({
  verdict: withDescription(
    z.enum(['passed', 'undecided', 'overloaded', 'not-loaded']),
    '`overloaded`: it certainly fails, is late, or its worker crashed.',
  ),
  at: withDescription(count(), 'How many clients asked at once.'),
  reason: field(z.string(), 'Why it was not loaded, or what was found.'),
  seconds: field(count(), 'For how long the answers with all clients were judged.'),
  requests: field(count(), 'Answers in that time.'),
  failed: field(count(), 'Of these, the answers that failed.'),
  late: field(count(), 'Of these, the answers later than their test allows.'),
  tokensPerSecond: field(amount(), 'Of the worker, with all clients.'),
  half: field(amount(), 'The same with half as many.'),
  alone: field(amount(), 'The same with one.'),
  firstTokenMs: field(spread(), 'Median and 95th percentile, with all clients.'),
  totalMs: field(spread(), 'The same of whole answers.'),
});

const health = [
  'serving',
  'idle',
  'starting',
  'failing',
  'outdated',
  'parked',
  'unproved',
  'absent',
  'not-shown',
] as const;
const status = z.strictObject({
  health: withDescription(
    z.enum(health),
    '`idle`: asleep at zero workers. `outdated`: only workers from before the last deploy are healthy. `parked`: it sleeps, and no run has proved its version: the next deploy tries it again. `unproved`: the same of one that does not sleep. `not-shown`: another repository deployed it.',
  ),
  workers: withDescription(z.string(), 'Who is served, such as `1 old worker serves, 1 other exited`.'),
  faults: withDescription(z.array(z.string()), 'What is wrong with workers.'),
  repository: withDescription(z.string(), 'Repository of the last deploy; empty without a record, as the next ones.'),
  commit: z.string(),
  run: z.string(),
  'pull-request': withDescription(z.nullable(count()), 'Of a preview.'),
  'age-seconds': withDescription(z.nullable(count()), 'Since the last deploy, or the creation.'),
  'hourly-cost': field(amount(), 'Cost of the workers that are up, where a spec has a `price`.'),
  drift: withDescription(z.array(z.string()), 'Fields that differ from the spec.'),
  'not-compared': withDescription(z.array(z.string()), 'Fields that could not be compared; `the spec` without one.'),
});

/** The same names as those of the step tell the same of one endpoint. */
const start = z.strictObject({
  seconds: withDescription(count(), 'From its first listing to its health.'),
  waitingSeconds: field(count(), 'Without a free GPU.'),
  pullingSeconds: field(count(), 'While its image was pulled.'),
  loadingSeconds: field(count(), 'From the start of its container to its health.'),
});
const candidate = z.strictObject({
  name: z.string(),
  verdict: withDescription(z.enum(['passed', ...Object.keys(errorCodes)]), 'Or why it was refused.'),
  seconds: withDescription(count(), 'From its look-up to its verdict.'),
  start: field(start, 'Of its worker.'),
});

const ofOneEndpoint = {
  name: withDescription(z.string(), 'Name of the endpoint.'),
  'endpoint-id': withDescription(z.string(), 'ID of the endpoint; empty where there is none.'),
  url: withDescription(z.string(), 'URL of the endpoint; empty where the service returned none.'),
  'app-name': withDescription(z.string(), 'Part of the URL.'),
  state: withDescription(
    z.string(),
    "State in the service's words. Of a deletion: `deleted`, `absent`, `failed` or `kept`.",
  ),
  image: withDescription(z.string(), 'Image that the endpoint has, or of `plan`, is to have.'),
  'image-digest': withDescription(orEmpty(digest()), 'Its digest; empty for a tag.'),
  operation,
  changed: withDescription(z.enum(['true', 'false']), 'Whether anything was written.'),
  proof: withDescription(orEmpty(proof), 'What has shown that the version works; empty on failure.'),
  'failure-reason': withDescription(orEmpty(failureReason), 'Error code; empty on success.'),
  reason: withDescription(z.string(), 'Of `sweep` and of the end of previews: why it was deleted or kept.'),
  plan: withDescription(plan, 'What a deploy would do, without values of envs.'),
  tests: withDescription(z.array(test), 'The tests of the spec, and how long each took.'),
  availability: withDescription(
    z.strictObject({
      ...{ requests: count(), failed: count(), longestGapSeconds: count() },
      failedVersionSeconds: z.optional(count()),
    }),
    'What users lost while an endpoint was updated that was awake: one request a second.',
  ),
  compare: withDescription(compare, 'The comparison with production.'),
  load: withDescription(load, 'The load of a candidate.'),
  candidate: withDescription(candidate, 'The candidate that ran the version first.'),
  start: withDescription(start, 'How the first healthy worker of the version has started.'),
  status: withDescription(status, 'Of `status` and `list`.'),
} satisfies Record<Exclude<keyof EndpointOutputs, 'plan-digest' | 'endpoints'>, z.ZodMiniType>;

const outputs: Readonly<Record<OutputName, z.ZodMiniType>> = {
  url: someText(),
  'endpoint-id': someText(),
  operation,
  changed: z.boolean(),
  'image-digest': digest(),
  proof,
  'plan-digest': z.string().check(z.regex(/^p\d+(?:\.[\w-]{22}){2,}\.[\w-]{27}$/)),
  'failure-reason': failureReason,
  endpoints: z.array(z.partial(z.strictObject(ofOneEndpoint))),
};

/** JSON Schema (draft-07): every output is there, and null where it is not known. */
export function outputsJsonSchema(): Record<string, unknown> {
  const action: { outputs: Record<OutputName, { description: string }> } = parse(readFileSync('action.yml', 'utf8'));
  const members = outputNames.map((name) => {
    const { description } = action.outputs[name];
    return [name, withDescription(z.nullable(outputs[name]), description)] as const;
  });
  const { $schema, ...schema } = z.toJSONSchema(z.strictObject(Object.fromEntries(members)), {
    target: 'draft-07',
    override: ({ jsonSchema }) => {
      // What JavaScript can hold says nothing of the output.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return {
    $schema,
    $id: schemaUrl.replace('endpoint.schema', 'outputs.schema'),
    title: 'Outputs of deploy-gpu-endpoint',
    description: 'What `--json` prints. In a workflow the outputs are text, and empty instead of null.',
    ...(withSingleTypes(schema) as object),
  };
}
