/** Inputs of several lines: images by spec, pairs of keys and values, and who gets a preview and what it may cost. */

import {
  didYouMean,
  InputValueError,
  parseAgeSeconds,
  parseBoolean,
  parseImage,
  parseLines,
  parseText,
  quote,
} from './input-values.ts';
import { envBytes, maxEnvBytes, maxEnvs, pendingMarkerKey, recordEnvKey } from './model/env-rules.ts';
import type { PreviewLimits } from './plan/preview.ts';

const emptied = 'an expression there was probably empty.';

/** One reference for all specs, or `name=image` lines, since no reference has a `=`. Nothing for `spec`. */
export function parseImages(value: string): { image: string; images: ReadonlyMap<string, string> } {
  if (value === 'spec') return { image: '', images: new Map() };
  if (!value.includes('=')) return { image: parseImage(value), images: new Map() };
  const images = new Map<string, string>();
  for (const line of parseLines(value)) {
    const at = Math.max(line.lastIndexOf('='), 0);
    const [name, image] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    const form = 'For several specs write one `name=image` per line, with the name of the spec.';
    if (name === '') throw new InputValueError(`has the line ${quote(line)}`, form);
    if (images.has(name)) throw new InputValueError(`names ${quote(name)} twice`, 'Name each spec once.');
    if (image === '')
      throw new InputValueError(`has no image after ${quote(`${name}=`)}`, `Write the image; ${emptied}`);
    images.set(name, parseImage(image));
  }
  return { image: '', images };
}

/**
 * `KEY=VALUE` lines, or `KEY<<END`, lines, `END` as in the runner's own files; at most a thousand, each searched for in
 * everything that a plan shows. Values are kept to the letter, spaces at their ends and line ends inside included.
 * Values are never shown: they may be secrets.
 */
export function parsePairs(value: string): Map<string, string> {
  const pairs = new Map<string, string>();
  const lines = value.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]?.replace(/\r$/, '') ?? '';
    if (line.trim() === '') continue;
    const [, key, operator, rest = ''] = /^\s*([A-Za-z_]\w*)(=|<<)(.*)$/s.exec(line) ?? [];
    if (key === undefined)
      throw new InputValueError(
        `is malformed in line ${at + 1}`,
        'Write one `KEY=VALUE` per line. KEY consists of letters, digits and `_`, and does not start with a digit. ' +
          'Put a value of several lines between the lines `KEY<<END` and `END`.',
      );
    if (pairs.has(key)) throw new InputValueError(`names ${key} twice (again in line ${at + 1})`, 'Set each KEY once.');
    if (operator === '=') {
      pairs.set(key, rest);
      continue;
    }
    const end = lines.findIndex((each, index) => index > at && each.trimEnd() === rest.trim());
    if (rest.trim() === '' || end === -1)
      throw new InputValueError(
        // Without its KEY: the line may be part of a secret with `<<` in it.
        `opens a value of several lines in line ${at + 1} and never closes it`,
        'Close it with a line that repeats the word after `<<`.',
      );
    // The line end before the closing word belongs to neither.
    pairs.set(
      key,
      lines
        .slice(at + 1, end)
        .join('\n')
        .replace(/\r$/, ''),
    );
    at = end;
  }
  if (pairs.size <= maxEnvs) return pairs;
  const hint = `Allowed: ${maxEnvs}. Put values that belong together into one.`;
  throw new InputValueError(`has ${pairs.size} entries`, hint);
}

/** {@link parsePairs} for envs: keys under which this action keeps its own notes on the endpoint are refused. */
export function parseSecretEnvs(text: string): Map<string, string> {
  const pairs = parsePairs(text === 'none' ? '' : text);
  for (const [key, value] of pairs) {
    const bytes = envBytes({ key, value });
    if (bytes > maxEnvBytes)
      throw new InputValueError(
        `has ${bytes} bytes in ${key}, the key included`,
        `Linux cannot start a process with more than ${maxEnvBytes} bytes in one variable: ` +
          'put the text on a volume, and pass its path.',
      );
    if (key === recordEnvKey || key === pendingMarkerKey)
      throw new InputValueError(`names ${key}, which is reserved for this action's own record`, 'Use another name.');
  }
  return pairs;
}

export interface PreviewOptions extends PreviewLimits {
  /** Only pull requests with this label have a preview; '' for all of them. */
  label: string;
  /** Whether pull requests that are drafts have one. */
  drafts: boolean;
  /** Age after which a sweep deletes one with an open pull request; undefined for no limit. */
  maxAgeSeconds: number | undefined;
}

/** Each line of `preview` by its name, with what it sets. */
const previewLines: Readonly<Record<string, (text: string) => Partial<PreviewOptions>>> = {
  label: (text) => ({ label: parseText(text, 50) }),
  drafts: (text) => ({ drafts: parseBoolean(text) }),
  'max-age': (text) => ({ maxAgeSeconds: parseAgeSeconds(text) }),
  workers: (text) => ({ workers: parseCount(text) }),
  gpus: (text) => ({ gpus: parseCount(text) }),
  endpoints: (text) => ({ endpoints: parseCount(text) }),
  storage: (text) => ({ storage: parseBoolean(text) }),
};

/** `true`, `false` (undefined), or `name=value` lines. */
export function parsePreview(value: string): PreviewOptions | undefined {
  const limits: PreviewLimits = { workers: 1, gpus: 1, endpoints: 3, storage: false };
  const options: PreviewOptions = { label: '', drafts: false, maxAgeSeconds: undefined, ...limits };
  if (/^(true|false)$/i.test(value)) return parseBoolean(value) ? options : undefined;
  const names = Object.keys(previewLines);
  const forms = `\`name=value\` lines: ${names.join(', ')}.`;
  if (!value.includes('=')) throw new InputValueError(`is ${quote(value)}`, `Write \`true\`, \`false\`, or ${forms}`);
  const given = new Set<string>();
  for (const line of parseLines(value)) {
    const [, word = '', text = ''] = /^([^=]*)=(.*)$/.exec(line) ?? [];
    const name = word.trim();
    const set = Object.hasOwn(previewLines, name) && previewLines[name];
    if (!set)
      throw new InputValueError(`has the line ${quote(line)}`, `${didYouMean(name || line, names, '=')}Write ${forms}`);
    if (given.has(name)) throw new InputValueError(`has ${name} twice`, 'Write each line once.');
    // Without it every pull request would have a preview.
    if (text.trim() === '') throw new InputValueError(`has no value after \`${name}=\``, `Write one; ${emptied}`);
    given.add(name);
    try {
      Object.assign(options, set(text.trim()));
    } catch (error) {
      if (!(error instanceof InputValueError)) throw error;
      const found = `has the line \`${name}=${text.trim()}\`, and ${name} ${error.message}`;
      throw new InputValueError(found, error.hint);
    }
  }
  return options;
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InputValueError(`is ${quote(text)}`, 'Write a whole number of at least 1.');
}
