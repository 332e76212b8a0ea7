/** The inputs of the step: text of the workflow or of flags → one typed object, with every mistake named at once. */

import { type CommandRow, commands, commandTable } from './command-table.ts';
import { DeployError, inputsInvalid } from './errors.ts';
import {
  didYouMean,
  goneInputs,
  oneOf,
  parseBaseUrl,
  parseBoolean,
  parseDurationSeconds,
  parseImages,
  parseKey,
  parseLines,
  parseName,
  parsePlanDigest,
  parsePreview,
  parseText,
  parseWords,
} from './input-values.ts';
import { envBytes, maxEnvBytes, maxEnvs, pendingMarkerKey, recordEnvKey } from './model/env-rules.ts';

/** The guards that the input `allow` lifts, one a word. */
export const allowances = [
  'replace',
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
  /** An empty expression, which the runner passes on in place of the default, would be taken for a yes. */
  isNeverEmpty?: true;
}

function choice<const Word extends string>(word: Word, choices: readonly Word[]) {
  return { default: word, parse: oneOf(choices), choices };
}

const bounded = (maxLength: number) => (value: string) => parseText(value, maxLength);

/** Every input, in the order of `action.yml`. Lengths: service-api.md, v2 Update endpoint and v1 Create endpoint. */
const table = {
  command: choice('deploy', commands),
  spec: { default: 'endpoint.yaml', parse: parseLines },
  /** Without a trailing slash; undefined where the command can do without the service. */
  'base-url': { default: '', parse: parseBaseUrl, variable: 'GPU_ENDPOINT_BASE_URL' },
  /** '' where the command can do without the service. */
  'api-key': { default: '', parse: parseKey, variable: 'GPU_ENDPOINT_API_KEY' },
  'github-token': { default: '', parse: parseKey },
  image: { default: 'spec', parse: parseImages, isNeverEmpty: true },
  'resolve-image': choice('check', ['check', 'pin', 'off']),
  name: { default: '', parse: parseName, isLiteral: true },
  'endpoint-id': { default: '', parse: bounded(255) },
  variables: { default: '', parse: parsePairs, isLiteral: true },
  'secret-envs': {
    ...{ default: 'none', parse: parseSecretEnvs, isLiteral: true, isNeverEmpty: true },
    variable: 'GPU_ENDPOINT_SECRET_ENVS',
  },
  wait: choice('ready', ['ready', 'rollout', 'none']),
  'wait-timeout': { default: '20m', parse: parseDurationSeconds },
  'on-failure': choice('restore', ['restore', 'keep']),
  'approved-plan': { default: 'none', parse: parsePlanDigest, isNeverEmpty: true },
  preview: { default: 'false', parse: parsePreview, isNeverEmpty: true },
  environment: { default: '', parse: bounded(255) },
  comment: { default: 'true', parse: parseBoolean, choices: ['true', 'false'] },
  allow: { default: '', parse: parseWords(allowances) },
} as const satisfies Record<string, InputRow>;

export type InputName = keyof typeof table;
export const inputTable: { readonly [name in InputName]: InputRow } = table;
export const inputNames = Object.keys(table) as InputName[];

type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;
type Values = { readonly [name in InputName as Camel<name>]: ReturnType<(typeof table)[name]['parse']> };

/** The value of each input by its name in camelCase. */
export interface Inputs extends Omit<Values, 'image' | 'waitTimeout'> {
  /** For every spec; '' leaves each its own. */
  readonly image: string;
  /** By the name of the spec, for some of several. */
  readonly images: ReadonlyMap<string, string>;
  readonly waitTimeoutSeconds: number;
  /** What is wrong with inputs that a preview reads only if it deploys: the build of its image is skipped at its end. */
  readonly deferred: readonly InputProblem[];
}

export type InputProblem = Readonly<Record<'input' | 'message' | 'hint', string>>;

interface InputSource {
  get: (name: InputName) => string | undefined;
  names?: readonly string[];
  env: (variable: string) => string | undefined;
}

