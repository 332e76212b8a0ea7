/** The forms of input values: text → value, or an error that says what to write instead. */

import { durationMeant, parseDurationMs } from '../durations.ts';
import { DeployError, inputsInvalid } from '../errors.ts';
import { nameFault } from '../model/name-rules.ts';
import { closest, didYouMean } from '../nearest.ts';
import { parseReference } from '../registry/reference.ts';
import { quote, visibleText } from '../shown-text.ts';

/** `Did you mean …? ` before a list of words; '' where none is near. */
export function suggest(word: string, words: readonly string[], end = ''): string {
  const meant = closest(word, words);
  return meant.length === 0 ? '' : `${didYouMean(meant.map((each) => each + end))} `;
}

/** The hint for a word that is none of these. */
const allowedHint = (word: string, words: readonly string[]) => `${suggest(word, words)}Allowed: ${words.join(', ')}.`;

export function oneOf<const Word extends string>(words: readonly Word[]) {
  return (value: string): Word => {
    const word = words.find((candidate) => candidate === value);
    if (word === undefined) throw inputsInvalid(`is ${quote(value)}`, allowedHint(value, words));
    return word;
  };
}

/** A set of words, separated by commas, spaces or lines. */
export function parseWords<const Word extends string>(words: readonly Word[]) {
  return (value: string): ReadonlySet<Word> => {
    const given = value.split(/[\s,]+/).filter((word) => word !== '');
    const unknown = given.find((word) => !words.some((known) => known === word));
    if (unknown === undefined) return new Set(words.filter((word) => given.includes(word)));
    throw inputsInvalid(`has the word ${quote(unknown)}`, allowedHint(unknown, words));
  };
}

/** The words of YAML 1.2, as `core.getBooleanInput` takes them. */
export const parseBoolean = (value: string): boolean => oneOf(['true', 'false'])(value.toLowerCase()) === 'true';

export function parseLines(value: string): string[] {
  const lines = value.split(/\r?\n/).map((line) => line.trim());
  return lines.filter((line) => line !== '');
}

const maxSeconds = 366 * 86_400;

/** A duration with its unit, or plain seconds; at most a year. */
export function parseDurationSeconds(value: string): number {
  const isBare = /^\d{1,12}$/.test(value);
  if (isBare && Number(value) > 86_400) {
    const seconds = Math.ceil(Number(value) / 1000);
    const short = seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
    throw inputsInvalid(`is ${value} seconds`, `If these are milliseconds, write \`${short}\`.`);
  }
  const forms = 'such as `90s`, `20m`, `1h30m`, `14d`, or plain seconds, of at most a year';
  return isBare && Number(value) > 0 ? Number(value) : secondsFrom(0, value, `Write a duration ${forms}.`);
}

/** A duration with its unit, of at least an hour: `14` would be seconds, and delete previews in use. */
function parseAgeSeconds(value: string): number {
  const forms = 'such as `14d` or `36h`, of at least one hour and at most a year';
  return secondsFrom(3600, value, `Write a duration with its unit, ${forms}.`);
}

function secondsFrom(min: number, value: string, forms: string): number {
  const seconds = (parseDurationMs(value) ?? Number.NaN) / 1000;
  if (seconds >= min && seconds <= maxSeconds) return seconds;
  const meant = durationMeant(value);
  throw inputsInvalid(`is ${quote(value)}`, meant ? `Write \`${meant}\`.` : forms);
}

export function parseBaseUrl(value: string): string | undefined {
  if (value === '') return undefined;
  // The value is not shown: it holds a password.
  if (value.includes('@'))
    throw inputsInvalid('contains credentials', 'Remove them from the URL; the key belongs in `api-key`.');
  const example = 'Write the address of the service alone, such as `https://api.novita.ai`.';
  // The URL parser drops line breaks inside, and two addresses would become one of another host.
  const url = /[\s"'<>]/.test(value) ? null : URL.parse(value);
  const isHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(value);
  const [, site] = /^(?:https?:\/\/)?(?:www\.)?(novita\.ai|ppio\.com)(?:\/.*)?$/i.exec(value) ?? [];
  if (site) throw inputsInvalid(`is ${quote(value)}, the site for people`, `Write \`https://api.${site}\`.`);
  if (!url) throw inputsInvalid(`is not a URL: ${quote(value)}`, isHost ? `Write \`https://${value}\`.` : example);
  const refuse = (hint: string) => inputsInvalid(`is ${quote(value)}`, hint);
  if (!/^https?:$/.test(url.protocol)) throw refuse(`Start it with \`https://\`. ${example}`);
  if (url.protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname))
    throw refuse('Use https; plain http is for loopback addresses only, because every request carries the key.');
  const behind = (url.pathname + url.search + url.hash).replace(/^\/+$/, '');
  if (behind === '') return url.origin;
  throw refuse(`Remove \`${behind}\`: the paths of the service are added to each request. ${example}`);
}

