/** A text with its escapes read: the escapes of JSON and of languages, of addresses, and of HTML. */

import { visibleText } from '../shown-text.ts';

/**
 * `startsIn`: where each character, and the end, stands in the text that was given; absent for that text itself. Made
 * only when asked for: most texts have no secret, and it takes longer than the decoding.
 */
interface Decoded {
  readonly text: string;
  readonly startsIn?: () => Uint32Array;
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
        : characterOf(found.slice(found[2] === '{' ? 3 : 2), 16),
  ],
  [
    // UTF-8.
    /%(?:[0-7][\da-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-7](?:%[89ab][\da-f]){3})/gi,
    (found) =>
      found.length === 3 ? characterOf(found.slice(1), 16) : Buffer.from(found.replaceAll('%', ''), 'hex').toString(),
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

/** The text decoded by each kind of escape that it has. What cannot be seen is left out. */
function decode({ text, startsIn }: Decoded): Decoded[] {
  return escapes.flatMap(([form, read]) => {
    if (text.search(form) < 0) return [];
    const show = (found: string) => {
      const character = read(found);
      return character.length === 1 && character >= ' ' && character <= '~' ? character : visibleText(character);
    };
    const decoded = text.replaceAll(form, show);
    const place = () => {
      const given = startsIn?.();
      const starts = new Uint32Array(decoded.length + 1);
      let [length, from] = [0, 0];
      const copyUntil = (end: number) => {
        for (; from < end; from += 1, length += 1) starts[length] = given?.[from] ?? from;
      };
      text.replaceAll(form, (found, at: number) => {
        copyUntil(at);
        const end = length + show(found).length;
        starts.fill(given?.[at] ?? at, length, end);
        [length, from] = [end, at + found.length];
        return '';
      });
      copyUntil(text.length + 1);
      return starts;
    };
    return { text: decoded, startsIn: place };
  });
}

/** The text itself, and what it says when one kind of escape is read, or two, one inside the other. */
export function decodingsOf(text: string): Decoded[] {
  const once = decode({ text });
  const all = [{ text }, ...once, ...once.flatMap(decode)];
  return [...new Map(all.map((each) => [each.text, each])).values()];
}
