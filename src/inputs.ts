/** The inputs of the step: text of the workflow or of flags → one typed object, with every mistake named at once. */

import { checkNames } from './input-names.ts';
import { type PreviewOptions, parsePreview } from './input-preview.ts';
import { parseSecretEnvs, parseVariables } from './input-secrets.ts';
import {
  InputValueError,
  oneOf,
  parseApiKey,
  parseBaseUrl,
  parseBoolean,
  parseDurationSeconds,
  parseImages,
  parseLines,
  parseName,
  parseText,
  parseWords,
  quote,
} from './input-values.ts';

export const commands = ['deploy', 'plan', 'validate', 'test', 'status', 'logs', 'delete', 'sweep', 'export'] as const;
export type Command = (typeof commands)[number];

/** The guards that the input `allow` lifts, one a word. */
export const allowances = [
  'replace',
  'adopt',
  'older-commit',
  'untrusted',
  'resend',
  'beyond-limits',
  'overwrite',
] as const;
type Allowance = (typeof allowances)[number];

export interface Inputs {
  command: Command;
  /** Paths or globs inside the workspace, at least one. */
  spec: readonly string[];
  /** Without a trailing slash; undefined where the command can do without the service. */
  baseUrl: string | undefined;
  /** '' where the command can do without the service. */
  apiKey: string;
  githubToken: string;
  /** For every spec; '' leaves each its own. */
  image: string;
  /** By the name of the spec, for some of several. */
  images: ReadonlyMap<string, string>;
  resolveImage: 'check' | 'pin' | 'off';
  name: string;
  endpointId: string;
  variables: ReadonlyMap<string, string>;
  secretEnvs: ReadonlyMap<string, string>;
  wait: 'ready' | 'rollout' | 'none';
  waitTimeoutSeconds: number;
  onFailure: 'restore' | 'keep';
  /** '' where the plan needs no approval. */
  approvedPlan: string;
  /** Undefined where no preview is asked for. */
  preview: PreviewOptions | undefined;
  environment: string;
  /** Whether `plan` and previews comment on the pull request. */
  comment: boolean;
  allow: ReadonlySet<Allowance>;
  /** Inputs that are given and empty although that would be taken for a yes; whatever goes by them has to fail. */
  emptied: readonly InputProblem[];
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
  'github-token': '',
  image: 'spec',
  'resolve-image': 'check',
  name: '',
  'endpoint-id': '',
  variables: '',
  'secret-envs': '',
  wait: 'ready',
  'wait-timeout': '20m',
  'on-failure': 'restore',
  'approved-plan': 'none',
  preview: 'false',
  environment: '',
  comment: 'true',
  allow: '',
} as const;

export type InputName = keyof typeof inputDefaults;

/** The words of inputs that take one of a few. */
export const inputChoices = {
  command: commands,
  'resolve-image': ['check', 'pin', 'off'],
  wait: ['ready', 'rollout', 'none'],
  'on-failure': ['restore', 'keep'],
  comment: ['true', 'false'],
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
const neverEmpty: readonly InputName[] = ['image', 'approved-plan', 'preview'];

/**
 * Reads all inputs. `get` gives the text of an input, undefined when it is not given; `names` are those that are given, in lower case; `env` an environment variable.
 * Problems are in the order of `action.yml`; `inputs` holds defaults in the place of what is wrong, so that a caller can still report.
 */
export function parseInputs({
  get,
  names = [],
  env,
}: {
  get: (name: InputName) => string | undefined;
  names?: readonly string[];
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
    githubToken: read('github-token', bounded(1000)),
    // Lengths: service-api.md, v2 Update endpoint (image, endpoint_id) and v1 Create endpoint (name).
    ...read('image', parseImages),
    resolveImage: read('resolve-image', oneOf(inputChoices['resolve-image'])),
    name: read('name', parseName),
    endpointId: read('endpoint-id', bounded(255)),
    variables: read('variables', parseVariables),
    secretEnvs: read('secret-envs', parseSecretEnvs),
    wait: read('wait', oneOf(inputChoices.wait)),
    waitTimeoutSeconds: read('wait-timeout', parseDurationSeconds),
    onFailure: read('on-failure', oneOf(inputChoices['on-failure'])),
    approvedPlan: read('approved-plan', parsePlanDigest),
    preview: read('preview', parsePreview),
    environment: read('environment', bounded(255)),
    comment: read('comment', parseBoolean),
    allow: read('allow', parseWords(allowances)),
    emptied,
  };
  // Pull requests from forks have no secrets: they can be validated, and a preview of one does no more, which it decides when it knows the event.
  const isPreview = inputs.preview !== undefined && ['deploy', 'plan', 'delete'].includes(command);
  const needsService = !isPreview && (command !== 'validate' || inputs.apiKey !== '');
  // A preview that closes reads neither, and whether it does is known with the event only.
  const isDecisive = ({ input }: InputProblem) =>
    ['deploy', 'plan'].includes(command) || (command === 'delete' && input === 'preview');
  if (!inputs.preview) problems.push(...emptied.filter(isDecisive));
  if (inputs.approvedPlan !== '' && !['deploy', 'plan', 'validate'].includes(command)) {
    const message = `approves a plan, but \`command\` is \`${command}\`, which does not apply a plan`;
    problems.push({ input: 'approved-plan', message, hint: 'Remove it, or use it with `command: deploy`.' });
  }
  const isNamed = (input: InputName) => problems.some((problem) => problem.input === input);
  if (needsService && inputs.baseUrl === undefined && !isNamed('base-url')) problems.push(missing('base-url'));
  if (needsService && inputs.apiKey === '' && !isNamed('api-key')) problems.push(missing('api-key'));
  const order = Object.keys(inputDefaults);
  problems.push(...checkNames(names, order));
  // What does not exist comes first.
  return { inputs, problems: problems.sort((a, b) => order.indexOf(a.input) - order.indexOf(b.input)) };
}

/** The output `plan-digest`; '' for `none`, and for an empty value, which is another's to refuse. */
function parsePlanDigest(value: string): string {
  if (value === 'none' || value === '') return '';
  if (/^p\d+(?:\.[\w-]{22}){2}$/.test(value)) return value;
  throw new InputValueError(
    `is ${quote(value)}, which is no plan digest`,
    'Use the output `plan-digest` of `command: plan`, as it is.',
  );
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
  const how =
    input === 'base-url'
      ? 'Write `base-url: https://api.novita.ai` under `with:` (`--base-url` on a command line)'
      : 'Write `api-key: ${{ secrets.GPU_API_KEY }}` under `with:`';
  const empty =
    input === 'base-url'
      ? ''
      : ' If it is set, the secret is empty: no secret has that name, or the run gets no secrets, as for a pull request from a fork or by Dependabot.';
  const hint = `${how}, or set the environment variable ${inputEnvironment[input]}.${empty}`;
  return { input, message: 'is missing', hint };
}
