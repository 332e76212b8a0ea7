/** What a text says when its escapes are read: those of JSON and of languages, of addresses, and of HTML. */

import { visibleText } from '../shown-text.ts';

/** `starts`: where each character, and the end, stands in the text that was given; undefined for that text itself. */
export interface Decoded {
  readonly text: string;
  readonly starts?: Uint32Array;
}

const characterOf = (digits: string, base: number) => {
  const code = Number.parseInt(digits, base);
  return code > 0x10ffff ? '' : String.fromCodePoint(code);
};

const letters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Escapes of one character, and how each is read. */
const escapes: readonly (readonly [form: RegExp, read: (found: string) => string])[] = [
  [
    /\\(?:u\{[\da-fA-F]{1,6}\}|U[\da-fA-F]{8}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|.)/gs,
    (found) =>
      found.length === 2
        ? (letters[found.slice(1)] ?? found.slice(1))
        : characterOf(found.replace(/[^\da-f]/gi, ''), 16),
  ],
  [
    // UTF-8.
    /%(?:[0-7][\da-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-7](?:%[89ab][\da-f]){3})/gi,
    (found) => Buffer.from(found.replaceAll('%', ''), 'hex').toString(),
  ],
  [
    /&(?:#x[\da-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);/gi,
    (found) => {
      const name = found.slice(1, -1).toLowerCase();
      const [, hex = name.slice(1)] = /^#x(.*)/.exec(name) ?? [];
      return names[name] ?? characterOf(hex, name.startsWith('#x') ? 16 : 10);
    },
  ],
];

/** By each kind of escape that the text has. What cannot be seen is left out. */
function decode({ text, starts: before }: Decoded): Decoded[] {
  return escapes.flatMap(([form, read]) => {
    if (text.search(form) < 0) return [];
    const starts = new Uint32Array(text.length + 1);
    const pieces: string[] = [];
    let [length, from] = [0, 0];
    const keepTo = (end: number) => {
      if (from < end) pieces.push(text.slice(from, end));
      for (; from < end; from += 1, length += 1) starts[length] = before?.[from] ?? from;
    };
    text.replaceAll(form, (found, at: number) => {
      keepTo(at);
      const character = read(found);
      const seen = /^[ -~]$/.test(character) ? character : visibleText(character);
      pieces.push(seen);
      for (let unit = 0; unit < seen.length; unit += 1, length += 1) starts[length] = before?.[at] ?? at;
      from = at + found.length;
      return '';
    });
    keepTo(text.length);
    starts[length] = before?.[text.length] ?? text.length;
    return { text: pieces.join(''), starts };
  });
}

/** The text itself, and what it says when one kind of escape is read, or two, one inside the other. */
export function decodingsOf(text: string): Decoded[] {
  const once = decode({ text });
  const all = [{ text }, ...once, ...once.flatMap(decode)];
  return [...new Map(all.map((each) => [each.text, each])).values()];
}
