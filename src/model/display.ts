/** Texts for people: values of fields that may hold a secret, durations, counts. */

/** The text with `${KEY}`, and the filled one, of each field that may hold a secret, by its path. */
export type Templates = ReadonlyMap<string, { readonly template: string; readonly filled: string }>;

/** Where a configuration carries its templates: a symbol is copied with it, and goes into no request. */
export const templates: unique symbol = Symbol('templates');

/** Stands for a value that may hold a secret. */
export const hidden = '…';

/**
 * The value of a field that may hold a secret: as the spec has it, with `***` for words that look like secrets; `…`
 * for any other text, because a live one may hold a secret that the spec no longer has.
 */
export function displayText(known: Templates | undefined, { path, text }: { path: string; text: string }): string {
  const form = known?.get(path);
  return form?.filled === text ? form.template.replaceAll(secretWord, '***') : hidden;
}

/** The beginnings of tokens of Hugging Face, OpenAI, GitHub, AWS and Slack. */
export const secretWord = /(?<![A-Za-z0-9])(?:hf_|sk-|gh[oprsu]_|github_pat_|AKIA|xox[a-z]-)[\w-]{8,}/g;

/** The words of a text that are known to be secrets by their first letters. */
export function secretWords(text: string): string[] {
  return text.match(secretWord) ?? [];
}

/** `llama (bc1a5ea6ae5677df)`. */
export const endpointName = ({ id, config }: { id: string; config: { name: string } }) => `${config.name} (${id})`;

/** What there is of these parts, with a comma or `by` between them. */
export const joined = (parts: readonly (string | false | undefined)[], by = ', ') => parts.filter(Boolean).join(by);

/** `45 s`, `3 m 20 s`, `1 h 5 m`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  const parts = minutes < 60 ? { m: minutes, s: whole % 60 } : { h: Math.floor(minutes / 60), m: minutes % 60 };
  const shown = Object.entries(parts).flatMap(([unit, count]) => (count > 0 ? [`${count} ${unit}`] : []));
  return shown.join(' ') || '0 s';
}

/** `1 error`, `2 errors`. */
export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The first characters of a commit's ID. */
export const shortCommit = (id: string) => id.slice(0, 12);
