/** Makes text of others fit to be shown: without controls, bounded, with `***` for each secret in any form. */

import { bounded, escapeCell, escapeMarkup, visibleText } from '../shown-text.ts';

export type SecretKind = 'mask' | 'env';

/** One for a run, shared by every client: what each answer says passes through it where it comes in. */
export interface Redactor {
  /**
   * Hides the secret from now on. `mask`: a declared secret, from 4 characters on. `env`: a value of `envs`, from 8
   * characters on, or from 4 where it stands as a word by itself; most of them are harmless.
   */
  add(secret: string, kind: SecretKind): void;
  /** A text of others: without colours and invisible characters, without secrets, at most `maxLength` characters. */
  clean(text: string, maxLength?: number): string;
  /** A text of our own, as Markdown too, without declared secrets of 8 characters and more. */
  hideDeclared(text: string): string;
}

/** Shorter ones are not searched. */
export const shortestSecret = 4;
const shortestAnywhere = 8;

/** A longer secret is hidden in equal parts, so that most of it goes from a text that was cut in the middle of it. */
const longestPart = 64;
/** More than a part takes in any form. */
const longestForm = 1024;

/** Characters of all secrets of a kind. A spec has 64 KiB: beyond this, nothing of others is told any more. */
const mostCharacters = 512 * 1024;

/** Common values of envs, which half of all sentences contain; among them the states of the service. */
const harmlessWords: ReadonlySet<string> = new Set(
  [
    'true false null none auto default enabled disabled info debug warn warning error trace image pull failure denied',
    'exit crash serving running ready initializing creating updating pending pulling starting failed exited stopped',
    'stopping unscheduling terminating terminated deleting deleted removed unknown',
  ].flatMap((line) => line.split(' ')),
);

export function createRedactor(): Redactor {
  const known = { mask: new Set<string>(), env: new Set<string>() };
  const characters = { mask: 0, env: 0 };
  const all = createIndex();
  const declared = createIndex();
  return {
    add(secret, kind) {
      if (known[kind].has(secret) || (kind === 'env' && harmlessWords.has(secret.trim().toLowerCase()))) return;
      known[kind].add(secret);
      characters[kind] += secret.length;
      if (characters[kind] > mostCharacters) return;
      for (const part of partsOf(secret)) {
        const isShort = part.length < shortestAnywhere;
        for (const form of encodings(part)) {
          all.add(form, { asWord: kind === 'env' && isShort });
          if (kind === 'env' || isShort) continue;
          for (const written of [form, escapeMarkup(form), escapeCell(form)]) declared.add(written, { asWord: false });
        }
      }
    },
    clean(text, maxLength = Number.POSITIVE_INFINITY) {
      // A state of the service stays one, even where an env has the same value.
      if (text === '' || harmlessWords.has(text.toLowerCase())) return text;
      if (characters.mask > mostCharacters || characters.env > mostCharacters) return '***';
      const visible = visibleText(text);
      // A secret that stands across the end is found, too.
      const head = visible.slice(0, maxLength + longestForm);
      const joined = unwrapped(head);
      const hidden = all.hide(joined);
      return bounded(joined !== head && hidden === joined ? all.hide(head) : hidden, maxLength);
    },
    hideDeclared: (text) => (characters.mask > mostCharacters ? '***' : declared.hide(text)),
  };
}

/** The secret and its lines, since logs are read line by line; a long one in equal parts. */
function partsOf(secret: string): string[] {
  const visible = visibleText(secret).trim();
  const lines = visible.split(/[\r\n]+/).map((line) => line.trim());
  const long = lines.length === 1 ? lines : [visible, ...lines.filter((line) => line.length >= shortestAnywhere)];
  const parts = long.flatMap((text) => {
    const size = Math.ceil(text.length / Math.ceil(text.length / longestPart));
    const pieces: string[] = [];
    for (let at = 0, end: number; at < text.length; at = end) {
      // Half of a character beyond U+FFFF is found in no form.
      end = at + size + (/[\uD800-\uDBFF]/.test(text.charAt(at + size - 1)) ? 1 : 0);
      pieces.push(text.slice(at, end));
    }
    return pieces;
  });
  return parts.filter((part) => part.length >= shortestSecret);
}

/** Without line ends inside of base64, as MIME and PEM wrap it; in JSON, too. */
function unwrapped(text: string): string {
  const isWrap = (end: number) => /^[A-Za-z0-9+/]{60}$/.test(text.slice(Math.max(0, end - 60), end));
  return text.replaceAll(/(?:\\r)?(?:\n|\\n)(?=[A-Za-z0-9+/=])/g, (end, at: number) => (isWrap(at) ? '' : end));
}

