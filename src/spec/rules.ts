/** The static rules that a JSON Schema cannot express (service-api.md). */

import { isObject } from '../json.ts';
import { pendingMarkerKey, recordEnvKey } from '../model/env-rules.ts';
import { isLoadable, maxClients, minClients } from '../model/load.ts';
import { nameFault } from '../model/name-rules.ts';
import {
  bodyOf,
  type EndpointTest,
  hasRightAnswer,
  includes,
  isHeaderText,
  isStreamed,
  type JsonExpectation,
  maxRequestBytes,
  minSpeedTokens,
} from '../model/tests.ts';
import { nearest } from '../nearest.ts';
import { quote } from '../shown-text.ts';
import { maxTokensOf } from './asked.ts';
import { brokenRules, type Issue, type IssuePath, memberText, type ReadDocument, type Rule } from './issue.ts';

/** Rules that need the spec alone. Volumes: service-api.md, v1 Create; `appName`: service-observed.md. */
export function rulesOf(document: ReadDocument): Issue[] {
  const { readable, mentions } = document;
  const { appName = '', name = '', tests = [], candidate } = readable;
  const plainName = appName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const allowed = 'the service accepts only lowercase letters, digits and hyphens';
  const nameHint = 'Add, for example, `name: llama-prod`, or pass it as `name`.';
  // Someone may have named an endpoint in the console so.
  const isFilled = document.written(['name'])?.includes('${') === true;
  const fault = isFilled || !name.includes('/') ? nameFault(name) : undefined;
  const rules: Rule[] = [
    [!mentions(['name']), ['name'], 'is missing: it identifies the endpoint', nameHint, 'missing-key'],
    [fault !== undefined, ['name'], fault?.what ?? '', fault?.hint ?? ''],
    [
      !/^[a-z0-9-]*$/.test(appName),
      ['appName'],
      `is ${quote(appName)}; ${allowed}`,
      `Write, for example, \`appName: ${plainName}\`.`,
    ],
    [
      mentions(['policy', 'type']) && !mentions(['policy', 'value']),
      ['policy', 'value'],
      'is missing: its meaning follows from the type',
      'Add `value`: the seconds that a request may wait (`queue`), or the number of requests (`concurrency`).',
      'missing-key',
    ],
    ...compareRules(document),
    ...loadRules(document),
    [
      candidate === true && !mentions(['tests']),
      ['candidate'],
      'has nothing that a candidate could pass: the spec has no `tests`',
      'Add, for example, `tests: [/health]`, or delete `candidate`.',
    ],
    ...policyRules(document),
    ...productRules(document),
    ...volumeRules(document),
    ...envRules(document),
    ...tests.flatMap((test, index) => {
      const at = ['tests', index];
      // A field with a wrong value has an issue already.
      const given = methods.filter((method) => mentions([...at, method]) || test[method] !== undefined);
      return testRules(test, given).map(([isBroken, path, ...words]): Rule => [isBroken, [...at, ...path], ...words]);
    }),
  ];
  return brokenRules(document, rules);
}

function compareRules({ readable: { compare, tests, name, candidate }, mentions }: ReadDocument): Rule[] {
  if (!compare) return [];
  const { prompts, requests = 30, worse, slower } = compare;
  const [min, max] = prompts === undefined ? [5, 50] : [30, 300];
  const range = `is ${requests}; allowed ${prompts ? 'with' : 'without'} \`prompts\`: ${min} to ${max}`;
  return [
    [
      candidate === true && compare.with === `${name}-candidate`,
      ['compare', 'with'],
      'names the candidate itself, which is then compared with nothing',
      'Delete `with`: the candidate is compared with production.',
    ],
    [
      !mentions(['tests']),
      ['compare'],
      'compares answers to `tests`, and the spec has none',
      'Add, for example, `tests: [{chat: Name three colours.}]`, or delete `compare`.',
    ],
    [
      requests < min || requests > max,
      ['compare', 'requests'],
      range,
      `Write a number from ${min} to ${max}.`,
      'out-of-range',
    ],
    [
      worse !== undefined && prompts === undefined && tests?.some(hasRightAnswer) === false,
      ['compare', 'worse'],
      noRightAnswer.what,
      noRightAnswer.hint,
    ],
    [
      slower !== undefined && prompts === undefined && tests?.every(({ get }) => noModel.test(get ?? '')) === true,
      ['compare', 'slower'],
      'compares how fast `tests` are answered, and no model answers these',
      'Add, for example, `- chat: Name three colours.` to `tests`.',
      'invalid-value',
      'warning',
    ],
  ];
}

