/** The inputs of the step: text of the workflow or of flags → one typed object, with every mistake named at once. */

import { parsePreviewLimits } from './input-preview-limits.ts';
import { parseSecretEnvs, parseVariables } from './input-secret-envs.ts';
import {
  InputValueError,
  oneOf,
  parseApiKey,
  parseBaseUrl,
  parseBoolean,
  parseDurationSeconds,
  parseImages,
  parseLines,
  parseLongDurationSeconds,
  parseName,
  parseText,
  parseUrlPath,
} from './input-values.ts';
import type { PreviewLimits } from './plan/preview-limits.ts';

export const commands = ['deploy', 'plan', 'validate', 'delete', 'sweep', 'export'] as const;
export type Command = (typeof commands)[number];

export interface Inputs {
  command: Command;
  /** Paths or globs inside the workspace, at least one. */
  spec: readonly string[];
  /** Without a trailing slash; undefined where the command can do without the service. */
  baseUrl: string | undefined;
  /** '' where the command can do without the service. */
  apiKey: string;
  /** For every spec; '' leaves each its own. */
  image: string;
  /** By the name of the spec, for some of several. */
  images: ReadonlyMap<string, string>;
  resolveImage: 'check' | 'pin' | 'off';
  name: string;
  endpointId: string;
  variables: ReadonlyMap<string, string>;
  secretEnvs: ReadonlyMap<string, string>;
  limits: 'enforce' | 'warn' | 'off';
  updateApi: 'auto' | 'v1' | 'v2';
  wait: 'ready' | 'rollout' | 'none';
  waitTimeoutSeconds: number;
  onFailure: 'restore' | 'keep';
  /** A path that starts with a slash, or ''. */
  smokeTest: string;
  allowReplace: boolean;
  adopt: boolean;
  force: boolean;
  exportAll: boolean;
  /** Digests, one for each spec; empty for none. */
  approvedPlan: readonly string[];
  /** Inputs that are given and empty although that would be taken for a yes; whatever goes by them has to fail. */
  emptied: readonly InputProblem[];
  preview: boolean;
  previewMaxAgeSeconds: number | undefined;
  previewLimits: PreviewLimits;
  dryRun: boolean;
  environment: string;
  record: 'auto' | 'always' | 'never';
  comment: 'auto' | 'changes' | 'always' | 'never';
  githubToken: string;
}

export interface InputProblem {
  input: string;
  message: string;
  hint: string;
}

/** Every input by its name in `action.yml`, with the default that applies when the value is empty. `contract.test.ts` holds the two together. */
export const inputDefaults = {
  command: 'deploy',
  spec: 'endpoint.yaml',
  'base-url': '',
  'api-key': '',
  image: 'spec',
  'resolve-image': 'check',
  name: '',
  'endpoint-id': '',
  variables: '',
  'secret-envs': '',
  limits: 'enforce',
  'update-api': 'auto',
  wait: 'ready',
  'wait-timeout': '20m',
  'on-failure': 'restore',
  'smoke-test': '',
  'allow-replace': 'false',
  adopt: 'false',
  force: 'false',
  'export-all': 'false',
  'approved-plan': 'none',
  preview: 'false',
  'preview-max-age': '',
  'preview-limits': '',
  'dry-run': 'false',
  environment: '',
  record: 'auto',
  comment: 'auto',
  'github-token': '',
} as const;

export type InputName = keyof typeof inputDefaults;

/** The words of inputs that take one of a few. */
export const inputChoices = {
  command: commands,
  'resolve-image': ['check', 'pin', 'off'],
  limits: ['enforce', 'warn', 'off'],
  'update-api': ['auto', 'v1', 'v2'],
  wait: ['ready', 'rollout', 'none'],
  'on-failure': ['restore', 'keep'],
  record: ['auto', 'always', 'never'],
  comment: ['auto', 'changes', 'always', 'never'],
} as const satisfies { readonly [name in InputName]?: readonly string[] };

/** Inputs whose white space means something. */
const keptToTheLetter: ReadonlySet<InputName> = new Set(['name', 'variables', 'secret-envs']);

/** Environment variables that stand in for an empty input. */
export const inputEnvironment: { readonly [name in InputName]?: string } = {
  'base-url': 'GPU_ENDPOINT_BASE_URL',
  'api-key': 'GPU_ENDPOINT_API_KEY',
  'secret-envs': 'GPU_ENDPOINT_SECRET_ENVS',
};

/** The runner applies a default only to an input that the workflow does not name, so an expression that came out empty shows as such. */
const neverEmpty: readonly InputName[] = ['image', 'approved-plan'];

/**
 * Reads all inputs. `get` gives the text of an input, undefined when it is not given; `env` an environment variable.
 * Problems are in the order of `action.yml`; `inputs` holds defaults in the place of what is wrong, so that a caller can still report.
 */
