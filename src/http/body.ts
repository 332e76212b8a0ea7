/** The body of an answer: decoded, within its ceilings, and the words of an unexpected one. */

import { promisify } from 'node:util';
import { isObject, tryParseJson } from '../json.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { oneLine } from '../shown-text.ts';

export interface BodyCeilings {
  /** Also of a decoded body: a small body cannot fill the memory. */
  maxBytes: number;
  /** Of a body that is JSON; default none. To parse a few megabytes of `{}` takes seconds and a gigabyte. */
  json?: { /** Members, items, lists and objects. */ values: number; depth: number } | undefined;
}

export const tooManyBytes = (maxBytes: number) => `more than ${maxBytes} bytes`;

/**
 * The body without its content coding: no request asks for one, but a proxy may compress. Empty if it cannot be
 * decoded; text, the end of a sentence, if the body is too large. Never rejects.
 */
export async function readBody(
  raw: Buffer,
  { coding, maxBytes, json }: BodyCeilings & { coding: string },
): Promise<Buffer | string> {
  const isPlain = ['', 'identity'].includes(coding) || raw.length === 0;
  const body = isPlain ? raw : await decode(raw, coding, maxBytes);
  if (body === undefined) return tooManyBytes(maxBytes);
  return (json && jsonExcess(body, json)) ?? body;
}

/** Undefined for more than `maxBytes`. */
async function decode(raw: Buffer, coding: string, maxBytes: number): Promise<Buffer | undefined> {
  const { brotliDecompress: br, gunzip: gzip, inflate: deflate } = await import('node:zlib');
  const decoder = new Map(Object.entries({ br, gzip, deflate })).get(coding);
  try {
    return decoder ? await promisify<Buffer, object, Buffer>(decoder)(raw, { maxOutputLength: maxBytes }) : Buffer.of();
  } catch (error) {
    return (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? undefined : Buffer.of();
  }
}

const [quoteByte, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, openBrace, closeBracket, closeBrace] = [0x5b, 0x7b, 0x5d, 0x7d];

/** Undefined for a body within the ceilings, and for a body that is neither a list nor an object. */
function jsonExcess(body: Buffer, { values, depth }: NonNullable<BodyCeilings['json']>): string | undefined {
  let counted = 0;
  let open = 0;
  let inString = false;
  // White space and a byte order mark may come first.
  for (let at = body.findIndex((byte) => byte > 0x20 && byte < 0xbb); at < body.length; at += 1) {
    const byte = body[at];
    if (inString) {
      if (byte === quoteByte) inString = false;
      else if (byte === backslash) at += 1;
    } else if (byte === quoteByte) inString = true;
    else if (byte === comma) counted += 1;
    else if (byte === openBracket || byte === openBrace) {
      counted += 1;
      open += 1;
      if (open > depth) return `lists and objects nested more than ${depth} levels deep`;
    } else if (byte === closeBracket || byte === closeBrace) open -= 1;
    else if (counted === 0) return undefined;
  }
  return counted > values ? `more than ${values} values` : undefined;
}

/** '' for what the body does not say. */
export interface AnswerWords {
  /** The code in it, e.g. `BALANCE_NOT_ENOUGH`. */
  reason: string;
  /** One line without control characters, at most 300 characters. */
  message: string;
}

export interface ResponseSummary extends AnswerWords {
  /** `json` comes from the service itself; a `page` from a proxy, or from a wrong address. */
  form: 'json' | 'page' | 'text';
  /** With their secrets, for decisions alone: a common word may be a secret. */
  raw: AnswerWords;
}

/** The words of JSON (service-observed.md), a web page or plain text, with `***` for secrets. Never fails. */
export function summarizeResponse(
  { text, contentType }: { text: string; contentType: string },
  redactor: Redactor,
): ResponseSummary {
  // A message for people is short; a page of megabytes is not searched to its end.
  const head = text.slice(0, 16 * 1024).trim();
  if (/^<(!doctype|html)/i.test(head) || (/html/i.test(contentType) && head.startsWith('<'))) {
    // Before tags are removed: a secret may look like a tag.
    const page = redactor.clean(head);
    const message = /<title[^<>]*>([^<]*)/i.exec(page)?.[1] ?? page.replaceAll(/<[^>]*>?/g, ' ');
    return { form: 'page', ...shownWords({ reason: '', message }, redactor) };
  }
  const parsed = tryParseJson(text);
  if (!parsed) return { form: 'text', ...shownWords({ reason: '', message: head }, redactor) };
  return { form: 'json', ...shownWords(wordsInJson(parsed.value), redactor) };
}

/** The complaints of a validator about more members are not read. */
const maxDetails = 20;

function wordsInJson(json: unknown): AnswerWords {
  if (!isObject(json)) return { reason: '', message: firstText([json]) };
  const { error, metadata } = json;
  const errors: unknown[] = Array.isArray(json.errors) ? json.errors.slice(0, maxDetails) : [];
  const own = firstText([json.message]);
  // A registry has a list of errors in the place of a message; GitHub names the wrong members in one beside it.
  const inner = [error, ...(own === '' ? errors : [])].find(isObject) ?? {};
  const message = own || firstText([inner.message, error, errors[0], json.detail]);
  const wrongMembers = Object.entries(isObject(metadata) ? metadata : {})
    .slice(0, maxDetails)
    .flatMap(([member, words]) => (typeof words === 'string' ? `${member}: ${words}` : []));
  const details = [...wrongMembers, ...(own === '' ? [] : errors.map(errorText))].filter((text) => text !== '');
  return {
    reason: firstText([json.reason, json.code, inner.code]),
    message: details.length === 0 ? message : `${message} (${details.join('; ')})`,
  };
}

function errorText(error: unknown): string {
  const { field, message, code } = isObject(error) ? error : { message: error };
  return [firstText([field]), firstText([message, code])].join(' ').trim();
}

function firstText(values: readonly unknown[]): string {
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '') ?? '';
}

const maxMessageLength = 2048;

function shownWords({ reason, message }: AnswerWords, redactor: Redactor): AnswerWords & { raw: AnswerWords } {
  // A code is one word; a sentence in its place is a message.
  const isCode = /^[A-Za-z][\w.-]{0,79}$/.test(reason);
  const code = isCode ? reason : '';
  const words = message || (isCode ? '' : reason);
  return {
    reason: redactor.clean(code) === code ? code : '',
    message: oneLine(redactor.clean(words, maxMessageLength)),
    raw: { reason: code, message: oneLine(words.slice(0, maxMessageLength)) },
  };
}
