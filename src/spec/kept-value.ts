/** Hints that keep the value that a user wrote, in the form that is allowed. Pure. */

import { durationMeant, parseDurationMs } from '../durations.ts';
import { memberAt } from '../model/config.ts';
import type { Row } from '../model/row.ts';
import { parseReference } from '../registry/reference.ts';
import type { IssuePath } from './issue.ts';
import { wantsNumber } from './shape.ts';
import { fieldName } from './source.ts';

/** Fields with `*` for an item of a list; forms of their values; and what to write, with the parts of the form. */
const forms: readonly (readonly [fields: string, form: RegExp, hint: string])[] = [
  ['', /^(\w+) ?=/, 'Write `:` and a space in the place of `=`: `$1: …`.'],
  ['', /^\w+:\S/, 'Write a space after each `:`, as in `name: llama-prod`.'],
  ['', /^/, 'Write the fields at the top of the file, `name` the first of them; `---` separates several specs.'],
  [
    'image image.image',
    /^(?:https:\/\/huggingface\.co\/)?([\w-]+\/(?=[a-z\d_.-]*[A-Z])[\w.-]+)$/,
    'A model is an option of its server: write, for example, `image: {image: vllm/vllm-openai:v0.11.0, command: --model $1}`.',
  ],
  ['image image.image', /^([^$]*)\$(\w+)(.*)$/s, 'Write `FIELD: $1${$2}$3`. `variables` sets `$2`.'],
  ['image image.image', /^(.*)[:@/]$/, 'Write what belongs behind it, such as a tag: `FIELD: $1:1.4.0`.'],
  ['ports ports.* ports.*.port', /222[234]\b/, 'Write, for example, `ports: [8000]`.'],
  ['ports ports.* ports.*.port', /^(?:\d+:)?(\d{2,4}|[1-5]\d{4})(?:\/\w+)?$/, 'Write `ports: [$1]`.'],
  ['products', /^(\w[\w.-]*)$/, 'Write `products: [$1]`, with the ID that the console shows.'],
  ['products', /^$/, 'Write the ID of a product, which the console and an export show: `products: [SL-serverless-3]`.'],
  [
    'healthy healthy.path volumeMounts.*.mountPath',
    /^(?!(?:\d+|yes|no|on|off|true|false)$)[./]*([\w-][\w./-]*)$/i,
    'Write `FIELD: /$1`.',
  ],
  ['envs.*', /^([A-Za-z_]\w*)=.*$/s, 'Write `envs` as a mapping, with `$1: …` on a line of its own.'],
  ['envs.*', /^/, 'Write each item as `key: KEY` and `value: text`, or `envs` as a mapping of `KEY: text`.'],
  ['envs', /^/, 'Write `KEY: value`, one variable per line.'],
  [
    'volumeMounts.*',
    /^[^:]+:(\/[^:\s]+)/,
    'Write a mapping: `- {type: local, size: 50, mountPath: $1}`. A folder of your machine cannot be mounted.',
  ],
  ['tests', /^(\/[\w./-]*)$/, 'Write `tests: [$1]`.'],
  [
    'tests.*.chat',
    /^$/,
    'A `chat` is one message of the user, as text: `chat: What is the capital of France?`. For more, write `post: /v1/chat/completions` with `json`.',
  ],
  ['tests.*.expect', /^([1-5]\d\d)$/, 'Write `expect: {status: $1}`.'],
  ['tests.*.expect', /^.+$/, 'Write a part of the answer: `expect: {contains: …}`.'],
  [
    'tests.*.expect.within tests.*.expect.first-token',
    /^(?=.*[1-9])(\d+(?:\.\d+)?)$/,
    'Write it with its unit: `FIELD: $1s` or `FIELD: $1ms`.',
  ],
];

/** The hint that says how to write the value that was found; undefined where nothing tells what the user meant. */
export function hintKeeping(path: IssuePath, found: unknown): string | undefined {
  const field = fieldName(path);
  const name = path.findLast((each) => typeof each === 'string') ?? '';
  const text = typeof found === 'object' ? '' : String(found);
  for (const [fields, form, hint] of forms) {
    const parts = fields.split(' ').includes(field) && form.exec(text);
    if (parts)
      return hint.replaceAll(/FIELD|\$(\d)/g, (_, part?: string) => (part ? (parts[Number(part)] ?? '') : name));
  }
  if (typeof found !== 'string') return undefined;
  const image = ['image', 'image.image'].includes(field) && parseReference(text);
  const number = wantsNumber(path) ? numberMeant(text, memberAt(field)?.limit) : undefined;
  const value = image && 'suggestion' in image ? image.suggestion : number;
  return value ? `Write \`${name}: ${value}\`.` : undefined;
}

/** `"3"`, `200GB` in GB, `10m` in seconds where they are the unit of the limit; without a limit, the short duration. */
function numberMeant(text: string, limit: Row['limit']): string | number | undefined {
  const [, size, prefix] = /^(\d{1,9})(?: ?([gt])i?b?)?$/i.exec(text) ?? [];
  if (size !== undefined) return Number(size) * (prefix?.toLowerCase() === 't' ? 1000 : 1);
  const duration = durationMeant(text);
  if (!limit) return duration;
  const ms = 'unit' in limit && limit.unit === 'seconds' ? parseDurationMs(duration ?? text) : undefined;
  return ms === undefined || ms % 1000 > 0 ? undefined : ms / 1000;
}
