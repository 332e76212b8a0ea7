/** Hints that keep the value that a user wrote, in the form that is allowed. Pure. */

import { memberAt } from '../model/config.ts';
import { parseReference } from '../registry/reference.ts';
import type { IssuePath } from './issue.ts';
import { wantsNumber } from './shape.ts';

/** The hint for a refused value of one field; undefined where nothing tells what the user meant. */
type Hint = (found: unknown, name: string) => string | undefined;

const write = (name: string, text: string | number) => `Write \`${name}: ${text}\`.`;

/** For values that are texts. */
function ofText(hint: (text: string, name: string) => string | undefined): Hint {
  return (found, name) => (typeof found === 'string' ? hint(found, name) : undefined);
}

/** By the path of the field, with dots. */
const hints: readonly (readonly [path: RegExp, hint: Hint])[] = [
  [/^image(?:\.image)?$/, ofText(hintForImage)],
  [/^ports\b/, (found) => (typeof found === 'object' ? undefined : hintForPort(String(found)))],
  [/^healthy(?:\.path)?$/, ofText((text, name) => (/^[\w./-]+$/.test(text) ? write(name, `/${text}`) : undefined))],
  [/^envs\.\d+$/, ofText(hintForEnv)],
  [/^volumeMounts\.\d+$/, ofText(hintForVolume)],
  [/^volumeMounts\.\d+\.mountPath$/, ofText((text, name) => write(name, `/${text.replace(/^[./]+/, '')}`))],
  [/^compare\.slower$/, hintForShare],
  [/^compare\.answers$/, (_, name) => write(name, 'same')],
  [/^price$/, ofText(hintForPrice)],
  [/^tests$/, ofText((text, name) => (/^\/[\w./-]*$/.test(text) ? write(name, `[${text}]`) : undefined))],
  [/^tests\.\d+$/, ofText(hintForTest)],
  [/^tests\.\d+\.chat$/, hintForChat],
  [/^tests\.\d+\.expect\.status$/, ofText(hintForStatus)],
  [/^tests\.\d+\.expect\.json$/, ofText(hintForPointer)],
  [/^tests\.\d+\.expect\.(?:within|first-token)$/, hintForDuration],
];

/** The hint that says how to write the value that was found; undefined where nothing tells what the user meant. */
export function hintKeeping(path: IssuePath, found: unknown): string | undefined {
  const at = path.join('.');
  const name = String(path.findLast((segment) => typeof segment === 'string') ?? '');
  const [, hint = hintForNumber(path)] = hints.find(([pattern]) => pattern.test(at)) ?? [];
  return hint(found, name);
}

function hintForImage(text: string, name: string): string | undefined {
  const [, variable] = /\$(\w+)/.exec(text) ?? [];
  if (variable !== undefined) {
    const filled = text.replaceAll(/\$(\w+)/g, (_, key: string) => `\${${key}}`);
    return `${write(name, filled)} The input \`variables\` sets \`${variable}\`.`;
  }
  const parsed = parseReference(text);
  return parsed.kind === 'invalid' && parsed.problem.suggestion ? write(name, parsed.problem.suggestion) : undefined;
}

function hintForPort(text: string): string | undefined {
  const [, port] = /^(?:\d{1,5}:)?(\d{1,5})(?:\/\w+)?$/.exec(text) ?? [];
  const isPort = port !== undefined && Number(port) < 65_536 && !/^(?:0+|222[234])$/.test(port);
  return isPort ? write('ports', `[${port}]`) : undefined;
}

/** The value may be a secret. */
function hintForEnv(text: string): string | undefined {
  const [, key] = /^([A-Za-z_]\w*)=/.exec(text) ?? [];
  return key && `Write \`envs\` as a mapping, with \`${key}: …\` on a line of its own.`;
}

/** `./models:/models`, as Docker writes it. */
function hintForVolume(text: string): string {
  const [, path = '/models'] = /:(\/[\w./-]+)(?::\w+)?$/.exec(text) ?? [];
  return `Write a mapping: \`- {type: local, size: 50, mountPath: ${path}}\`. A folder of your machine cannot be mounted.`;
}

function hintForShare(found: unknown, name: string): string | undefined {
  const text = String(found).replace(/ ?(?:percent|pct)$/i, '');
  const times = /^(1\.\d{1,3}) ?[x×]$/i.exec(text)?.[1];
  const share = times ? Number(times) - 1 : /^\d/.test(text) ? Number(text) : 0;
  const percent = Math.round(share < 1 ? share * 100 : share);
  return percent >= 10 && percent <= 1000 ? write(name, `${percent}%`) : undefined;
}

