/** The forms of single input values: text → value, or an error that says what to write instead. */

import { nearest } from './nearest.ts';
import { parseReference } from './registry/reference.ts';

/** A value that an input does not take: what was found, and what to write instead. */
export class InputValueError extends Error {
  readonly hint: string;
  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

export function oneOf<const Word extends string>(words: readonly Word[]) {
  return (value: string): Word => {
    const word = words.find((candidate) => candidate === value);
    if (word === undefined) throw new InputValueError(`is ${quote(value)}`, `Allowed: ${words.join(', ')}.`);
    return word;
  };
}

/** The words of YAML 1.2, as `core.getBooleanInput` takes them. */
export function parseBoolean(value: string): boolean {
  if (/^(true|True|TRUE)$/.test(value)) return true;
  if (/^(false|False|FALSE)$/.test(value)) return false;
  throw new InputValueError(`is ${quote(value)}`, 'Allowed: true, false.');
}

export function parseLines(value: string): string[] {
  return value
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A set of words, separated by commas, spaces or lines. */
export function parseWords<const Word extends string>(words: readonly Word[]) {
  return (value: string): ReadonlySet<Word> => {
    const given = value.split(/[\s,]+/).filter((word) => word !== '');
    return new Set(
      given.map((text) => {
        const word = words.find((candidate) => candidate === text);
        if (word !== undefined) return word;
        const [meant] = nearest(text, words);
        throw new InputValueError(
          `has the word ${quote(text)}`,
          `${meant === undefined ? '' : `Did you mean \`${meant}\`? `}Allowed: ${words.join(', ')}.`,
        );
      }),
    );
  };
}

const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** `90s`, `20m`, `1h30m`, `14d` or plain seconds; from one second to a year. */
export function parseDurationSeconds(value: string): number {
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : sumOfUnits(value);
  if (seconds >= 1 && seconds <= 366 * unitSeconds.d) return seconds;
  throw new InputValueError(
    `is ${quote(value)}`,
    'Write a duration such as `90s`, `20m`, `1h30m`, `14d`, or plain seconds, of at least one second and at most a year.',
  );
}

/** A duration with its unit, of at least an hour: `14` would be seconds, and delete what is in use. */
export function parseLongDurationSeconds(value: string): number {
  const seconds = /^\d+$/.test(value) ? Number.NaN : sumOfUnits(value);
  if (seconds >= unitSeconds.h && seconds <= 366 * unitSeconds.d) return seconds;
  throw new InputValueError(
    `is ${quote(value)}`,
    'Write a duration with its unit, such as `14d` or `36h`, of at least one hour and at most a year.',
  );
}

function sumOfUnits(value: string): number {
  if (!/^(\d{1,9}\s*d\s*)?(\d{1,9}\s*h\s*)?(\d{1,9}\s*m\s*)?(\d{1,9}\s*s)?$/.test(value)) return Number.NaN;
  return [...value.matchAll(/(\d{1,9})\s*([smhd])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * unitSeconds[unit as keyof typeof unitSeconds],
    0,
  );
}

export function parseBaseUrl(value: string): string | undefined {
  if (value === '') return undefined;
  const example = 'Write the address of the service alone, such as `https://api.novita.ai`.';
  // The URL parser drops line breaks inside, and two addresses would become one of another host.
  const url = /[\s"'<>]/.test(value) ? null : URL.parse(value);
  if (!url) throw new InputValueError(`is not a URL: ${quote(value)}`, example);
  // What was found is not repeated: it holds a password.
  if (url.username || url.password)
    throw new InputValueError('contains credentials', 'Remove them from the URL; the key belongs in `api-key`.');
  if (!/^https?:$/.test(url.protocol))
    throw new InputValueError(`is ${quote(value)}`, `Start it with \`https://\`. ${example}`);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
    throw new InputValueError(
      `is ${quote(value)}`,
      'Use https; plain http is for loopback addresses only, because every request carries the key.',
    );
  }
  if (url.search || url.hash)
    throw new InputValueError(
      `is ${quote(value)}`,
      `Remove everything from ${url.search ? '`?`' : '`#`'} on. ${example}`,
    );
  const [ownPath] = /\/(gpu-instance|gpus)\/.*/s.exec(`${url.pathname}/`) ?? [];
  if (ownPath !== undefined)
    throw new InputValueError(
      `is ${quote(value)}`,
      `Remove \`${ownPath.replace(/(?<!\/)\/+$/, '')}\` from the end: it is added to each request.`,
    );
  return url.href.replace(/(?<!\/)\/+$/, '');
}

export function parseApiKey(value: string): string {
  const alone = 'Store the key alone, without quotes and line breaks, in the secret.';
  // The value itself is never shown.
  if (/^bearer\s/i.test(value))
    throw new InputValueError('starts with `Bearer`', 'Remove that word from the secret: it is added to each request.');
  if (/^(["']).*\1$/.test(value)) throw new InputValueError('is in quotes', alone);
  // A header cannot carry anything else.
  if (/^[!-~]*$/.test(value)) return value;
  throw new InputValueError('contains a space, a line break or a character outside ASCII', alone);
}

/** An image reference by the grammar of the distribution project, or ''. */
function parseImage(value: string): string {
  parseText(value, 500);
  if (value === '') return value;
  if (/[:@/]$/.test(value))
    throw new InputValueError(
      `is ${quote(value)}, which ends in \`${value.at(-1)}\``,
      'Add what belongs after it; an expression there was probably empty.',
    );
  const parsed = parseReference(value);
  if (parsed.kind === 'reference') return value;
  const { found, allowed, suggestion } = parsed.problem;
  throw new InputValueError(
    `is ${quote(value)}, which is not an image reference: it has ${found}`,
    suggestion === undefined ? `Allowed: ${allowed}.` : `Write, for example, \`${suggestion}\`.`,
  );
}

/** Nothing but visible text on one line: a service that takes the rest off would list another name. */
export function parseName(value: string): string {
  parseText(value, 220);
  if (value.trim() !== value || /[\p{Cf}\u115f\u1160\u2028\u2029\u3164\uffa0]/u.test(value))
    throw new InputValueError(
      `is ${escapeInvisible(quote(value))}`,
      'Remove spaces at its start and end, and invisible characters.',
    );
  return value;
}

/** One reference for all specs, or `name=image` lines; a reference holds no `=`. `spec` is none of either. */
export function parseImages(value: string): { image: string; images: ReadonlyMap<string, string> } {
  if (value === 'spec') return { image: '', images: new Map() };
  if (!value.includes('=')) return { image: parseImage(value), images: new Map() };
  const images = new Map<string, string>();
  for (const line of parseLines(value)) {
    const at = line.lastIndexOf('=');
    const name = line.slice(0, Math.max(at, 0)).trim();
    if (name === '')
      throw new InputValueError(
        `has the line ${quote(line)}`,
        'For several specs write one `name=image` per line, with the name of the spec.',
      );
    if (images.has(name)) throw new InputValueError(`names ${quote(name)} twice`, 'Name each spec once.');
    const image = line.slice(at + 1).trim();
    if (image === '')
      throw new InputValueError(
        `has no image after ${quote(`${name}=`)}`,
        'Write the image; an expression there was probably empty.',
      );
    images.set(name, parseImage(image));
  }
  return { image: '', images };
}

function escapeInvisible(text: string): string {
  return text.replace(/[\p{Cf}\p{Zs}\u115f\u1160\u2028\u2029\u3164\uffa0]/gu, (found) =>
    found === ' ' ? found : `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** The text itself; throws where it has control characters or more than `maxLength` characters. */
export function parseText(value: string, maxLength: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\x00-\x1f\x7f]/.test(value))
    throw new InputValueError(`is ${quote(value)}`, 'Write it on one line, without control characters.');
  if (value.length > maxLength)
    throw new InputValueError(`has ${value.length} characters`, `At most ${maxLength} are allowed.`);
  return value;
}

/**
 * `KEY=VALUE` lines, or `KEY<<END`, lines, `END` as in the runner's own files. A value is kept to the letter, spaces at its end and the line ends inside
 * several lines included; a line may end with CRLF. Values are never shown: they may be secrets.
 */
export function parsePairs(value: string): Map<string, string> {
  const pairs = new Map<string, string>();
  const lines = Array.from(value.matchAll(/([^\n]*?)(?:\r?\n|$)/g), ({ index, 1: text = '' }) => ({
    start: index,
    text,
  }));
  const texts = lines.map(({ text }) => text);
  for (let number = 1; number <= lines.length; number += 1) {
    const line = texts[number - 1] ?? '';
    if (line.trim() === '') continue;
    const match = /^\s*([A-Za-z_][A-Za-z0-9_]*)(=|<<)(.*)$/s.exec(line);
    if (!match)
      throw new InputValueError(
        `is malformed in line ${number}`,
        'Write one `KEY=VALUE` per line. KEY consists of letters, digits and `_`, and does not start with a digit. Put a value of several lines between the lines `KEY<<END` and `END`.',
      );
    const [, key = '', operator, rest = ''] = match;
    if (pairs.has(key)) throw new InputValueError(`names ${key} twice (again in line ${number})`, 'Set each KEY once.');
    if (operator === '=') {
      pairs.set(key, rest);
      continue;
    }
    const end = texts.findIndex((text, index) => index >= number && text.trimEnd() === rest.trim());
    if (rest.trim() === '' || end === -1)
      throw new InputValueError(
        // Without its KEY: the line may be part of a secret that holds `<<`.
        `opens a value of several lines in line ${number} and never closes it`,
        'Close it with a line that repeats the word after `<<`.',
      );
    // The line end before the closing word belongs to neither.
    pairs.set(key, value.slice(lines[number]?.start, lines[end]?.start).replace(/\r?\n$/, ''));
    number = end + 1;
  }
  return pairs;
}

export function quote(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
}
