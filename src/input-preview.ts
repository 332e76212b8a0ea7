/** The input `preview`: `true`, `false`, or lines that say who gets a preview and what it may cost. */

import {
  InputValueError,
  parseBoolean,
  parseLines,
  parseLongDurationSeconds,
  parseText,
  quote,
} from './input-values.ts';
import { nearest } from './nearest.ts';
import { defaultPreviewLimits, type PreviewLimits } from './plan/preview-limits.ts';

export interface PreviewOptions extends PreviewLimits {
  /** Only pull requests with this label have a preview; '' for all of them. */
  label: string;
  /** Whether pull requests that are drafts have one. */
  drafts: boolean;
  /** Age after which a sweep deletes one whose pull request is open; undefined for no limit. */
  maxAgeSeconds: number | undefined;
}

const names = ['label', 'drafts', 'max-age', 'workers', 'gpus', 'endpoints', 'storage'] as const;
type Name = (typeof names)[number];

/** Undefined for `false`. Throws {@link InputValueError}. */
export function parsePreview(value: string): PreviewOptions | undefined {
  const lines = parseLines(value);
  if (!lines.some((line) => line.includes('='))) {
    if (lines.length === 1 && /^(true|false)$/i.test(value))
      return parseBoolean(value) ? options(new Map()) : undefined;
    throw new InputValueError(
      `is ${quote(value)}`,
      `Write \`true\`, \`false\`, or \`name=value\` lines: ${names.join(', ')}.`,
    );
  }
  const given = new Map<Name, string>();
  for (const line of lines) {
    const [, word = '', text = ''] = /^([^=]*)=(.*)$/.exec(line) ?? [];
    const name = names.find((each) => each === word.trim());
    if (name === undefined) {
      const [meant] = nearest(word.trim() || line, names);
      throw new InputValueError(
        `has the line ${quote(line)}`,
        `${meant === undefined ? '' : `Did you mean \`${meant}=\`? `}Write \`name=value\` lines: ${names.join(', ')}.`,
      );
    }
    if (given.has(name)) throw new InputValueError(`has ${name} twice`, 'Write each line once.');
    // Without it every pull request would have a preview.
    if (text.trim() === '')
      throw new InputValueError(
        `has no value after \`${name}=\``,
        'Write one; an expression there was probably empty.',
      );
    given.set(name, text.trim());
  }
  return options(given);
}

function options(given: ReadonlyMap<Name, string>): PreviewOptions {
  const read = <Value>(name: Name, parse: (text: string) => Value, fallback: Value): Value => {
    const text = given.get(name);
    if (text === undefined) return fallback;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof InputValueError)) throw error;
      throw new InputValueError(`has the line \`${name}=${text}\`, and ${name} ${error.message}`, error.hint);
    }
  };
  return {
    label: read('label', (text) => parseText(text, 50), ''),
    drafts: read('drafts', parseBoolean, false),
    maxAgeSeconds: read<number | undefined>('max-age', parseLongDurationSeconds, undefined),
    workers: read('workers', parseCount, defaultPreviewLimits.workers),
    gpus: read('gpus', parseCount, defaultPreviewLimits.gpus),
    endpoints: read('endpoints', parseCount, defaultPreviewLimits.endpoints),
    storage: read('storage', parseBoolean, defaultPreviewLimits.storage),
  };
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InputValueError(`is ${quote(text)}`, 'Write a whole number of at least 1.');
}
