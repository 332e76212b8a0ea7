/** Makes foreign text safe to show: without control characters, bounded, with `***` for each secret in any form. */

import { bounded, visibleText } from '../shown-text.ts';
import { decodingsOf } from './decoding.ts';

export type SecretKind = 'mask' | 'env' | 'plain';

/** One for a run, shared by every client, which cleans the words of each answer at once. */
export type Redactor = ReturnType<typeof createRedactor>;

/** Shorter secrets are not searched. */
const minSecretLength = 4;
/** A shorter value of an env is searched as a word by itself. */
const minLengthAnywhere = 8;

/** A longer secret is hidden in equal parts, so that most of it is hidden even if the text ends within it. */
const maxPartLength = 64;
/** More than a part takes in any form. */
const maxFormLength = 2048;

/** Characters of all secrets of a kind. A spec has 64 KiB: beyond this, all foreign text is hidden. */
const maxCharacters = 512 * 1024;

/** Common values of envs, which half of all sentences contain; among them the states of the service. */
const harmlessWords: ReadonlySet<string> = new Set(
  [
    'true false null none auto default enabled disabled info debug warn warning error trace image pull failure denied',
    'exit crash serving running ready initializing creating updating pending pulling starting failed exited stopped',
    'stopping unscheduling terminating terminated deleting deleted removed unknown',
  ].flatMap((line) => line.split(' ')),
);

export function createRedactor() {
  const known = { mask: new Set<string>(), env: new Set<string>(), plain: new Set<string>() };
  const characters = { mask: 0, env: 0, plain: 0 };
  const all = createIndex();
  const inOwn = createIndex();
  const declared = createIndex();
  return {
    /**
     * Hides the secret from now on. `mask`: a declared secret, from 4 characters on. `env`: a value of `envs`, from 8
     * characters on, or from 4 as a word by itself, because most of them are harmless. `plain`: the same, of a value
     * that everyone reads in the spec; `hideInOwn` leaves it in.
     */
    add(secret: string, kind: SecretKind): void {
      const isHarmless = known.plain.has(secret) || harmlessWords.has(secret.trim().toLowerCase());
      if (known[kind].has(secret) || (kind !== 'mask' && isHarmless)) return;
      known[kind].add(secret);
      characters[kind] += secret.length;
      if (characters[kind] > maxCharacters) return;
      for (const part of secretParts(secret)) {
        const isShort = part.length < minLengthAnywhere;
        for (const form of encodings(part)) {
          const asWord = kind !== 'mask' && isShort;
          all.add(form, { asWord });
          if (kind !== 'plain') inOwn.add(form, { asWord });
          if (kind === 'mask' && !isShort) declared.add(form, { asWord });
        }
      }
    },
    /** Foreign text: without colours, invisible characters and secrets, at most `maxLength` characters. */
    clean(text: string, maxLength = Infinity): string {
      // A state of the service is shown even if an env has the same value.
      if (text === '' || harmlessWords.has(text.toLowerCase())) return text;
      if (characters.mask > maxCharacters || characters.env + characters.plain > maxCharacters) return '***';
      const visible = visibleText(text);
      // This finds a secret across the end, too.
      return bounded(all.hide(visible.slice(0, maxLength + maxFormLength)), maxLength);
    },
    /** Our own text that quotes the spec: without secrets, and without all values of envs but the plain ones. */
    hideInOwn: (text: string) =>
      characters.mask > maxCharacters || characters.env > maxCharacters ? '***' : inOwn.hide(text),
    /** Our own text, also Markdown, without declared secrets of 8 characters and more. */
    hideDeclared: (text: string) => (characters.mask > maxCharacters ? '***' : declared.hide(text)),
  };
}

