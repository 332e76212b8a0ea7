/** What an answer that is not the expected one says in words: JSON (service-observed.md), HTML, plain text, or nothing. */

import type { Redactor } from '../secrets/redactor.ts';

export interface ResponseSummary {
  /** The code in it, e.g. `BALANCE_NOT_ENOUGH`. */
  reason?: string;
  /** One line without control characters, at most 300 characters. */
  message?: string;
  /** {@link reason} and {@link message} as they came, for decisions alone: those do not depend on what is secret. */
  untold: { reason?: string; message?: string };
  /** The body is a JSON value: the service itself speaks. */
  isJson: boolean;
  /** The body is an HTML page: something else speaks (a proxy, a wrong address). */
  isHtml: boolean;
}

export interface ResponseText {
  text: string;
  contentType: string;
}

/** Never fails. Secrets that the answer echoes are replaced by `***`. */
export function summarizeResponse({ text, contentType }: ResponseText, redactor: Redactor): ResponseSummary {
  // What a person reads is short; a page of megabytes is not searched to its end.
  const head = text.slice(0, 16 * 1024).trim();
  if (/html/i.test(contentType) || /^<(!doctype|html)/i.test(head)) {
    // Without its tags, a secret that looks like one would not be found any more.
    const page = redactor.clean(head);
    const message = /<title[^<>]*>([^<]*)/i.exec(page)?.[1] ?? page.replaceAll(/<[^>]*>?/g, ' ');
    return { ...summarize({ message }, redactor), isJson: false, isHtml: true };
  }
  const parsed = tryParseJson(text);
  if (!parsed) return { ...summarize({ message: head }, redactor), isJson: false, isHtml: false };
  return { ...summarize(partsOf(parsed.value), redactor), isJson: true, isHtml: false };
}

/** One line for people: control and formatting characters become spaces, at most `max` characters stay. */
export function oneLine(text: string, max = 300): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > max ? `${line.slice(0, max - 1).trimEnd()}…` : line;
}

/** The message of V8's own error is not passed on: it quotes the text, and the text may hold envs. */
export function tryParseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

interface Parts {
  reason?: string | undefined;
  message?: string | undefined;
  details?: string;
}

function partsOf(value: unknown): Parts {
  if (typeof value === 'string') return { message: value };
  if (!isObject(value)) return {};
  const errors: unknown[] = Array.isArray(value.errors) ? value.errors.slice(0, maxDetails) : [];
  const message = firstText([value.message]);
  const inner = [value.error, ...(message === undefined ? errors : [])].find(isObject) ?? {};
  // A validator says there which member it dislikes; GitHub does in a list of errors.
  const details = Object.entries(isObject(value.metadata) ? value.metadata : {})
    .slice(0, maxDetails)
    .flatMap(([member, detail]) => (typeof detail === 'string' ? `${member}: ${detail}` : []));
  if (message !== undefined) details.push(...errors.map(errorText).filter((text) => text !== ''));
  const { error, msg, detail, error_description: description } = value;
  return {
    reason: firstText([value.reason, inner.reason, value.code, inner.code, inner.type]),
    message: message ?? firstText([inner.message, error, msg, detail, description, inner.detail, errors[0]]),
    details: details.join('; '),
  };
}

function errorText(error: unknown): string {
  if (!isObject(error)) return typeof error === 'string' ? error : '';
  return [error.field, error.message ?? error.code].filter((part) => typeof part === 'string').join(' ');
}

function summarize(
  { reason, message, details = '' }: Parts,
  redactor: Redactor,
): Pick<ResponseSummary, 'reason' | 'message' | 'untold'> {
  const isClean = (word: string) => redactor.clean(word) === word;
  // A code is a word; a sentence in its place is a message.
  const hasCodeForm = reason !== undefined && /^[A-Za-z][\w.-]{0,79}$/.test(reason);
  const isCode = hasCodeForm && isClean(reason);
  // Some answers carry the code in the message alone.
  const codeInMessage = message?.match(/^[A-Z]+(?:_[A-Z]+)+\b/)?.[0];
  const code = isCode ? reason : codeInMessage;
  const came = hasCodeForm ? reason : codeInMessage;
  const sentence = message ?? (isCode ? '' : (reason ?? ''));
  const said = `${sentence}${details === '' ? '' : ` (${details})`}`;
  const words = oneLine(redactor.clean(said, maxWordsLength));
  return {
    ...(code === undefined || !isClean(code) ? {} : { reason: code }),
    ...(words === '' ? {} : { message: words }),
    untold: {
      ...(came !== undefined && { reason: came }),
      ...(said.trim() !== '' && { message: oneLine(said.slice(0, maxWordsLength)) }),
    },
  };
}

/** What a validator says of more members at once is not read. */
const maxDetails = 20;

const maxWordsLength = 2048;

function firstText(values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '');
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