function loadRules({ readable: { load, compare, tests = [], workerConfig = {} } }: ReadDocument): Rule[] {
  if (load === undefined || load === false) return [];
  const { maxConcurrent = 0 } = workerConfig;
  const alone = 'is `true`, and `maxConcurrent` is 1: one request at a time is what every test asks';
  const nothing = 'needs a test with `chat` or `post` that expects a 2xx status, or `compare.prompts`';
  return [
    [
      load !== true && (load < minClients || load > maxClients),
      ['load'],
      `is ${load}; allowed: ${minClients}–${maxClients}`,
      'Write, for example, `load: 8`.',
      'out-of-range',
    ],
    [
      load === true && maxConcurrent === 0,
      ['load'],
      'is `true`, and the spec has no `workerConfig.maxConcurrent`',
      'Add it, or write how many ask at once: `load: 8`.',
    ],
    [load === true && maxConcurrent === 1, ['load'], alone, 'Write `load: 4` to see how requests queue.'],
    [
      load === true && maxConcurrent > maxClients,
      ['load'],
      `is \`true\`, and \`maxConcurrent\` is ${maxConcurrent}; at most ${maxClients} ask at once`,
      `Write a number: \`load: ${maxClients}\`.`,
      'out-of-range',
    ],
    [
      compare?.prompts === undefined && !tests.some(isLoadable),
      ['load'],
      nothing,
      'Add, for example, `- chat: What is the capital of France?` to `tests`.',
    ],
  ];
}

/** Paths at which a server tells of itself. */
const noModel = /^\/(?:|v1\/models|(?:\w+\/)*(?:health|healthz|ping|ready|live|livez|readyz|version|info|metrics))$/;

/** The words for a `worse` that would count every answer as right. */
export const noRightAnswer = {
  what: 'counts right answers, and nothing that is asked says which answers are right',
  hint: 'Add `expect`, such as `{contains: Paris}`, or delete `worse`.',
} as const;

const policyTypes = ['queue', 'concurrency'];

function policyRules({ readable: { policy = {} } }: ReadDocument): Rule[] {
  const { type = 'queue' } = policy;
  const [meant] = nearest(type, policyTypes);
  const what = `is ${quote(type)}; the known types are \`queue\` and \`concurrency\``;
  const use =
    'Use `queue` (seconds that a request may wait) or `concurrency` (number of requests) unless the service knows this type.';
  const [hint, severity] = meant ? [`Did you mean \`${meant}\`?`, 'error' as const] : [use, 'warning' as const];
  return [[!policyTypes.includes(type), ['policy', 'type'], what, hint, 'unknown-policy-type', severity]];
}

/** The model of a GPU, which people write in the place of a product: A100, H100-80GB, L40S, RTX 4090. */
const gpuModel = /^(?:nvidia\W?)?(?:[ahblv]\d{1,3}[gs]?|t4|rtx\W?\w{4,5}|[3-5]0\d0)\b/i;

/** Only the service knows the IDs of its products. */
function productRules({ readable: { products = [] } }: ReadDocument): Rule[] {
  const hint = 'Write the ID of a product, which the console and an export show: `products: [SL-serverless-3]`.';
  return products.map((product, index) => {
    const isModel = gpuModel.test(product);
    const what = `is ${quote(product)}, which is ${isModel ? 'a model of GPU' : 'not one ID'}`;
    return [isModel || /\S[\s,;|:]+\S/.test(product), ['products', index], what, hint, 'invalid-value', 'warning'];
  });
}