/** Problems in the order of `action.yml`, names that do not exist first; what is wrong has its default. */
export function parseInputs({ get, names = [], env }: InputSource): { inputs: Inputs; problems: InputProblem[] } {
  const problems: InputProblem[] = names.flatMap(checkName);
  const read = (input: InputName): unknown => {
    const { default: fallback, parse, variable, isLiteral } = inputTable[input];
    const texts = [get(input) ?? '', (variable && env(variable)) || ''];
    const given = texts.find((text) => text.trim() !== '') ?? fallback;
    try {
      return parse(isLiteral ? given : given.trim());
    } catch (error) {
      if (!(error instanceof DeployError)) throw error;
      problems.push({ input, message: error.message, hint: error.hint });
      return parse(fallback);
    }
  };
  const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const values = Object.fromEntries(inputNames.map((name) => [camel(name), read(name)])) as Values;
  const { image, waitTimeout: waitTimeoutSeconds, ...others } = values;
  const { command, secretEnvs, baseUrl, apiKey, preview } = others;
  const unset = [...secretEnvs].flatMap(([key, value]) => (value === '' ? [key] : []));
  const isEmptied = (name: InputName) => inputTable[name].isNeverEmpty && get(name)?.trim() === '';
  const { isOffline, makesPlan, mayBePreview, takesApproval }: CommandRow = commandTable[command];
  const isPreview = preview !== undefined && mayBePreview === true;
  const emptied = inputNames.filter(isEmptied).map(emptyInput);
  // An empty value would take the live one away.
  const message = `gives no value for ${unset.join(', ')}`;
  if (unset.length > 0) emptied.push({ input: 'secret-envs', message, hint: emptySecretHint });
  if (makesPlan && !isPreview) problems.push(...emptied);
  else if (mayBePreview && !isPreview) problems.push(...emptied.filter(({ input }) => input === 'preview'));
  if (others.approvedPlan !== '' && !takesApproval) {
    const message = `approves a plan, but \`command\` is \`${command}\`, which does not apply a plan`;
    problems.push({ input: 'approved-plan', message, hint: 'Remove it, or use it with `command: deploy`.' });
  }
  if (isPreview && others.endpointId !== '') {
    const message = 'selects one endpoint, but previews have endpoints of their own';
    problems.push({ input: 'endpoint-id', message, hint: 'Remove it, or remove `preview`.' });
  }
  // Pull requests from forks have no secrets: they can be validated, and a preview of one does no more.
  if (!isPreview && !(isOffline && apiKey === '')) {
    const wrong = new Set(problems.map(({ input }) => input));
    if (!baseUrl && !wrong.has('base-url')) problems.push(missing('base-url'));
    if (!apiKey && !wrong.has('api-key')) problems.push(missing('api-key'));
  }
  const order = ({ input }: InputProblem) => inputNames.indexOf(input as InputName);
  // Only the event tells whether a preview deploys, or ends and reads neither image nor approval.
  const isDeferred = ({ input }: InputProblem) => isPreview && input === 'image';
  const deferred = isPreview ? [...problems.filter(isDeferred), ...emptied] : [];
  const atOnce = problems.filter((each) => !isDeferred(each)).sort((a, b) => order(a) - order(b));
  return { inputs: { ...others, ...image, waitTimeoutSeconds, deferred }, problems: atOnce };
}

