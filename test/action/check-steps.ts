/** Compares what the steps of the job `action` in ci.yml have left with what they should. Reads STEPS, the `steps` context as JSON. */

import { isDeepStrictEqual } from 'node:util';

interface Step {
  outcome: string;
  outputs: Readonly<Record<string, string>>;
}

const steps: Readonly<Record<string, Step>> = JSON.parse(process.env.STEPS ?? '');
const endpointId = steps.created?.outputs['endpoint-id'];

const expected: Readonly<Record<string, { outcome: string; outputs: Readonly<Record<string, unknown>> }>> = {
  created: { outcome: 'success', outputs: { operation: 'created', changed: 'true', 'image-digest': '' } },
  unchanged: {
    outcome: 'success',
    outputs: { operation: 'unchanged', changed: 'false', 'endpoint-id': endpointId, url: steps.created?.outputs.url },
  },
  refused: { outcome: 'failure', outputs: { 'failure-reason': 'inputs-invalid' } },
  deleted: { outcome: 'success', outputs: { operation: 'deleted', changed: 'true', 'endpoint-id': endpointId } },
};

const problems = Object.entries(expected).flatMap(([id, { outcome, outputs }]) => {
  const step = steps[id];
  const found = {
    outcome: step?.outcome,
    outputs: Object.fromEntries(Object.keys(outputs).map((name) => [name, step?.outputs[name]])),
  };
  return isDeepStrictEqual(found, { outcome, outputs })
    ? []
    : [`${id}: expected ${JSON.stringify({ outcome, outputs })}, found ${JSON.stringify(found)}`];
});
if (!/^[0-9a-z]+$/.test(endpointId ?? '')) problems.push(`created: no endpoint-id, but ${JSON.stringify(endpointId)}`);
const [told] = JSON.parse(steps.created?.outputs.endpoints ?? '[]');
if (told?.name !== 'action-test' || told.image !== 'ghcr.io/acme/llama:1.0')
  problems.push(`created: endpoints is ${steps.created?.outputs.endpoints}`);
if (!URL.canParse(steps.created?.outputs.url ?? '')) problems.push('created: no url');
for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0 ? `${Object.keys(expected).length} steps did as they should.` : 'Not as it should be.',
);
process.exitCode = problems.length === 0 ? 0 : 1;
