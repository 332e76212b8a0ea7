/** A text with its escapes decoded, one layer after the other, each character with its place in the text as it was. */

import { terminalSequence } from './terminal-sequence.ts';

export interface DecodedText {
  text: string;
  /** Where each character starts in the text as it was; undefined where nothing moved. */
  starts?: Uint32Array | undefined;
  /** The first place after it. */
  ends?: Uint32Array | undefined;
}

/** JSON in JSON, percent in JSON, all of it escaped for Markdown, and one more. */
const maxLayers = 4;

/** Of JSON, of programming languages (octal too), and of shells and Markdown, which put a `\` before any mark. */
const backslashes =
  /\\(?:u[\da-fA-F]{4}|u\{[\da-fA-F]{1,6}\}|U[\da-fA-F]{8}|x[\da-fA-F]{2}|[0-3][0-7]{2}|[bfnrtv -/:-@[-`{-~])/g;
const kinds = [backslashes, /(?:%[\da-fA-F]{2})+/g, /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]{2,8});/g] as const;
const everyKind = new RegExp(kinds.map(({ source }) => source).join('|'), 'g');
/** Of mail: not one of every kind, because `=` stands before many a secret whose first characters are digits. */
const quotedPrintable = /(?:=[\dA-F]{2})+|=\r?\n/g;

/**
 * The text as a reader takes it in, and then each layer of escapes below it: JSON as JavaScript and Go write it, percent encoding, entities. In every
 * layer white space is one space and what cannot be seen is left out, colours and moves of a terminal once with and once without their digits. The last
 * layer has no escapes, as far as four of them nested go.
 */
export function decodedLayers(text: string): [DecodedText, ...DecodedText[]] {
  const [outer, ...others] = layersWithout(unseen, text);
  return mayHoldSequence.test(text) ? [outer, ...layersWithout(unseenOrSequence, text), ...others] : [outer, ...others];
}

const unseen = /(?:(?!\s)[\p{Cc}\p{Cf}\p{DI}])+/gu;
const unseenOrSequence = new RegExp(`(?:${terminalSequence.source}|${unseen.source})+`, 'gu');
/** As it is, or as any escape has it. */
const mayHoldSequence = /\p{Cc}\[|\u009b|[19]b|033|&#0*(?:27|155);/iu;

function layersWithout(invisible: RegExp, text: string): [DecodedText, ...DecodedText[]] {
  const outer = without(invisible, { text });
  if (!/[\\%&]|=[\dA-F\r\n]/.test(outer.text)) return [fold(outer)];
  const layers = new Map([[outer.text, outer]]);
  const below = (layer: DecodedText, kind: RegExp): DecodedText => {
    const decoded = without(invisible, rewrite(layer, kind, decodeEscape));
    // Last, even where it was there before: whatever else is done, the innermost one ends the list.
    if (decoded !== layer && layers.delete(decoded.text) !== undefined) layers.set(decoded.text, decoded);
    return decoded;
  };
  // One kind alone, and one below another: a text that was escaped may itself hold what looks like an escape of another kind.
  below(outer, quotedPrintable);
  for (const kind of kinds) {
    const decoded = below(outer, kind);
    if (decoded !== outer) for (const next of kinds) below(decoded, next);
  }
  let inner = outer;
  for (let depth = 0; depth < maxLayers; depth += 1) {
    const decoded = below(inner, everyKind);
    if (decoded === inner) break;
    inner = decoded;
  }
  return [fold(outer), ...Array.from(layers.values()).slice(1).map(fold)];
}

/** What {@link decodedLayers} makes of a secret in its first and its last layer, and with a space for what cannot be seen; each form once. */
export function comparableForms(secret: string): string[] {
  // Nearly all of them, and there may be tens of thousands.
  if (/^[!-~]+(?: [!-~]+)*$/.test(secret) && !/[\\%&]|=[\dA-F]/.test(secret)) return [secret];
  const layers = layersWithout(unseen, secret);
  const [plain] = layersWithout(unseenOrSequence, secret);
  const spaced = secret.replaceAll(/[\s\p{Cc}\p{Cf}\p{DI}]+/gu, ' ');
  return [...new Set([layers[0].text, layers.at(-1)?.text ?? '', plain.text, spaced].map((form) => form.trim()))];
}

/** The text with its lines joined: a terminal or a logger may have broken a line in the middle of a secret, and put its own mark before the rest. */
export function unwrappedLayer(text: string): DecodedText[] {
  if (!text.includes('\n')) return [];
  const whole = without(unseen, { text: text.replaceAll('\r', ' ') });
  return [
    rewrite(whole, /(?:(?<![ \t])[ \t]+)?\n[ \t]*(?:\| ?)?/g, (found) => [{ text: '', start: 0, end: found.length }]),
  ];
}

/** The texts that base64 in a text stands for, whatever stood before it: a run that is cut off at its front is read at each of four places. */
export function base64Layers(layer: DecodedText): DecodedText[] {
  const found: DecodedText[] = [];
  for (const { 0: run, index } of layer.text.matchAll(/[\w+/-]{11,}/g))
    for (let shift = 0; shift < 4; shift += 1) found.push(decodeBase64(layer, { run, index, shift }));
  return found;
}

/** Each byte is one character, as in the forms of secrets that are looked for. */
function decodeBase64(
  layer: DecodedText,
  { run, index, shift }: { run: string; index: number; shift: number },
): DecodedText {
  const bytes = Buffer.from(run.slice(shift), 'base64');
  const starts = new Uint32Array(bytes.length);
  const ends = new Uint32Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) {
    starts[at] = startOf(layer, index + shift + Math.floor((at * 4) / 3));
    ends[at] = endOf(layer, index + shift + Math.ceil(((at + 1) * 4) / 3) - 1);
  }
  return fold(without(unseen, { text: bytes.toString('latin1'), starts, ends }));
}

/** Of the well-formed character there; 1 for a byte that is part of none. */
function utf8Length(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  for (let next = 1; next < size; next += 1) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 1;
  return size;
}

function without(invisible: RegExp, layer: DecodedText): DecodedText {
  return rewrite(layer, invisible, (found) => [{ text: '', start: 0, end: found.length }]);
}

function fold(layer: DecodedText): DecodedText {
  return rewrite(layer, /\s+/g, (found) => [{ text: ' ', start: 0, end: found.length }]);
}

interface Piece {
  text: string;
  /** Within what was found. */
  start: number;
  end: number;
}

const controlEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  ast: '*',
  bsol: '\\',
  colon: ':',
  comma: ',',
  commat: '@',
  dollar: '$',
  equals: '=',
  excl: '!',
  grave: '`',
  gt: '>',
  hat: '^',
  lbrace: '{',
  lbrack: '[',
  lcub: '{',
  lowbar: '_',
  lpar: '(',
  lsqb: '[',
  lt: '<',
  nbsp: ' ',
  newline: '\n',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quest: '?',
  quot: '"',
  rbrace: '}',
  rbrack: ']',
  rcub: '}',
  rpar: ')',
  rsqb: ']',
  semi: ';',
  sol: '/',
  tab: '\t',
  verbar: '|',
  vert: '|',
};

function decodeEscape(found: string): Piece[] {
  const whole = (text: string | undefined): Piece[] => [{ text: text ?? found, start: 0, end: found.length }];
  if (found.startsWith('=')) return /^=\r?\n$/.test(found) ? whole('') : decodeBytes(found);
  if (found.startsWith('%')) return decodeBytes(found);
  const marker = found.charAt(1);
  if (found.startsWith('&')) {
    if (marker !== '#') return whole(namedEntities[found.slice(1, -1).toLowerCase()]);
    const isHex = /^&#x/i.test(found);
    return whole(character(Number.parseInt(found.slice(isHex ? 3 : 2, -1), isHex ? 16 : 10)));
  }
  if (/\d/.test(marker)) return whole(character(Number.parseInt(found.slice(1), 8)));
  if (found.length > 2) return whole(character(Number.parseInt(found.slice(2).replace('{', ''), 16)));
  return whole(controlEscapes[marker] ?? marker);
}

function character(code: number): string | undefined {
  return code <= 0x10_ffff ? String.fromCodePoint(code) : undefined;
}

/** A mark and two digits for each byte. */
function decodeBytes(found: string): Piece[] {
  const bytes = Buffer.from(found.replaceAll(/[%=]/g, ''), 'hex');
  const pieces: Piece[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = utf8Length(bytes, at);
    const text = bytes.toString(size === 1 ? 'latin1' : 'utf8', at, at + size);
    pieces.push({ text, start: at * 3, end: (at + size) * 3 });
    at += size;
  }
  return pieces;
}

/** The layer itself when nothing changes. */
function rewrite(layer: DecodedText, pattern: RegExp, replace: (found: string) => readonly Piece[]): DecodedText {
  const { text } = layer;
  const matches = [...text.matchAll(pattern)].map((match) => ({
    at: match.index,
    pieces: replace(match[0]),
    found: match[0],
  }));
  if (matches.every(({ pieces, found }) => pieces.length === 1 && pieces[0]?.text === found)) return layer;
  const texts: string[] = [];
  // No escape is shorter than what it stands for.
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  let length = 0;
  const put = (start: number, end: number) => {
    starts[length] = start;
    ends[length] = end;
    length += 1;
  };
  const copy = (from: number, to: number) => {
    texts.push(text.slice(from, to));
    for (let at = from; at < to; at += 1) put(startOf(layer, at), endOf(layer, at));
  };
  let done = 0;
  for (const { at, pieces, found } of matches) {
    copy(done, at);
    for (const piece of pieces) {
      const end = endOf(layer, at + piece.end - 1);
      // What is left out belongs to what stands before it.
      if (piece.text === '' && length > 0) ends[length - 1] = end;
      texts.push(piece.text);
      for (let unit = 0; unit < piece.text.length; unit += 1) put(startOf(layer, at + piece.start), end);
    }
    done = at + found.length;
  }
  copy(done, text.length);
  return { text: texts.join(''), starts: starts.subarray(0, length), ends: ends.subarray(0, length) };
}

function startOf({ starts }: DecodedText, at: number): number {
  return starts?.[at] ?? at;
}

function endOf({ ends }: DecodedText, at: number): number {
  return ends?.[at] ?? at + 1;
}
