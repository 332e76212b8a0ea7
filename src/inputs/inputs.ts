/** The inputs of the step: text of the workflow or of flags → one typed object, with every mistake named at once. */

import { DeployError, inputsInvalid } from '../errors.ts';
import { notInputs } from '../model/env-rules.ts';
import { type Command, type CommandRow, commands, commandTable, recipes } from './command-table.ts';
import { parsePairs, parseSecretEnvs } from './pairs.ts';
import {
  foreignInputs,
  oneOf,
  parseBaseUrl,
  parseBoolean,
  parseDurationSeconds,
  parseId,
  parseImages,
  parseKey,
  parseLines,
  parseName,
  parsePlanDigest,
  parsePreview,
  parseWords,
  suggest,
} from './values.ts';

/** The guards that the input `allow` lifts, one a word. */
export const allowances = [
  'adopt',
  'older-commit',
  'untrusted',
  'beyond-limits',
  'overwrite',
  'pull-request',
  'drop-secrets',
] as const;

interface InputRow {
  default: string;
  parse: (text: string) => unknown;
  choices?: readonly string[];
  variable?: string;
  isLiteral?: true;
  /** An empty expression is no error: with the default in its place, a run does no more than was meant. */
  mayBeEmpty?: true;
  /** The commands that read it; default: every command. */
  readBy?: readonly Command[];
  /** What a command that does not read it would leave out, so that it would do something else. */
  mustBeRead?: string;
}

function wordInput<const Word extends string>(word: Word, choices: readonly Word[]) {
  return { default: word, parse: oneOf(choices), choices };
}

function parseCommand(word: string): Command {
  const recipe = recipes.get(word);
  if (recipe) throw inputsInvalid(`is "${word}", which is not a command`, `${recipe}.`);
  return oneOf(commands)(word);
}

const planning = ['deploy', 'plan'] as const;
const previewing = [...planning, 'delete', 'sweep'] as const;
const selects = 'selects endpoints';
const specReaders = commands.filter((command) => 'readsSpecs' in commandTable[command]);

/** Every input, in the order of `action.yml`. Lengths: service-api.md, v2 Update endpoint and v1 Create endpoint. */
const inputRows = {
  command: { ...wordInput('deploy', commands), parse: parseCommand },
  spec: { default: 'endpoint.yaml', parse: parseLines },
  /** An address without a trailing slash; undefined where the command can do without the service. */
  'base-url': { default: '', parse: parseBaseUrl, variable: 'GPU_ENDPOINT_BASE_URL', mayBeEmpty: true },
  /** '' where the command can do without the service. */
  'api-key': { default: '', parse: parseKey, variable: 'GPU_ENDPOINT_API_KEY', mayBeEmpty: true },
  'github-token': { default: '', parse: parseKey, mayBeEmpty: true },
  image: { default: 'spec', parse: parseImages, readBy: [...planning, 'validate', 'status'] },
  'resolve-image': { ...wordInput('check', ['check', 'pin', 'off']), readBy: [...planning, 'validate', 'test'] },
  name: {
    default: 'spec',
    parse: parseName,
    isLiteral: true,
    mustBeRead: selects,
    readBy: [...specReaders, 'sweep', 'export'],
  },
  'endpoint-id': {
    default: 'none',
    parse: parseId,
    mustBeRead: selects,
    readBy: [...planning, 'test', 'status', 'logs', 'park', 'delete', 'export'],
  },
  variables: { default: '', parse: parsePairs, isLiteral: true, mayBeEmpty: true, readBy: [...specReaders, 'sweep'] },
  'secret-envs': {
    default: 'none',
    parse: parseSecretEnvs,
    isLiteral: true,
    variable: 'GPU_ENDPOINT_SECRET_ENVS',
    readBy: [...planning, 'validate', 'test', 'status'],
  },
  wait: { ...wordInput('ready', ['ready', 'rollout', 'none']), readBy: planning },
  'wait-timeout': { default: '20m', parse: parseDurationSeconds, mayBeEmpty: true, readBy: ['deploy', 'test'] },
  'on-failure': { ...wordInput('restore', ['restore', 'keep']), readBy: planning },
  'approved-plan': {
    default: 'none',
    parse: parsePlanDigest,
    mustBeRead: 'approves a plan',
    readBy: ['deploy'],
  },
  preview: { default: 'false', parse: parsePreview, mustBeRead: selects, readBy: previewing },
  comment: { ...wordInput('true', ['true', 'false']), parse: parseBoolean, readBy: previewing },
  allow: { default: '', parse: parseWords(allowances), mayBeEmpty: true },
} as const satisfies Record<string, InputRow>;