/** The secret and its lines, since logs are read line by line; a long one in equal parts. */
function secretParts(secret: string): string[] {
  const visible = visibleText(secret).trim();
  const lines = visible.split(/[\r\n]+/).map((line) => line.trim());
  const long = lines.length === 1 ? lines : [visible, ...lines.filter((line) => line.length >= minLengthAnywhere)];
  const parts = long.filter(Boolean).flatMap((text) => {
    const size = Math.ceil(text.length / Math.ceil(text.length / maxPartLength));
    // Half of a character beyond U+FFFF would be found in no form.
    return text.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? [];
  });
  return parts.filter((part) => part.length >= minSecretLength);
}

/** Finds many forms in one pass over a text; those `asWord` only without a letter, digit or `_` beside them. */
function createIndex() {
  const isWordOnly = new Map<string, boolean>();
  /** The lengths of forms by their first characters, the longest first. */
  const lengths = new Map<string, number[]>();
  /** 1 at the code of each character with which forms begin. Most characters of a long text begin no form. */
  const firstCodes = new Uint8Array(0x10000);

  /** The end of the longest form at `at`; 0 without a form that ends after `from`. */
  function endAt(text: string, at: number, from: number): number {
    for (const length of lengths.get(text.slice(at, at + minSecretLength)) ?? []) {
      if (at + length <= from) return 0;
      const asWord = isWordOnly.get(text.slice(at, at + length));
      const isWord = !/\w/.test(text.charAt(at - 1) + text.charAt(at + length));
      if (asWord !== undefined && (!asWord || isWord)) return at + length;
    }
    return 0;
  }

  /** The ranges of the text that have forms; those that overlap or touch are one. */
  function findIn(text: string): Range[] {
    const found: Range[] = [];
    for (let at = 0; at + minSecretLength <= text.length; at += 1) {
      if (firstCodes[text.charCodeAt(at)] === 0) continue;
      const last = found.at(-1);
      const end = endAt(text, at, last?.end ?? 0);
      if (end === 0) continue;
      if (last && at <= last.end) last.end = end;
      else found.push({ start: at, end });
    }
    return found;
  }

  return {
    add(form: string, { asWord }: { asWord: boolean }): void {
      isWordOnly.set(form, asWord && isWordOnly.get(form) !== false);
      firstCodes[form.charCodeAt(0)] = 1;
      const prefix = form.slice(0, minSecretLength);
      const known = lengths.get(prefix) ?? [];
      if (known.includes(form.length)) return;
      known.push(form.length);
      lengths.set(
        prefix,
        known.sort((a, b) => b - a),
      );
    },
    hide(text: string): string {
      if (isWordOnly.size === 0) return text;
      const found = decodingsOf(text).flatMap(({ text, startsIn }) => {
        const ranges = findIn(text);
        const starts = ranges.length > 0 ? startsIn?.() : undefined;
        return starts ? ranges.map(({ start, end }) => ({ start: starts[start] ?? 0, end: starts[end] ?? 0 })) : ranges;
      });
      const pieces: string[] = [];
      let done = 0;
      for (const { start, end } of found.sort((a, b) => a.start - b.start)) {
        // Adjacent secrets become one `***`, and so do those that two decodings show.
        if (start > done || pieces.length === 0) pieces.push(text.slice(done, start), '***');
        done = Math.max(done, end);
      }
      return pieces.join('') + text.slice(done);
    },
  };
}

interface Range {
  readonly start: number;
  end: number;
}

/** The text as it is, with what stays of a form when it is decoded, with quotes inside quotes, and in base64. */
function encodings(text: string): ReadonlySet<string> {
  const plain = text.toWellFormed();
  return new Set([
    plain,
    plain.replaceAll(' ', '+'),
    plain.replaceAll(/\s+/g, ' '),
    plain.replaceAll("'", "''"),
    plain.replaceAll("'", "'\\''"),
    plain.replaceAll('"', '""'),
    ...base64(plain),
  ]);
}

/** The characters that depend on the text alone, after zero, one or two other bytes of a group of three. */
function base64(text: string): string[] {
  const bytes = Buffer.from(text);
  // Fewer bytes would match many words.
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