/** `KEY=VALUE` lines, or `KEY<<END` … `END`. Values are kept to the letter and never shown. */
function parsePairs(value: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  const lines = value.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]?.replace(/\r$/, '') ?? '';
    if (line.trim() === '') continue;
    const [, key, operator, rest = ''] = /^\s*([A-Za-z_]\w*)(=|<<)(.*)$/s.exec(line) ?? [];
    if (key === undefined) {
      // The line is not repeated: any part of it may be a secret.
      const meant = /^\s*[A-Za-z_]\w*:(?:\s|$)/.test(line) ? 'Write `=` in the place of `:`. ' : '';
      throw inputsInvalid(`is malformed in line ${at + 1}`, `${meant}${pairForm}`);
    }
    if (pairs.has(key)) throw inputsInvalid(`names ${key} twice (again in line ${at + 1})`, 'Set each KEY once.');
    if (operator === '=') {
      pairs.set(key, rest);
      continue;
    }
    const end = lines.findIndex((each, index) => index > at && each.trimEnd() === rest.trim());
    // Without its KEY: the line may be part of a secret with `<<` in it.
    const opened = `opens a value of several lines in line ${at + 1} and never closes it`;
    if (rest.trim() === '' || end === -1)
      throw inputsInvalid(opened, 'Close it with a line that repeats the word after `<<`.');
    // The line end before the closing word belongs to neither.
    const inside = lines.slice(at + 1, end).join('\n');
    pairs.set(key, inside.replace(/\r$/, ''));
    at = end;
  }
  if (pairs.size <= maxEnvs) return pairs;
  throw inputsInvalid(`has ${pairs.size} entries`, `Allowed: ${maxEnvs}. Put values that belong together into one.`);
}

const emptySecretHint =
  'Check the name of the secret, and whether this run may read it: runs by Dependabot and for forks get no secrets. ' +
  'An env that is meant to be empty belongs in `envs` of the spec.';
const pairForm =
  'Write one `KEY=VALUE` per line. KEY consists of letters, digits and `_`, and does not start with a digit. ' +
  'Put a value of several lines between the lines `KEY<<END` and `END`.';

/** {@link parsePairs} for envs: keys under which this action keeps its own notes on the endpoint are refused. */
function parseSecretEnvs(text: string): ReadonlyMap<string, string> {
  const pairs = parsePairs(text === 'none' ? '' : text);
  for (const [key, value] of pairs) {
    const bytes = envBytes({ key, value });
    const hint = `Linux cannot start a process with more than ${maxEnvBytes} bytes in one variable: put the text on a volume, and pass its path.`;
    if (bytes > maxEnvBytes) throw inputsInvalid(`has ${bytes} bytes in ${key}, the key included`, hint);
    if (key === recordEnvKey || key === pendingMarkerKey)
      throw inputsInvalid(`names ${key}, which is reserved for this action's own record`, 'Use another name.');
  }
  return pairs;
}

function checkName(input: string): InputProblem[] {
  if (Object.hasOwn(table, input)) return [];
  if (Object.hasOwn(goneInputs, input))
    return [{ input, message: 'does not exist any more', hint: goneInputs[input] ?? '' }];
  // A job or an earlier step may set such a variable, too.
  const unset = `Remove it, or unset the variable \`INPUT_${input.toUpperCase()}\` if \`env\` or an earlier step sets it.`;
  const hint = didYouMean(input, inputNames).trimEnd() || `${unset} Inputs: ${inputNames.join(', ')}.`;
  return [{ input, message: 'does not exist', hint }];
}

function emptyInput(input: InputName): InputProblem {
  const hint =
    'An expression was empty: a misspelled output, a step or job that was skipped, or a job output that the runner ' +
    'dropped because a masked value occurs in it (its log warns `Skip output`). ' +
    `If none is intended, write \`${input}: ${inputTable[input].default}\` or omit the input.`;
  return { input, message: 'is set but empty', hint };
}

function missing(input: 'base-url' | 'api-key'): InputProblem {
  const address = 'base-url: https://api.novita.ai` under `with:` (`--base-url` on a command line)';
  const how = input === 'base-url' ? address : 'api-key: ${{ secrets.GPU_API_KEY }}` under `with:`';
  const empty =
    ' If it is set, the secret is empty: no secret has that name, or the run gets none, as for a fork or by Dependabot.';
  const hint = `Write \`${how}, or set the environment variable ${inputTable[input].variable}.`;
  return { input, message: 'is missing', hint: input === 'base-url' ? hint : hint + empty };
}
