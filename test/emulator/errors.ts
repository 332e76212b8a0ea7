// The form of error answers, and how their texts quote what the client sent.
import type { Switches } from './switches.ts';
import { type Answer, htmlAnswer, jsonAnswer } from './wire.ts';

type Json = Readonly<Record<string, unknown>>;

/** An error in the form that the switch `errorBody` names. Only the standard form carries the reason. */
export function errorAnswer(
  error: { readonly status: number; readonly reason: string; readonly message: string; readonly metadata?: Json },
  by: { readonly switches: Switches; readonly sent: unknown },
  headers: Record<string, string> = {},
): Answer {
  const { status, reason, metadata = {} } = error;
  const message = error.message + quotation(by.sent, by.switches.errorQuotes);
  switch (by.switches.errorBody) {
    case 'standard':
      return jsonAnswer(status, { code: status, reason, message, metadata }, headers);
    case 'nested':
      return jsonAnswer(status, { error: { message } }, headers);
    case 'string':
      return jsonAnswer(status, message, headers);
    case 'html':
      return htmlAnswer(status, by.switches.errorQuotes === 'none' ? 'Error' : `Error: ${message}`, headers);
    case 'empty':
      return { status, headers, body: '' };
  }
}

/** JSON the way Go's encoding/json writes it. */
export function goEscaped(json: string): string {
  return json.replaceAll(/[&<>\u2028\u2029]/g, (character) => `\\u${hex4(character)}`);
}

/** What the client sent, as services quote it in their messages. */
function quotation(sent: unknown, form: Switches['errorQuotes']): string {
  if (form === 'none' || sent === undefined) return '';
  const json = typeof sent === 'string' ? sent : JSON.stringify(sent);
  return `; request: ${quoted(json, form)}`;
}

function quoted(json: string, form: Exclude<Switches['errorQuotes'], 'none'>): string {
  switch (form) {
    case 'plain':
      return json;
    case 'go':
      return goEscaped(json);
    case 'percent':
      return encodeURIComponent(json.toWellFormed());
    case 'entities':
      return json.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
    case 'nested':
      return goEscaped(JSON.stringify(goEscaped(JSON.stringify(goEscaped(json)))));
  }
}

function hex4(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}
