/** Messages say on a terminal what can be typed there. */

import { describe, expect, test } from 'vitest';
import { issueCodes } from '../../scripts/issue-codes.ts';
import { inFlags } from '../../src/cli/wording.ts';
import { errorCodes } from '../../src/errors.ts';
import { parseInputs } from '../../src/inputs.ts';
import { smallSpec } from '../scenarios/deployment.ts';
import { runStep } from '../scenarios/step.ts';

test.for<[string, string]>([
  [
    'Add `overwrite` to `allow`, or choose another file in the `spec` input.',
    'Add `overwrite` to `--allow`, or choose another file in `--spec`.',
  ],
  ['The `wait` input is "x".', '`--wait` is "x".'],
  ['`resolve-image: off` skips the check.', '`--resolve-image off` skips the check.'],
  ['Select one of them with `endpoint-id`, or rename it.', 'Select one of them with `--endpoint-id`, or rename it.'],
  ['Set the `name` or `endpoint-id` input.', 'Set `--name` or `--endpoint-id`.'],
  [
    '`command: delete` with `endpoint-id: e1` deletes it.',
    '`deploy-gpu-endpoint delete` with `--endpoint-id e1` deletes it.',
  ],
  [
    'Check `base-url`, and the secret used for `api-key`.',
    'Check `--base-url`, and the secret used for `GPU_ENDPOINT_API_KEY`.',
  ],
  ['Run the step again; nothing is written twice.', 'Run the command again; nothing is written twice.'],
  ['input approved-plan', '--approved-plan'],
  [
    'The `variables` input is empty: add `TAG=…`, or write `$${` for a literal `${`.',
    'Add `--variables TAG=…`, or write `$${` for a literal `${`.',
  ],
  [
    'Known variables: A. Add `TAG=…` to the `variables` input, or write `$${` for a literal `${`.',
    'Known variables: A. Add `--variables TAG=…`, or write `$${` for a literal `${`.',
  ],
  [
    'Check the path in the `spec` input; it is relative to the top of the workspace.',
    'Check the path in `--spec`; it is relative to the current folder.',
  ],
  [
    'Correct the inputs listed in the log; all mistakes are listed at once.',
    'Correct the arguments listed above; all mistakes are listed at once.',
  ],
  // Members of the spec, values of others and keys stay as they are.
  [
    'Add, for example, `name: llama-prod`, or set the `name` input.',
    'Add, for example, `name: llama-prod`, or set `--name`.',
  ],
  ['`image.image` is "`force: true`"; `command` is empty.', '`image.image` is "`force: true`"; `command` is empty.'],
  ['no spec uses the variable `force` of the `variables` input', 'no spec uses the variable `force` of `--variables`'],
  ['Write, for example, `command: --model x`.', 'Write, for example, `command: --model x`.'],
])('%s', ([text, expected]) => {
  expect(inFlags(text)).toBe(expected);
});

describe('no message of the tables', () => {
  test.for([...Object.entries(errorCodes), ...Object.entries(issueCodes)])(
    'of %s speaks of inputs',
    ([, { means, action }]) => {
      const text = inFlags(`${means} ${action}`);
      expect(text).not.toMatch(/`[a-z-]+` inputs?\b|under `with:`|`(allow|wait): /);
    },
  );
});

test('what is missing is asked for by its flag or its variable', () => {
  const { problems } = parseInputs({
    get: (name) => (name === 'command' ? 'deploy' : undefined),
    env: () => undefined,
  });
  expect(problems.map(({ hint }) => inFlags(hint))).toEqual([
    'Add `--base-url https://api.novita.ai`, or set the environment variable GPU_ENDPOINT_BASE_URL.',
    'Set the environment variable GPU_ENDPOINT_API_KEY.',
  ]);
});

test.for<[string[], Record<string, string>, RegExp]>([
  [['deploy'], {}, /Add `--base-url https:\/\/api\.novita\.ai`[\s\S]*2 arguments are missing or malformed/],
  [['validate', 'nowhere.yaml'], {}, /Check the path in `--spec`/],
  [['validate', '--wait', 'soon'], {}, /error `--wait` is "soon"\. \[--wait\]/],
  [['validate', '--variables', 'A=1'], {}, /no spec uses the variable `A` of `--variables`/],
])('%j says so on the terminal', async ([argv, env, words]) => {
  const { stderr } = await runStep({ files: { 'endpoint.yaml': smallSpec }, env, argv });
  expect(stderr).toMatch(words);
  expect(stderr).not.toMatch(/under `with:`|`[a-z-]+` input|\bthe input\b/);
});