/** Many forms that a text is searched for in one pass; those `asWord` only with no letter, digit or `_` beside them. */
function createIndex() {
  const isWordOnly = new Map<string, boolean>();
  /** By the first characters of forms: their lengths, the longest first. */
  const lengths = new Map<string, number[]>();
  /** Which pairs of characters forms begin with: hardly a place of a text has one of them. */
  const beginnings = new Uint8Array(0x1_0000);
  const beginningAt = (text: string, at: number) => (text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) & 0xffff;

  /** Where the longest form ends that starts at `at`; 0 for none that ends after `from`. */
  function endAt(text: string, at: number, from: number): number {
    for (const length of lengths.get(text.slice(at, at + shortestSecret)) ?? []) {
      if (at + length <= from) return 0;
      const asWord = isWordOnly.get(text.slice(at, at + length));
      const isWord = !/\w/.test(text.charAt(at - 1) + text.charAt(at + length));
      if (asWord !== undefined && (!asWord || isWord)) return at + length;
    }
    return 0;
  }

  return {
    add(form: string, { asWord }: { asWord: boolean }): void {
      isWordOnly.set(form, asWord && isWordOnly.get(form) !== false);
      beginnings[beginningAt(form, 0)] = 1;
      const prefix = form.slice(0, shortestSecret);
      const known = [...new Set(lengths.get(prefix)).add(form.length)];
      lengths.set(
        prefix,
        known.sort((a, b) => b - a),
      );
    },
    hide(text: string): string {
      const pieces: string[] = [];
      let done = 0;
      for (let at = 0; at + shortestSecret <= text.length; at += 1) {
        const end = beginnings[beginningAt(text, at)] === 0 ? 0 : endAt(text, at, done);
        if (end === 0) continue;
        // What overlaps or follows at once is one.
        if (at > done || pieces.length === 0) pieces.push(text.slice(done, at), '***');
        done = end;
      }
      return pieces.join('') + text.slice(done);
    },
  };
}

/** The text as it is, in JSON (also twice) by several languages, percent-encoded, in a form, in HTML, in base64. */
function encodings(text: string): ReadonlySet<string> {
  const plain = text.toWellFormed();
  const whole = Array.from(Buffer.from(plain), percentByte).join('');
  const forms = new Set([plain, ...base64(plain), whole, whole.toLowerCase()]);
  // Nearly all secrets need no escapes.
  if (/^[\w.-]*$/.test(plain)) return forms;
  const escaped = [json, goJson, asciiJson, gsonJson, dotnetJson].map((encode) => encode(plain));
  const percent = percentRules.map((rule) => percentForm(plain, rule));
  return new Set([
    ...forms,
    ...escaped,
    ...escaped.flatMap((once) => [json(once), goJson(once)]),
    plain.replaceAll('/', '\\/'),
    ...percent,
    ...percent.map((form) => form.replaceAll(/%../g, (digits) => digits.toLowerCase())),
    ...entities.map((names) => plain.replaceAll(/[&<>"']/g, (mark) => names[marks.indexOf(mark)] ?? mark)),
  ]);
}

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const unicode = (mark: string) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
const goJson = (text: string) => json(text).replaceAll(/[<>&\u2028\u2029]/g, unicode);
const asciiJson = (text: string) => json(text).replaceAll(/[^\0-\x7f]/g, unicode);
const gsonJson = (text: string) => json(text).replaceAll(/[<>&='\u2028\u2029]/g, unicode);
const dotnetJson = (text: string) =>
  json(text).replaceAll(
    /\\"|[<>&'+`\x7f]|[^\0-\x7f]/g,
    (mark) => `\\u${unicode(mark.slice(-1)).slice(2).toUpperCase()}`,
  );

const percentByte = (byte: number) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`;

/** What is kept beside letters and digits, with the form of a space: JavaScript, HTML and Java, Python and Go, PHP. */
const percentRules = [
  ["-_.!~*'()", '%20'],
  ['-_.*', '+'],
  ['-_.~/', '%20'],
  ['-_.~', '%20'],
  ['-_.~', '+'],
  ['-_.', '+'],
] as const;

function percentForm(text: string, [kept, space]: readonly [string, string]): string {
  return text.replaceAll(/[^A-Za-z0-9]/gu, (mark) => {
    if (mark === ' ') return space;
    return kept.includes(mark) ? mark : Array.from(Buffer.from(mark), percentByte).join('');
  });
}

const marks = '&<>"\'';
/** As HTML is escaped for text, for attributes, by JavaScript, by Go and by Python, and all of it by numbers. */
const entities: readonly (readonly string[])[] = [
  ...['', '&quot;', '&quot; &apos;', '&quot; &#39;', '&quot; &#x27;', '&#34; &#39;'].map(
    (rest) => `&amp; &lt; &gt; ${rest}`,
  ),
  '&#38; &#60; &#62; &#34; &#39;',
  '&#x26; &#x3c; &#x3e; &#x22; &#x27;',
].map((names) => names.trim().split(' '));

/** The characters that depend on the text alone, after none, one or two other bytes of a group of three. */
function base64(text: string): string[] {
  const bytes = Buffer.from(text);
  // Fewer stand in many a word.
  if (bytes.length < 8) return [];
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const start = Math.ceil((before * 8) / 6);
    // The last character may depend on what follows the text, or end the whole.
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    return [encoded.slice(start, end), encoded.slice(start)].flatMap((own) => [
      own,
      own.replaceAll('+', '-').replaceAll('/', '_'),
    ]);
  });
}