export type InputName = keyof typeof inputRows;
export const inputTable: { readonly [name in InputName]: InputRow } = inputRows;
export const inputNames = Object.keys(inputRows) as InputName[];

type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;
type Values = { readonly [name in InputName as Camel<name>]: ReturnType<(typeof inputRows)[name]['parse']> };

/** The value of each input by its name in camelCase. */
export interface Inputs extends Omit<Values, 'waitTimeout'> {
  readonly waitTimeoutSeconds: number;
  /** Problems of inputs that a preview reads only if it deploys: at its end, the build of its image is skipped. */
  readonly deferred: readonly InputProblem[];
}

export type InputProblem = Readonly<Record<'input' | 'message' | 'hint', string>>;

interface InputSource {
  get: (name: InputName) => string | undefined;
  names?: readonly string[];
  env: (variable: string) => string | undefined;
}

interface ParsedInputs {
  inputs: Inputs;
  problems: InputProblem[];
  /** Inputs that are given and not read, or probably meant otherwise. */
  warnings: InputProblem[];
}

/** Problems are in the order of `action.yml`, names that do not exist first; an input that is wrong has its default. */
export function parseInputs({ get, names = [], env }: InputSource): ParsedInputs {
  const wrong: InputProblem[] = [];
  const read = (input: InputName): unknown => {
    const { default: fallback, parse, variable, isLiteral } = inputTable[input];
    const texts = [get(input) ?? '', (variable && env(variable)) || ''];
    const given = texts.find((text) => text.trim() !== '') ?? fallback;
    try {
      // No reference has these characters.
      const isTemplate = input === 'image' && /[$%]|\{\{/.test(given);
      const odd = notInputs.find(({ form }) => form.test(isTemplate ? '${{' : given.trim()));
      if (odd) throw inputsInvalid(odd.what, odd.hint);
      return parse(isLiteral ? given : given.trim());
    } catch (error) {
      if (!(error instanceof DeployError)) throw error;
      wrong.push({ input, message: error.message, hint: error.hint });
      return parse(fallback);
    }
  };
  const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const values = Object.fromEntries(inputNames.map((name) => [camel(name), read(name)])) as Values;
  const { waitTimeout: waitTimeoutSeconds, ...others } = values;
  const { command, baseUrl, apiKey, preview, endpointId } = others;
  const { isOffline, makesPlan, mayBePreview }: CommandRow = commandTable[command];
  const isPreview = preview !== undefined && mayBePreview === true;
  const empty = emptyProblems(get, others.secretEnvs);
  // Pull requests from forks have no secrets: they can be validated, and a preview of one does no more.
  const needsService = !isPreview && !(isOffline && apiKey === '');
  const isMissing = (input: InputName, value = '') =>
    needsService && value === '' && !wrong.some((problem) => problem.input === input);
  const rules: readonly (readonly [isBroken: boolean, input: InputName, message: string, hint: string])[] = [
    ...inputNames.map((name) => {
      const { mustBeRead = '' } = inputTable[name];
      const isGiven = mustBeRead !== '' && Boolean(values[camel(name) as keyof Values]);
      // Without lines of `preview` a sweep goes by the pull requests alone.
      const isRead = isReadBy(command, name) && !(command === 'sweep' && name === 'name' && !preview);
      const message = `${mustBeRead}, and the command \`${command}\` does not read it`;
      const forOne = name === 'preview' ? ' For one preview, write its name, such as `name: llama-pr-7`.' : '';
      return [isGiven && !isRead, name, message, `Remove it.${forOne}`] as const;
    }),
    [
      isPreview && endpointId !== '',
      'endpoint-id',
      'selects one endpoint, but previews have endpoints of their own',
      'Remove it, or remove `preview`.',
    ],
    [isMissing('base-url', baseUrl), 'base-url', 'is missing', noAddressHint],
    [isMissing('api-key', apiKey), 'api-key', 'is missing', noKeyHint],
  ];
  const broken = rules.filter(([isBroken]) => isBroken).map(([, input, message, hint]) => ({ input, message, hint }));
  // Only the event tells whether a preview deploys, or ends and reads what a deletion reads.
  const isForPlan = ({ input }: { input: InputName }) => !isReadBy('delete', input);
  const emptyAtOnce = empty.filter((problem) =>
    isForPlan(problem) ? !isPreview && makesPlan : isReadBy(command, problem.input),
  );
  const isDeferred = ({ input }: InputProblem) => isPreview && input === 'image';
  const atOnce = wrong.filter((problem) => !isDeferred(problem));
  const order = ({ input }: InputProblem) => inputNames.indexOf(input as InputName);
  const problems = [...names.flatMap(checkName), ...atOnce, ...emptyAtOnce, ...broken];
  return {
    inputs: {
      ...others,
      waitTimeoutSeconds,
      deferred: isPreview ? [...wrong.filter(isDeferred), ...empty.filter(isForPlan)] : [],
    },
    problems: problems.sort((a, b) => order(a) - order(b)),
    warnings: oddInputs(command, get),
  };
}

/** Given to a command that does not read them, they are a mistake, unless they are empty or have their default. */
const contents = ['image', 'variables', 'secret-envs'] as const;

function oddInputs(command: Command, get: InputSource['get']): InputProblem[] {
  const seconds = get('wait-timeout')?.trim() ?? '';
  const hint = `If minutes are meant, write \`${seconds}m\`, else \`${seconds}s\`.`;
  const brief = /^[1-5]?\d$/.test(seconds) ? [{ input: 'wait-timeout', message: `is ${seconds} seconds`, hint }] : [];
  const isUnread = (name: InputName) =>
    !isReadBy(command, name) && !['', inputTable[name].default].includes((get(name) ?? '').trim());
  const unread = contents.filter(isUnread).map((input) => {
    return { input, message: `changes nothing: the command \`${command}\` does not read it`, hint: 'Remove it.' };
  });
  return [...unread, ...brief];
}

/** Inputs whose emptiness is a mistake; an empty env would take the live one away. */
function emptyProblems(get: InputSource['get'], secretEnvs: ReadonlyMap<string, string>) {
  const empty = inputNames.filter((name) => !inputTable[name].mayBeEmpty && get(name)?.trim() === '');
  const problems = empty.map((input) => {
    const byDefault = `\`${input}: ${inputTable[input].default}\``;
    const hint = `${emptyHint} If the default is meant, write ${byDefault} or leave it out.`;
    return { input, message: 'is set but empty', hint };
  });
  const unset = [...secretEnvs.keys()].filter((key) => secretEnvs.get(key) === '');
  const message = `gives no value for ${unset.join(', ')}`;
  return unset.length === 0
    ? problems
    : [...problems, { input: 'secret-envs' as const, message, hint: emptySecretHint }];
}

export function isReadBy(command: Command, input: InputName): boolean {
  return inputTable[input].readBy?.includes(command) ?? true;
}

const noAddressHint =
  'Set it to the address of the service, such as `https://api.novita.ai`, ' +
  'or set the environment variable GPU_ENDPOINT_BASE_URL.';

const noKeyHint =
  'Set the environment variable GPU_ENDPOINT_API_KEY, or in a workflow `api-key: ${{ secrets.GPU_API_KEY }}`. ' +
  'If the workflow has it, the secret is empty: no secret has that name, ' +
  'or the run gets none, as for a fork or by Dependabot.';

const emptySecretHint =
  'Check the name of the secret, and whether this run may read it: runs by Dependabot and for forks get no secrets. ' +
  'An env that is meant to be empty belongs in `envs` of the spec.';

function checkName(input: string): InputProblem[] {
  if (Object.hasOwn(inputRows, input)) return [];
  const ours = foreignInputs.get(input);
  if (ours !== undefined) return [{ input, message: 'does not exist', hint: ours }];
  // A job or an earlier step may set such a variable, too.
  const variable = `\`INPUT_${input.toUpperCase()}\``;
  const unset = `Remove it, or unset the variable ${variable} if \`env\` or an earlier step sets it.`;
  const hint = suggest(input, inputNames).trimEnd() || `${unset} Inputs: ${inputNames.join(', ')}.`;
  return [{ input, message: 'does not exist', hint }];
}

const emptyHint =
  'An expression was empty: a misspelled output, a step or job that was skipped, or a job output that the runner ' +
  'dropped because a masked value occurs in it (its log warns `Skip output`).';