function volumeRules({ readable: { volumeMounts = [] }, inFile }: ReadDocument): Rule[] {
  return volumeMounts.flatMap(({ type, id, mountPath }, index): Rule[] => {
    const folder = (path: string) => path.replace(/(?<!\/)\/+$/, '');
    const earlier = volumeMounts.findIndex((volume) => folder(volume.mountPath) === folder(mountPath));
    const where = `is ${quote(mountPath)}, where ${memberText(inFile(['volumeMounts', earlier]))} is already mounted`;
    const at = ['volumeMounts', index];
    const hides = 'hides this folder of the image';
    const isNameless = type !== 'local' && id === '';
    const isDisk =
      type !== 'local' && (nearest(type, ['local']).length > 0 || /^(?:disk|ssd|nvme|emptydir)$/i.test(type));
    return [
      [isDisk, [...at, 'type'], `is ${quote(type)}, and so cloud storage`, 'Write `local` for a disk of the worker.'],
      [earlier < index, [...at, 'mountPath'], where, 'Give each volume a unique `mountPath`.', 'duplicate-mount'],
      [
        /^\/(?:bin|dev|etc|lib|lib64|proc|sbin|sys|usr)?\/*$/.test(mountPath),
        [...at, 'mountPath'],
        hides,
        'Mount it at a folder of its own, such as `/data`.',
        'invalid-value',
        'warning',
      ],
      [isNameless, [...at, 'id'], 'is empty: cloud storage is identified by its ID', 'Write the ID of the storage.'],
    ];
  });
}

function envRules({ readable: { envs = [] }, mentions }: ReadDocument): Rule[] {
  return [
    ...envs.flatMap(({ key, value }, index): Rule[] => {
      const at = ['envs', index];
      const isRepeated = envs.findIndex((env) => env.key === key) < index;
      const isReserved = key === recordEnvKey || key === pendingMarkerKey;
      const repeats = `sets ${memberText([key])} a second time`;
      return [
        [`${key}${value}`.includes('\0'), at, 'contains a NUL, where Linux ends a variable', 'Delete `\\0`.'],
        [isRepeated, [...at, 'key'], repeats, 'Keep one of the items.', 'duplicate-env'],
        [isReserved, [...at, 'key'], "is reserved for this action's own record", 'Use another name.', 'reserved-env'],
      ];
    }),
    // The schema library drops this key, and no value may vanish silently.
    [mentions(['envs', '__proto__']), ['envs', '__proto__'], 'cannot be sent to the service', 'Use another name.'],
  ];
}

export const methods = ['get', 'post', 'chat'] as const;
const keepOne = 'Keep one of them.';

/** Fields of a test that belong to a method. */
const companions = { path: 'chat', model: 'chat', 'max-tokens': 'chat', json: 'post', text: 'post' } as const;

/** Headers that belong to the connection, or that would hide the answer from its test. */
const headersOfOurs: ReadonlySet<string> = new Set(
  'accept-encoding connection content-length expect host keep-alive te trailer transfer-encoding upgrade'.split(' '),
);

/** Which fields of a test belong together, and which bodies can be sent; paths below the test. `given`: its methods. */
export function testRules(test: EndpointTest, given: readonly string[]): Rule[] {
  const { json, text, headers = {}, expect = {} } = test;
  const maxTokens = maxTokensOf(test) ?? minSpeedTokens;
  const [first = '', second = ''] = given;
  const isStream = isStreamed(test);
  const bodyField = json !== undefined ? 'json' : text !== undefined ? 'text' : 'chat';
  const bytes = Buffer.byteLength(bodyOf(test) ?? '');
  const size = `makes a body of ${bytes} bytes; allowed: ${maxRequestBytes} (64 KiB)`;
  const streamHint =
    'Use `chat`, add `stream: true` to the `json` of a `post`, or the header `accept: text/event-stream`.';
  const jsonHint = 'Write the JSON itself, without quotes and `|` around it, or use `text` for other text.';
  const ofJson = 'is about a JSON answer, and the answer to this request is a stream';
  const noJson = expect.json !== undefined && isStream;
  const anyOf = expect.contains === undefined ? undefined : [expect.contains].flat();
  return [
    [first === '', [], 'sends no request', 'Add `get: /path`, `post: /path` or `chat: …`.', 'missing-key'],
    [second !== '', [second], `cannot be combined with \`${first}\`; a test is one request`, 'Make a test of each.'],
    ...Object.entries(companions).map(([name, method]): Rule => {
      const isAlone = test[name as keyof typeof companions] !== undefined && given.length === 1 && first !== method;
      const hint = method === 'post' ? 'Write `post: /path` with it.' : 'Write `chat: …` with it, or delete it.';
      return [isAlone, [name], `belongs to a \`${method}\`, and the test has none`, hint];
    }),
    [
      json !== undefined && text !== undefined,
      ['text'],
      'cannot be combined with `json`; a request has one body',
      keepOne,
    ],
    ...Object.entries(headers).map(([name, value]): Rule => {
      const path = ['headers', name];
      if (headersOfOurs.has(name.toLowerCase())) return [true, path, 'is set by the connection', 'Delete the header.'];
      const what = 'contains a line break or another character that a header cannot contain';
      return [!isHeaderText(value.trim()), path, what, 'Write one line of plain text.'];
    }),
    [typeof json === 'string', ['json'], 'is text', jsonHint],
    [bytes > maxRequestBytes, [bodyField], size, 'Test with a smaller request.', 'out-of-range'],
    ...(['first-token', 'tokens-per-second', 'finish'] as const).map((name): Rule => {
      const isAbsent = expect[name] !== undefined && first !== '' && !isStream;
      return [isAbsent, ['expect', name], 'is about a stream, but the request does not ask for one', streamHint];
    }),
    [
      expect['tokens-per-second'] !== undefined && maxTokens < minSpeedTokens,
      [json === undefined ? 'max-tokens' : 'json'],
      `allows ${maxTokens} tokens, and speed is judged from ${minSpeedTokens} tokens on: no answer passes \`tokens-per-second\``,
      `Raise it to ${minSpeedTokens} or more.`,
    ],
    [
      expect.equals !== undefined && anyOf !== undefined && !anyOf.some((part) => includes(expect.equals ?? '', part)),
      ['expect', 'equals'],
      'has no text of `contains`, so no answer is right',
      keepOne,
    ],
    [noJson, ['expect', 'json'], ofJson, 'Use `contains`, or `post` without `stream: true`.'],
    ...emptyTexts(expect, ['expect']),
    ...Object.entries(expect.json ?? {}).flatMap(([pointer, wanted]) => pointerRules(pointer, wanted)),
  ];
}

/** What an empty text says of an answer. */
const emptyExpectations = {
  contains: 'is empty, and every answer contains that',
  finish: 'is empty, and no stream ends with that',
} as const;

function emptyTexts(expect: Readonly<Record<string, unknown>>, path: IssuePath): Rule[] {
  const hint = 'Write text that only the right answer has. If a variable stands here, it is empty.';
  return Object.entries(emptyExpectations).flatMap(([name, what]) => {
    const [at, given] = [[...path, name], expect[name]];
    const isEmpty = (text: unknown) => typeof text === 'string' && /^[\s\p{Cf}]*$/u.test(text);
    const pathOf = (index: number) => (Array.isArray(given) ? [...at, index] : at);
    return [given].flat().map((text, index): Rule => [isEmpty(text), pathOf(index), what, hint]);
  });
}

/** Expectations that every answer meets, or no answer. */
function pointerRules(pointer: string, wanted: JsonExpectation): Rule[] {
  if (!isObject(wanted)) return [];
  const [other] = Object.keys(wanted).filter((name) => name !== 'exists');
  const path = ['expect', 'json', pointer];
  const { min = -Infinity, max = Infinity } = wanted;
  const vain = `is \`false\`, and \`${other}\` is about a value that exists`;
  return [
    [Object.keys(wanted).length === 0, path, 'expects nothing', 'Write a value, or `{exists: true}`.'],
    [min > max, [...path, 'min'], 'is larger than `max`: no value is right', 'Swap them.'],
    [wanted.exists === false && other !== undefined, [...path, 'exists'], vain, keepOne],
    ...emptyTexts(wanted, path),
  ];
}