/** A URL, or a path behind its method. */
function hintForTest(text: string): string | undefined {
  const [, method = 'get', address = text] = /^(get|post) +(\S+)$/i.exec(text) ?? [];
  const url = /^https?:/i.test(address) ? URL.parse(address) : null;
  const path = url ? url.pathname + url.search : address.replace(/^(?=[\w-])/, '/');
  if (path === text || !/^\/(?!\/)[\w./?=&~:,+-]*$/.test(path) || path.includes('..')) return undefined;
  return method.toLowerCase() === 'post' ? `Write \`- post: ${path}\` with \`json: …\`.` : `Write \`- ${path}\`.`;
}

function hintForChat(found: unknown): string | undefined {
  if (typeof found !== 'object') return undefined;
  return 'A `chat` is one message of the user, as text: `chat: What is the capital of France?`. For more, write `post: /v1/chat/completions` with `json`.';
}

function hintForStatus(text: string, name: string): string | undefined {
  if (/^[1-5]\d\d$/.test(text)) return write(name, text);
  if (!/^[1-5]xx$/i.test(text)) return undefined;
  return text.startsWith('2')
    ? 'Delete it: any 2xx status is right by default.'
    : 'Write one status, such as `status: 404`.';
}

/** A path in the notation of jq or of JavaScript. */
function hintForPointer(key: string): string | undefined {
  const parts = key
    .replace(/^\$?\.?/, '')
    .split(/[.[\]]+/)
    .filter((part) => part !== '');
  const isPlain = parts.length > 0 && parts.every((part) => /^[\w-]+$/.test(part));
  return isPlain ? `Write \`/${parts.join('/')}: …\`.` : undefined;
}

/** `$0.69/h`. */
function hintForPrice(text: string, name: string): string | undefined {
  const [, amount] = /^[$€£]? ?(\d+(?:\.\d+)?) ?(?:USD|EUR)? ?(?:(?:\/|per) ?h(?:r|our)?)?$/i.exec(text) ?? [];
  return amount && write(name, amount);
}

/** A small number without a unit is meant in seconds; a large one may as well be milliseconds. */
function hintForDuration(found: unknown, name: string): string | undefined {
  const [, digits, unit] = /^(\d{1,6}) ?(millisecond|second|sec|minute|min)s?$/i.exec(String(found)) ?? [];
  if (digits && unit) return write(name, `${digits}${/^milli/i.test(unit) ? 'ms' : unit[0]?.toLowerCase()}`);
  const isBare = typeof found === 'number' || (typeof found === 'string' && /^\d+(?:\.\d+)?$/.test(found));
  const seconds = isBare ? Number(found) : 0;
  const ms = Math.round(seconds * 1000);
  if (ms <= 0) return undefined;
  if (ms % 1000 !== 0) return write(name, `${ms}ms`);
  return seconds < 60 ? write(name, `${seconds}s`) : `Write \`${name}: ${seconds}ms\` or \`${name}: ${seconds}s\`.`;
}

function hintForNumber(path: IssuePath): Hint {
  const { limit } = memberAt(path.join('.')) ?? {};
  const unit = limit && 'unit' in limit ? limit.unit : '';
  return ofText((text, name) => {
    const number = wantsNumber(path) ? numberMeant(text, unit) : undefined;
    return number === undefined ? undefined : write(name, number);
  });
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const unitGigabytes: Readonly<Record<string, number>> = { g: 1, t: 1000 };

/** The number that a text means in a unit: `10m` in seconds, `200GB` in GB, `"3"`; undefined for none. */
function numberMeant(text: string, unit: string): number | undefined {
  const [, digits = '', word = ''] = /^(\d{1,9}) ?([a-z]{0,10})$/i.exec(text.trim()) ?? [];
  if (digits === '') return undefined;
  if (word === '') return Number(digits);
  const lower = word.toLowerCase();
  const isTime = unit === 'seconds' && /^(?:s|m|h|d|secs?|mins?|hrs?|seconds?|minutes?|hours?|days?)$/.test(lower);
  const isSize = unit === 'GB' && /^[gt]i?b?$/.test(lower);
  const factor = (isTime ? unitSeconds : isSize ? unitGigabytes : {})[lower[0] ?? ''];
  return factor && Number(digits) * factor;
}
