/** Owns what an answer that is not the expected one says in words: every body of service-observed.md, HTML, and none; knows no codes. */

export interface Said {
  /** The service's reason code, e.g. `BALANCE_NOT_ENOUGH`. */
  reason?: string;
  /** One line without control characters, at most 300 characters. */
  message?: string;
  /** The body is a JSON value: the service itself speaks. */
  json: boolean;
  /** The body is an HTML page: something else speaks (a proxy, a wrong address). */
  html: boolean;
}

export interface Body {
  text: string;
  contentType: string;
  /** Values that must not come back: the api key, the values of envs that were sent. */
  secrets: readonly string[];
}

/** Never fails. Secrets that the service echoes are replaced by `***`. */
export function readErrorBody({ text, contentType, secrets }: Body): Said {
  // What a person reads is short; a page of megabytes is not searched to its end.
  const head = text.slice(0, 16 * 1024).trim();
  if (/html/i.test(contentType) || /^<(!doctype|html)/i.test(head)) {
    return { ...worded({ message: htmlText(head) }, secrets), json: false, html: true };
  }
  const parsed = tryParseJson(text);
  if (!parsed) return { ...worded({ message: head }, secrets), json: false, html: false };
  return { ...worded(find(parsed.value), secrets), json: true, html: false };
}

/** One line for people: control and formatting characters become spaces, at most `max` characters stay. */
export function oneLine(text: string, max = 300): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
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

type Members = Record<string, unknown>;

interface Found {
  reason?: string | undefined;
  message?: string | undefined;
  details?: string;
}

function find(value: unknown): Found {
  if (typeof value === 'string') return { message: value };
  if (!isObject(value)) return {};
  const inner = isObject(value.error) ? value.error : {};
  const listed = Array.isArray(value.errors) ? value.errors[0] : undefined;
  const first = isObject(listed) ? listed : {};
  const details = Object.entries(isObject(value.metadata) ? value.metadata : {})
    .filter(([, detail]) => typeof detail === 'string')
    .map(([member, detail]) => `${member}: ${detail}`);
  return {
    reason: firstText([value.reason, inner.reason, value.code, inner.code, inner.type, first.reason, first.code]),
    message: firstText([
      value.message,
      inner.message,
      value.error,
      value.msg,
      value.detail,
      value.error_description,
      first.message,
      first.detail,
      listed,
    ]),
    // A validator says there which member it dislikes.
    details: details.join('; '),
  };
}

function worded({ reason, message, details = '' }: Found, secrets: readonly string[]): Partial<Said> {
  // A code is a word; a sentence in its place is a message.
  const isCode = reason !== undefined && /^[A-Za-z][\w.-]{0,79}$/.test(reason) && redact(reason, secrets) === reason;
  // Some answers carry the code in the message alone.
  const code = isCode ? reason : message?.match(/^[A-Z]+(?:_[A-Z]+)+\b/)?.[0];
  const sentence = message ?? (isCode ? '' : (reason ?? ''));
  const words = oneLine(redact([sentence, details === '' ? '' : `(${details})`].join(' '), secrets));
  return {
    ...(code === undefined || redact(code, secrets) !== code ? {} : { reason: code }),
    ...(words === '' ? {} : { message: words }),
  };
}

/** Long values wherever they stand; short ones (`1`, `GET`) only as whole words, or they would eat the sentence. */
export function redact(text: string, secrets: readonly string[]): string {
  let result = text;
  // As it is, and as it stands inside a JSON text.
  const forms = new Set(secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]));
  for (const secret of [...forms].sort((a, b) => b.length - a.length)) {
    if (secret.trim() === '') continue;
    if (secret.length >= 5) result = result.replaceAll(secret, '***');
    else result = result.replace(new RegExp(`(?<![\\w])${RegExp.escape(secret)}(?![\\w])`, 'g'), '***');
  }
  return result;
}

function htmlText(html: string): string {
  const title = html.match(/<title[^>]*>([^<]*)/i)?.[1]?.trim();
  if (title) return title;
  return html.replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ').replace(/<[^>]*>?/g, ' ');
}

function firstText(values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '');
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
