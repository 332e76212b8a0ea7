/** The input `preview-limits`: lines over the defaults. */

import { InputValueError, parseLines, quote } from './input-values.ts';
import { type Allowed, defaultPreviewLimits, type PreviewLimits } from './plan/preview-limits.ts';

const previewLimitNames = ['workers', 'gpus', 'auth-ids', 'volumes', 'secret-envs'] as const;

/** `name=value` lines over the defaults; lists are separated by commas, `any` and `none` are words. */
export function parsePreviewLimits(value: string): PreviewLimits {
  const given = new Map<string, string>();
  for (const line of parseLines(value)) {
    const [name = '', ...rest] = line.split('=');
    if (!previewLimitNames.some((known) => known === name.trim()) || rest.length === 0)
      throw new InputValueError(
        `has the line ${quote(line)}`,
        `Write one \`name=value\` per line; known names: ${previewLimitNames.join(', ')}.`,
      );
    given.set(name.trim(), rest.join('=').trim());
  }
  const number = (name: string, fallback: number) => {
    const text = given.get(name);
    if (text === undefined) return fallback;
    if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
    throw new InputValueError(`has ${name}=${quote(text)}`, 'Write a whole number of at least 1.');
  };
  const list = (name: string, fallback: Allowed): Allowed => {
    const text = given.get(name);
    if (text === undefined) return fallback;
    if (text === '') throw new InputValueError(`has no value after ${name}=`, 'Write a list, `any` or `none`.');
    if (text === 'any') return 'any';
    return text === 'none' ? [] : text.split(',').map((item) => item.trim());
  };
  return {
    workers: number('workers', defaultPreviewLimits.workers),
    gpus: number('gpus', defaultPreviewLimits.gpus),
    authIds: list('auth-ids', defaultPreviewLimits.authIds),
    volumes: list('volumes', defaultPreviewLimits.volumes),
    secretEnvs: list('secret-envs', defaultPreviewLimits.secretEnvs),
  };
}