/** An API key or a token. The value itself is never shown. */
export function parseKey(value: string): string {
  const alone = 'Store the key alone, without quotes and line breaks, in the secret.';
  if (/^bearer\s/i.test(value))
    throw inputsInvalid('starts with `Bearer`', 'Remove that word from the secret: it is added to each request.');
  if (/^(["']).*\1$/.test(value)) throw inputsInvalid('is in quotes', alone);
  // A header cannot carry anything else.
  if (/^[!-~]*$/.test(value)) return value;
  throw inputsInvalid('contains a space, a line break or a character outside ASCII', alone);
}

/** The text itself; throws where it has control characters or more than `maxLength` characters. */
function parseText(value: string, maxLength: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\x00-\x1f\x7f]/.test(value))
    throw inputsInvalid(`is ${quote(value)}`, 'Write it on one line, without control characters.');
  if (value.length <= maxLength) return value;
  throw inputsInvalid(`has ${value.length} characters`, `At most ${maxLength} are allowed.`);
}

/** Nothing but visible text on one line: a service that takes the rest off would list another name. */
export function parseName(value: string): string {
  if (value === 'spec') return '';
  const hint = 'Remove spaces at its start and end, and invisible characters.';
  if (visibleText(parseText(value, 220)).trim() !== value) throw inputsInvalid(`is ${quote(value)}`, hint);
  const fault = nameFault(value);
  if (fault) throw inputsInvalid(fault.what, fault.hint);
  return value;
}

export function parseId(value: string): string {
  if (!/^https?:\/\//i.test(value)) return value === 'none' ? '' : parseText(value, 255);
  throw inputsInvalid(`is ${quote(value)}, which is a URL`, 'Write the ID; the command `list` shows all IDs.');
}

/** The output `plan-digest`; '' for `none`, and for an empty value, which `parseInputs` reports. */
export function parsePlanDigest(value: string): string {
  if (value === 'none' || value === '') return '';
  if (/^p\d+(?:\.[\w-]{22}){2,}(?:\.[\w-]{24,})?$/.test(value)) return value;
  const hint = 'Use the output `plan-digest` of the command `plan`, as it is.';
  throw inputsInvalid(`is ${quote(value)}, which is not a plan digest`, hint);
}

/** An image reference by the grammar of the distribution project. */
function parseImage(value: string): string {
  const [first, second] = value.split(/[\s,]+/);
  if (second?.includes('/')) throw inputsInvalid('has several references', `Write one of them, such as \`${first}\`.`);
  parseText(value, 500);
  const [gap, end] = /(?<!:)\/\/|([-_.:@/])$/.exec(value) ?? [];
  if (gap) {
    const hint = 'Add what belongs after it; an expression there was probably empty.';
    throw inputsInvalid(`is ${quote(value)}, which ${end ? `ends in \`${end}\`` : 'has nothing between `//`'}`, hint);
  }
  const parsed = parseReference(value);
  if ('domain' in parsed) return value;
  const { found, allowed, suggestion } = parsed;
  const hint = suggestion === undefined ? `Allowed: ${allowed}.` : `Write, for example, \`${suggestion}\`.`;
  throw inputsInvalid(`is ${quote(value)}, which is not an image reference: it has ${found}`, hint);
}

/** `name=value` lines, each name once and none without a value. `form` says what a line is. */
function* namedLines(value: string, form: string, known?: readonly string[]) {
  const names = new Set<string>();
  for (const line of parseLines(value)) {
    // A name of ours has no `=`; a reference of an image has none.
    const at = Math.max(known ? line.indexOf('=') : line.lastIndexOf('='), 0);
    const [name, text] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    const guess = known && !known.includes(name) ? suggest(name || line, known, '=') : undefined;
    if (name === '' || guess !== undefined) throw inputsInvalid(`has the line ${quote(line)}`, `${guess ?? ''}${form}`);
    if (names.has(name)) throw inputsInvalid(`has ${name} twice`, 'Write each line once.');
    // Without the value, it would be that of every spec, or a preview of every pull request.
    if (text === '')
      throw inputsInvalid(`has no value after \`${name}=\``, 'Write one; an expression there was probably empty.');
    names.add(name);
    yield { name, text };
  }
}

/** Images by the name of their spec (`name=image` lines), or by '' for every spec; none for `spec`. */
export function parseImages(value: string): ReadonlyMap<string, string> {
  if (value === 'spec') return new Map();
  if (!value.includes('=')) return new Map([['', parseImage(value)]]);
  const form = 'For several specs write one `name=image` per line, with the name of the spec.';
  return new Map(Array.from(namedLines(value, form), ({ name, text }) => [name, parseImage(text)]));
}

interface PreviewOptions {
  /** '' for all of them. */
  label: string;
  drafts: boolean;
  /** Age after which a sweep deletes one with an open pull request; undefined for no limit. */
  maxAgeSeconds: number | undefined;
  /** A spec with a larger `maxNum` is deployed with this one. */
  workers: number;
}

/** Each line of `preview` by its name, with the options that it sets. */
const previewLines: Readonly<Record<string, (text: string) => Partial<PreviewOptions>>> = {
  label: (text) => ({ label: parseText(text, 50) }),
  drafts: (text) => ({ drafts: parseBoolean(text) }),
  'max-age': (text) => ({ maxAgeSeconds: parseAgeSeconds(text) }),
  workers: (text) => ({ workers: parseCount(text) }),
};

function parseCount(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw inputsInvalid(`is ${quote(text)}`, 'Write a whole number of at least 1.');
}

/** `true`, `false` (undefined), or `name=value` lines. */
export function parsePreview(value: string): PreviewOptions | undefined {
  const options: PreviewOptions = { label: '', drafts: false, maxAgeSeconds: undefined, workers: 1 };
  if (/^(true|false)$/i.test(value)) return parseBoolean(value) ? options : undefined;
  const names = Object.keys(previewLines);
  const forms = `\`name=value\` lines: ${names.join(', ')}.`;
  if (!value.includes('=')) throw inputsInvalid(`is ${quote(value)}`, `Write \`true\`, \`false\`, or ${forms}`);
  for (const { name, text } of namedLines(value, `Write ${forms}`, names)) {
    if (new RegExp(`[\\s,;](?:${names.join('|')})=`).test(text))
      throw inputsInvalid(
        `has several settings on the line ${quote(`${name}=${text}`)}`,
        'Write each on a line of its own, below `preview: |`.',
      );
    try {
      Object.assign(options, previewLines[name]?.(text));
    } catch (error) {
      if (!(error instanceof DeployError)) throw error;
      throw inputsInvalid(`has the line \`${name}=${text}\`, and ${name} ${error.message}`, error.hint);
    }
  }
  return options;
}

const ofSpec = 'It is a field of the spec: write it in the file that `spec` names.';

/** Inputs as other tools call them, each with what to use instead. */
export const foreignInputs: ReadonlyMap<string, string> = new Map([
  ...(
    'min-num max-num min-workers max-workers min-replicas max-replicas replicas workers gpu gpus gpu-type gpu-count gpu-num ' +
    'product products port ports env model region disk health health-path healthy policy price tests compare load candidate'
  )
    .split(' ')
    .map((field) => [field, ofSpec] as const),
  ...['tag', 'image-tag', 'version', 'digest'].map(
    (part) => [part, 'Write the whole reference as `image`, such as `ghcr.io/acme/llama:1.4.0`.'] as const,
  ),
  ...['working-directory', 'cwd', 'path', 'directory'].map(
    (folder) => [folder, 'Write the path in `spec`, such as `deploy/endpoint.yaml`.'] as const,
  ),
  ['dry-run', 'Use the command `plan`, which writes nothing.'],
  ['force', 'Add the guard that refused the run to `allow`: `older-commit`, `untrusted`, `overwrite` (of `export`).'],
  ...['yes', 'y', 'auto-approve'].map((word) => [word, 'Nothing is asked: leave it out.'] as const),
  ['adopt', 'Add `adopt` to `allow`.'],
  ['environment', 'Write it at the job: `environment: {name: …, url: "${{ steps.deploy.outputs.url }}"}`.'],
]);