export function parseInputs({
  get,
  env,
}: {
  get: (name: InputName) => string | undefined;
  env: (name: string) => string | undefined;
}): {
  inputs: Inputs;
  problems: InputProblem[];
} {
  const problems: InputProblem[] = [];
  const text = (input: InputName): string => {
    const fallback = inputEnvironment[input];
    const given = [get(input) ?? '', (fallback && env(fallback)) || ''].find((value) => value.trim() !== '');
    if (given === undefined) return inputDefaults[input];
    return keptToTheLetter.has(input) ? given : given.trim();
  };
  const read = <Value>(input: InputName, parse: (text: string) => Value): Value => {
    try {
      return parse(text(input));
    } catch (error) {
      if (!(error instanceof InputValueError)) throw error;
      problems.push({ input, message: error.message, hint: error.hint });
      return parse(inputDefaults[input]);
    }
  };
  const bounded = (maxLength: number) => (value: string) => parseText(value, maxLength);

  const emptied = neverEmpty.filter((input) => get(input)?.trim() === '').map(emptyInput);
  const command = read('command', oneOf(inputChoices.command));
  const inputs: Inputs = {
    command,
    spec: read('spec', parseLines),
    baseUrl: read('base-url', parseBaseUrl),
    apiKey: read('api-key', parseApiKey),
    // Lengths: service-api.md, v2 Update endpoint (image, endpoint_id) and v1 Create endpoint (name).
    ...read('image', parseImages),
    resolveImage: read('resolve-image', oneOf(inputChoices['resolve-image'])),
    name: read('name', parseName),
    endpointId: read('endpoint-id', bounded(255)),
    variables: read('variables', parseVariables),
    secretEnvs: read('secret-envs', parseSecretEnvs),
    limits: read('limits', oneOf(inputChoices.limits)),
    updateApi: read('update-api', oneOf(inputChoices['update-api'])),
    wait: read('wait', oneOf(inputChoices.wait)),
    waitTimeoutSeconds: read('wait-timeout', parseDurationSeconds),
    onFailure: read('on-failure', oneOf(inputChoices['on-failure'])),
    smokeTest: read('smoke-test', parseUrlPath),
    allowReplace: read('allow-replace', parseBoolean),
    adopt: read('adopt', parseBoolean),
    force: read('force', parseBoolean),
    exportAll: read('export-all', parseBoolean),
    approvedPlan: read('approved-plan', (value) => (value === 'none' ? [] : parseLines(value))),
    emptied,
    preview: read('preview', parseBoolean),
    previewMaxAgeSeconds: read('preview-max-age', (value) =>
      value === '' ? undefined : parseLongDurationSeconds(value),
    ),
    previewLimits: read('preview-limits', parsePreviewLimits),
    dryRun: read('dry-run', parseBoolean),
    environment: read('environment', bounded(255)),
    record: read('record', oneOf(inputChoices.record)),
    comment: read('comment', oneOf(inputChoices.comment)),
    githubToken: read('github-token', bounded(1000)),
  };
  // Pull requests from forks have no secrets: they can be validated, and a preview of one does no more, which it decides when it knows the event.
  const isPreview = inputs.preview && ['deploy', 'plan', 'delete'].includes(command);
  const needsService = !isPreview && (command !== 'validate' || inputs.apiKey !== '');
  // A preview that closes reads neither, and whether it does is known with the event only.
  if (!inputs.preview && (command === 'deploy' || command === 'plan')) problems.push(...emptied);
  if (inputs.approvedPlan.length > 0 && ['delete', 'sweep', 'export'].includes(command)) {
    const message = `approves a plan, but \`command\` is \`${command}\`, which does not apply a plan`;
    problems.push({ input: 'approved-plan', message, hint: 'Remove it, or use it with `command: deploy`.' });
  }
  const isNamed = (input: InputName) => problems.some((problem) => problem.input === input);
  if (needsService && inputs.baseUrl === undefined && !isNamed('base-url')) problems.push(missing('base-url'));
  if (needsService && inputs.apiKey === '' && !isNamed('api-key')) problems.push(missing('api-key'));
  const order = Object.keys(inputDefaults);
  return { inputs, problems: problems.sort((a, b) => order.indexOf(a.input) - order.indexOf(b.input)) };
}

function emptyInput(input: InputName): InputProblem {
  const word = inputDefaults[input];
  return {
    input,
    message: 'is set but empty',
    hint: `An expression was empty: a misspelled output, a step or job that was skipped, or a job output that the runner dropped because a masked value occurs in it (its log warns \`Skip output\`). If none is intended, write \`${input}: ${word}\` or omit the input.`,
  };
}

function missing(input: 'base-url' | 'api-key'): InputProblem {
  const value = input === 'api-key' ? '${{ secrets.GPU_API_KEY }}' : 'https://api.novita.ai';
  const empty =
    input === 'api-key'
      ? ' If it is set, the secret is empty: no secret has that name, or the run gets no secrets, as for a pull request from a fork or by Dependabot.'
      : '';
  return {
    input,
    message: 'is missing',
    hint: `Write \`${input}: ${value}\` under \`with:\`, or set the environment variable ${inputEnvironment[input]}.${empty}`,
  };
}
