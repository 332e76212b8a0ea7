/** The inputs of the step: text of the workflow or of flags → one typed object, with every mistake named at once. */

import { type PreviewOptions, parseImages, parsePairs, parsePreview, parseSecretEnvs } from './input-lines.ts';
import {
  didYouMean,
  goneInputs,
  InputValueError,
  oneOf,
  parseBaseUrl,
  parseBoolean,
  parseDurationSeconds,
  parseKey,
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
  comment: boolean;
  allow: ReadonlySet<Allowance>;
  /** Inputs that are given and empty although that would be taken for a yes: what depends on them has to fail. */
  emptied: readonly InputProblem[];
}

export interface InputProblem {
  input: string;
  message: string;
  hint: string;
}

/** Every input by its name in `action.yml`, with the default that applies when the value is empty. */
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
  'secret-envs': 'none',
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

/** Inputs in which white space means something. */
const keptToTheLetter: ReadonlySet<InputName> = new Set(['name', 'variables', 'secret-envs']);

/** Environment variables that stand in for an empty input. */
export const inputEnvironment: { readonly [name in InputName]?: string } = {
  'base-url': 'GPU_ENDPOINT_BASE_URL',
  'api-key': 'GPU_ENDPOINT_API_KEY',
  'secret-envs': 'GPU_ENDPOINT_SECRET_ENVS',
};

/** The runner applies a default only to an input that the workflow does not name: an empty expression shows as such. */
const neverEmpty: readonly InputName[] = ['image', 'secret-envs', 'approved-plan', 'preview'];

interface InputSource {
  get: (name: InputName) => string | undefined;
  /** All inputs that are given, in lower case, also those that do not exist. */
  names?: readonly string[];
  env: (variable: string) => string | undefined;
}

/**
 * Reads all inputs. Problems are in the order of `action.yml`, after names that do not exist; `inputs` has defaults in
 * the place of what is wrong, so that a caller can still report.
 */
export function parseInputs({ get, names = [], env }: InputSource): { inputs: Inputs; problems: InputProblem[] } {
  const problems: InputProblem[] = names.flatMap(checkName);
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

  const secretEnvs = read('secret-envs', parseSecretEnvs);
  const unset = [...secretEnvs].flatMap(([key, value]) => (value === '' ? [key] : []));
  const emptied = neverEmpty.filter((input) => get(input)?.trim() === '').map(emptyInput);
  if (unset.length > 0) emptied.push(emptySecretEnvs(unset));
  const inputs: Inputs = {
    command: read('command', oneOf(inputChoices.command)),
    spec: read('spec', parseLines),
    baseUrl: read('base-url', parseBaseUrl),
    apiKey: read('api-key', parseKey),
    githubToken: read('github-token', parseKey),
    // Lengths: service-api.md, v2 Update endpoint (image, endpoint_id) and v1 Create endpoint (name).
    ...read('image', parseImages),
    resolveImage: read('resolve-image', oneOf(inputChoices['resolve-image'])),
    name: read('name', parseName),
    endpointId: read('endpoint-id', bounded(255)),
    variables: read('variables', parsePairs),
    secretEnvs,
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
  const { command } = inputs;
  // A preview that closes reads neither image nor approval, and only the event tells whether it does.
  if (!inputs.preview && ['deploy', 'plan'].includes(command)) problems.push(...emptied);
  else if (!inputs.preview && command === 'delete')
    problems.push(...emptied.filter(({ input }) => input === 'preview'));
  if (inputs.approvedPlan !== '' && !['deploy', 'plan', 'validate'].includes(command)) {
    const message = `approves a plan, but \`command\` is \`${command}\`, which does not apply a plan`;
    problems.push({ input: 'approved-plan', message, hint: 'Remove it, or use it with `command: deploy`.' });
  }
  // Pull requests from forks have no secrets: they can be validated, and a preview of one does no more.
  const isPreview = inputs.preview !== undefined && ['deploy', 'plan', 'delete'].includes(command);
  const needsService = !isPreview && (command !== 'validate' || inputs.apiKey !== '');
  const isNamed = (input: InputName) => problems.some((problem) => problem.input === input);
  if (needsService && inputs.baseUrl === undefined && !isNamed('base-url'))
    problems.push(
      missing('base-url', 'Write `base-url: https://api.novita.ai` under `with:` (`--base-url` on a command line)'),
    );
  if (needsService && inputs.apiKey === '' && !isNamed('api-key'))
    problems.push(missing('api-key', 'Write `api-key: ${{ secrets.GPU_API_KEY }}` under `with:`', emptySecret));
  const order = Object.keys(inputDefaults);
  return { inputs, problems: problems.sort((a, b) => order.indexOf(a.input) - order.indexOf(b.input)) };
}

/** The output `plan-digest`; '' for `none`, and for an empty value, which `emptied` is about. */
function parsePlanDigest(value: string): string {
  if (value === 'none' || value === '') return '';
  if (/^p\d+(?:\.[\w-]{22}){2}$/.test(value)) return value;
  const hint = 'Use the output `plan-digest` of `command: plan`, as it is.';
  throw new InputValueError(`is ${quote(value)}, which is no plan digest`, hint);
}

function checkName(input: string): InputProblem[] {
  const known = Object.keys(inputDefaults);
  if (known.includes(input)) return [];
  if (Object.hasOwn(goneInputs, input))
    return [{ input, message: 'does not exist any more', hint: goneInputs[input] ?? '' }];
  // A job or an earlier step may set such a variable, too.
  const variable = `INPUT_${input.toUpperCase()}`;
  const hint =
    didYouMean(input, known).trimEnd() ||
    `Remove it, or unset the variable \`${variable}\` if \`env\` or an earlier step sets it. ` +
      `Inputs: ${known.join(', ')}.`;
  return [{ input, message: 'does not exist', hint }];
}

function emptyInput(input: InputName): InputProblem {
  const hint =
    'An expression was empty: a misspelled output, a step or job that was skipped, or a job output that the runner ' +
    'dropped because a masked value occurs in it (its log warns `Skip output`). ' +
    `If none is intended, write \`${input}: ${inputDefaults[input]}\` or omit the input.`;
  return { input, message: 'is set but empty', hint };
}

const emptySecret =
  ' If it is set, the secret is empty: no secret has that name, or the run gets none, as for a fork or by Dependabot.';

/** An empty value would take the live one away. */
function emptySecretEnvs(keys: readonly string[]): InputProblem {
  const hint =
    'Check the name of the secret, and whether this run may read it: runs by Dependabot and for forks get no secrets. ' +
    'An env that is meant to be empty belongs in `envs` of the spec.';
  return { input: 'secret-envs', message: `gives no value for ${keys.join(', ')}`, hint };
}

function missing(input: 'base-url' | 'api-key', how: string, why = ''): InputProblem {
  const hint = `${how}, or set the environment variable ${inputEnvironment[input]}.${why}`;
  return { input, message: 'is missing', hint };
}
