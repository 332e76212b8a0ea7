/** What keeps a text from rewriting what a reader sees, from being taken for markup, and from being too long. */

/** ECMA-48, control sequences; the bytes that introduce one are no characters of a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is looked for to be taken out.
const terminalSequence = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/;
const controls = new RegExp(`${terminalSequence.source}|[^\\P{Cc}\\t\\n]|\\p{Bidi_Control}`, 'gu');
const invisible = new RegExp(`${controls.source}|[\\p{Cf}\\p{DI}]`, 'gu');

/** The text without colours and moves of a terminal, other control characters, and marks that turn its direction. */
export function withoutControls(text: string): string {
  return text.replaceAll(controls, '');
}

/** {@link withoutControls}, and without anything else that cannot be seen, behind which a secret could hide. */
export function visibleText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(invisible, '');
}

/** The first `maxLength` characters, with a `…` for the rest; never cut inside a character. */
export function bounded(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The first 60 characters and a `…`. */
export const shortValue = (text: string) => bounded(text, 61);

/** {@link shortValue} in quotes, on one line. */
export const quote = (text: string) => JSON.stringify(shortValue(text));

/** One line for people: control and formatting characters become spaces, at most `max` characters stay. */
export function oneLine(text: string, max = 300): string {
  return bounded(text.replace(/[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), max);
}

/** An http(s) URL with nothing that a shell, a header, HTML or Markdown takes for more than a part of it. */
export function isPlainUrl(text: string): boolean {
  const url = /^https?:\/\/[\w.~:/?#[\]@!&*+,;=%-]+$/i.test(text) ? URL.parse(text) : null;
  return url !== null && text.length <= 2048 && !url.username && !url.password;
}

/** Markdown that no markup, no link and no line break gets out of; in HTML neither. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\t-\r]|\p{Bidi_Control}/gu, '')
    .replaceAll(/[\t-\r\u2028\u2029]+/g, ' ')
    .replaceAll(/[\\`*_{}[\]<>()#+!|~$&@]|:(?=\/\/)|(?<=www)\./gi, (character) => `&#${character.charCodeAt(0)};`);
}

/** The content of a `<code>` element, in which GitHub makes links of mail addresses, and of nothing else. */
export function escapeCode(text: string): string {
  return escapeMarkup(text).replaceAll(/&#64;(?=(?:[\w-]|&#95;)*\.)/g, '$&&#8203;');
}

/** Text from outside inside a table cell or a line. */
export function escapeCell(text: string): string {
  // GitHub turns entities into characters first, and looks for mentions and issue numbers then.
  return escapeMarkup(text).replaceAll(/&#(?:35|64);|\bGH-(?=\d)/gi, '$&&#8203;');
}
