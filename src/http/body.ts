/** The words of an answer that is not as expected. */

import { isObject, tryParseJson } from '../json.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { oneLine } from '../shown-text.ts';

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
  /** The words with their secrets, for decisions alone: a common word may be a secret. */
  raw: AnswerWords;
}

/** The words of JSON (service-observed.md) or plain text, with `***` for secrets; none of a web page. Never fails. */
export function summarizeResponse(
  { text, contentType }: { text: string; contentType: string },
  redactor: Redactor,
): ResponseSummary {
  // A message for people is short; a page of megabytes is not searched to its end.
  const head = text.slice(0, 16 * 1024).trim();
  if (/^<(!doctype|html)/i.test(head) || (/html/i.test(contentType) && head.startsWith('<'))) {
    return { form: 'page', ...shownWords({ reason: '', message: '' }, redactor) };
  }
  const parsed = tryParseJson(text);
  if (!parsed) return { form: 'text', ...shownWords({ reason: '', message: head }, redactor) };
  return { form: 'json', ...shownWords(wordsInJson(parsed.value), redactor) };
}

function wordsInJson(json: unknown): AnswerWords {
  if (!isObject(json)) return { reason: '', message: firstText([json]) };
  const { error, errors, metadata } = json;
  const own = firstText([json.message]);
  // A registry has a list of errors in the place of a message; that of GitHub, beside one, is not read.
  const [first]: unknown[] = own === '' && Array.isArray(errors) ? errors : [];
  const inner = [error, first].find(isObject) ?? {};
  const message = own || firstText([inner.message, error, first]);
  const details = Object.entries(isObject(metadata) ? metadata : {}).flatMap(([member, words]) =>
    typeof words === 'string' ? `${member}: ${words}` : [],
  );
  return {
    reason: firstText([json.reason, json.code, inner.code]),
    message: details.length === 0 ? message : `${message} (${details.join('; ')})`,
  };
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
