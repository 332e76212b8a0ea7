/** Messages on a terminal: they name what a person there can set. */

import { expect, test } from 'vitest';
import { readMessages } from '../../scripts/messages.ts';
import { inTerminalWords } from '../../src/cli/words.ts';

test.for<[string, string]>([
  [
    'Run `command: delete` with `endpoint-id: e1`, or wait.',
    'Run `deploy-gpu-endpoint delete --endpoint-id e1`, or wait.',
  ],
  ['Run `command: test` to be sure.', 'Run `deploy-gpu-endpoint test` to be sure.'],
  ['Use `wait: ready`, or raise `wait-timeout`.', 'Use `--wait ready`, or raise `--wait-timeout`.'],
  ['To take it over, add `adopt` to `allow`.', 'To take it over, add `--allow adopt`.'],
  ['With `adopt` in `allow` it continues.', 'With `--allow adopt` it continues.'],
  ['The `image` input is "a:".', '`--image` is "a:".'],
  ['Set the `name` or `endpoint-id` input.', 'Set `--name` or `--endpoint-id`.'],
  [
    'Add it to the `variables` input, or to `secret-envs`.',
    'Add it to `--variables`, or to `GPU_ENDPOINT_SECRET_ENVS`.',
  ],
  ['Check the secret used for `api-key`.', 'Check the secret used for `GPU_ENDPOINT_API_KEY`.'],
  [
    'Write `api-key: ${{ secrets.K }}` under `with:`, or set the environment variable V. If it is set, the secret is empty: so.',
    'Set the environment variable V.',
  ],
  // Fields of a spec.
  [
    'Write, for example, `name: llama-prod`, and `image.image`.',
    'Write, for example, `name: llama-prod`, and `image.image`.',
  ],
  ['Write `chat: …` with it; `command` is no field.', 'Write `chat: …` with it; `command` is no field.'],
])('%s', ([text, expected]) => {
  expect(inTerminalWords(text)).toBe(expected);
});

test('no message speaks of `with:`, of inputs or of `allow` as a workflow does', () => {
  const told = readMessages().map(({ text }) => inTerminalWords(text.replaceAll('`…` input', '`image` input')));
  expect(told.filter((text) => /` inputs?\b|under `with:`|`allow`|`command: [a-z]/.test(text))).toEqual([]);
});
