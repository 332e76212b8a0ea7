/** What the help says of each command: its purpose, its flags and two examples. */

import type { Command, InputName } from '../inputs.ts';

export interface CommandHelp {
  /** What follows "deploy-gpu-endpoint: " or stands behind the command in a list. */
  summary: string;
  details: string;
  flags: readonly InputName[];
  examples: readonly { does: string; line: string }[];
}

const specFlags = ['base-url', 'variables', 'name'] as const satisfies readonly InputName[];
const planFlags = [
  ...specFlags,
  'endpoint-id',
  'image',
  'resolve-image',
  'limits',
  'update-api',
  'allow-replace',
  'adopt',
  'force',
] as const satisfies readonly InputName[];

export const commandHelps: { readonly [command in Command]: CommandHelp } = {
  deploy: {
    summary: 'Create or update the endpoint, and wait until it serves.',
    details:
      'Checks the spec, looks the endpoint up by name, shows the plan, writes it, reads it back, and waits. An update that fails is rolled back. Deploying an unchanged spec writes nothing.',
    flags: [...planFlags, 'wait', 'wait-timeout', 'on-failure', 'smoke-test', 'approved-plan', 'record'],
    examples: [
      {
        does: 'Deploy the spec with a new image, and wait until no old worker is left:',
        line: 'deploy endpoint.yaml --image ghcr.io/acme/llama:1.1 --wait rollout',
      },
      {
        does: 'Deploy every spec of a folder, and print the outputs as JSON:',
        line: "deploy 'endpoints/*.yaml' --json",
      },
    ],
  },
  plan: {
    summary: 'Show what a deploy would change. Writes nothing.',
    details: 'Checks the spec against the live limits, looks the endpoint up, and shows the change member by member.',
    flags: planFlags,
    examples: [
      { does: 'Show the change:', line: 'plan endpoint.yaml' },
      {
        does: 'Tell a script whether the live endpoint differs from the spec:',
        line: "plan endpoint.yaml --json | jq '.plan.operation'",
      },
    ],
  },
  validate: {
    summary: 'Check the spec: offline, or against the live limits if an API key is set.',
    details: 'Lists every mistake with its line, in one run. Without GPU_ENDPOINT_API_KEY nothing is sent.',
    flags: [...specFlags, 'image', 'limits'],
    examples: [
      { does: 'Check one spec:', line: 'validate endpoint.yaml' },
      { does: 'Check a spec with variables:', line: 'validate endpoint.yaml --variables MODEL=llama-3.1' },
    ],
  },
  delete: {
    summary: 'Delete the endpoint that the spec names.',
    details: 'Waits until the endpoint no longer exists. Succeeds if there is no such endpoint.',
    flags: [...specFlags, 'endpoint-id', 'adopt', 'force'],
    examples: [
      { does: 'Delete the endpoint of a spec:', line: 'delete endpoint.yaml' },
      {
        does: 'Delete one of several endpoints with the same name:',
        line: 'delete endpoint.yaml --endpoint-id bc1a5ea6ae5677df',
      },
    ],
  },
  sweep: {
    summary: 'Delete preview endpoints that are out of date. Only inside a GitHub workflow.',
    details:
      'Deletes the previews of this repository whose pull request is closed, or that are older than --preview-max-age.',
    flags: ['base-url', 'preview-max-age', 'dry-run', 'force'],
    examples: [
      { does: 'Show what a sweep would delete:', line: 'sweep --dry-run' },
      { does: 'Delete previews that are older than two weeks, too:', line: 'sweep --preview-max-age 14d' },
    ],
  },
  export: {
    summary: 'Write the spec of a live endpoint to a file.',
    details:
      'Adopts an endpoint that was created by hand. The values of its envs are not written: each becomes ${KEY}.',
    flags: ['base-url', 'name', 'endpoint-id', 'export-all', 'force'],
    examples: [
      { does: 'Write the spec of the endpoint named llama to endpoint.yaml:', line: 'export --name llama' },
      {
        does: 'Write every member to another file, over an existing one:',
        line: 'export llama.yaml --name llama --export-all --force',
      },
    ],
  },
};
