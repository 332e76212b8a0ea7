/** Makes text of others fit to be shown: without controls, bounded, with `***` for each secret in any form. */

import { bounded, escapeCell, escapeMarkup, visibleText } from '../shown-text.ts';
import { encodings } from './encodings.ts';

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
          if (kind === 'mask' && !isShort)
            for (const written of [form, escapeMarkup(form), escapeCell(form)])
              declared.add(written, { asWord: false });
        }
      }
    },
    clean(text, maxLength = Number.POSITIVE_INFINITY) {
      // A state of the service stays one, even where an env has the same value.
      if (text === '' || harmlessWords.has(text.toLowerCase())) return text;
      if (characters.mask > mostCharacters || characters.env > mostCharacters) return '***';
      const visible = visibleText(text);
      // A secret that stands across the end is found, too.
      return bounded(all.hide(visible.slice(0, maxLength + longestForm)), maxLength);
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

/** Forms are found by this many of their first characters: the most that each of them has. */
const prefixLengths = [16, 8, 4] as const;

interface Index {
  /** `asWord`: found only where no letter, digit or `_` stands beside it. */
  add(form: string, how: { asWord: boolean }): void;
  hide(text: string): string;
}

/** Many forms that a text is searched for in one pass. */
function createIndex(): Index {
  const isWordOnly = new Map<string, boolean>();
  /** The lengths of the forms that begin so, the longest first. */
  const lengths = new Map<string, number[]>();
  /** Which pairs of characters forms begin with: hardly a place of a text has one of them. */
  const beginnings = new Uint8Array(0x1_0000);
  const beginningAt = (text: string, at: number) => (text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) & 0xffff;

  /** Where the longest form ends that starts at `at`; 0 for none that ends after `from`. */
  function endAt(text: string, { at, from }: { at: number; from: number }): number {
    let end = 0;
    for (const prefixLength of prefixLengths)
      for (const length of lengths.get(text.slice(at, at + prefixLength)) ?? []) {
        if (at + length <= Math.max(from, end)) break;
        const asWord = isWordOnly.get(text.slice(at, at + length));
        if (asWord === undefined || (asWord && /\w/.test(text.charAt(at - 1) + text.charAt(at + length)))) continue;
        end = at + length;
        break;
      }
    return end;
  }

  return {
    add(form, { asWord }) {
      const before = isWordOnly.get(form);
      isWordOnly.set(form, asWord && before !== false);
      if (before !== undefined) return;
      const prefix = form.slice(
        0,
        prefixLengths.find((length) => length <= form.length),
      );
      const known = lengths.get(prefix) ?? [];
      if (!known.includes(form.length))
        lengths.set(
          prefix,
          [...known, form.length].sort((a, b) => b - a),
        );
      beginnings[beginningAt(form, 0)] = 1;
    },
    hide(text) {
      const pieces: string[] = [];
      let done = 0;
      for (let at = 0; at + shortestSecret <= text.length; at += 1) {
        if (beginnings[beginningAt(text, at)] === 0) continue;
        const end = endAt(text, { at, from: done });
        if (end === 0) continue;
        // What overlaps or follows at once is one.
        if (at > done || pieces.length === 0) pieces.push(text.slice(done, at), '***');
        done = end;
      }
      return pieces.join('') + text.slice(done);
    },
  };
}
