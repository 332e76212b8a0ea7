/** What an editor makes of the JSON Schema: titles, hovers, completion, messages and conditions. */

import { endpointJsonSchema } from './json-schema.ts';

type JsonSchema = { [keyword: string]: unknown };

/** Words that a member may have, for completion; other text stays allowed where it is. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'policy.type': {
    concurrency: 'Add a worker when a worker has more than `policy.value` requests.',
    queue: 'Add a worker when a request has waited longer than `policy.value` seconds.',
  },
  'workerConfig.cudaVersion': Object.fromEntries(
    ['12.4', '12.6', '12.8', '12.9', '13.0'].map((version) => [version, `CUDA ${version} or newer.`]),
  ),
  'volumeMounts[].type': {
    local: 'A disk of the worker. It is empty when the worker starts. Set `size`.',
    network: 'Cloud storage. Set `id`, and the `clusterID` of the spec.',
  },
};

const durationMessage = 'Write a duration with its unit, such as `500ms`, `2s` or `1m30s`.';

/** What to write, in place of "Incorrect type" and the like. */
const messages: Readonly<Record<string, string>> = {
  image: 'Write the address of an image, or a mapping of `image`, `authId`, `command` and `entrypoint`.',
  'image.image': 'Write the address of an image, such as `ghcr.io/acme/llama:1.4.0`, in lower case.',
  ports: 'Write a list of exactly one port, such as `[8000]`.',
  'ports[]': 'Write a port from 1 to 65535, except 2222, 2223 and 2224, which are reserved by the service.',
  healthy: 'Write a path that starts with `/`, or a mapping of `path` and `port`.',
  'healthy.path': 'Write a path that starts with `/`, such as `/health`.',
  products: 'Write a list of product IDs, such as `[SL-serverless-3]`.',
  volumeMounts: 'Write a list of volumes, each with `type` and `mountPath`.',
  'volumeMounts[].mountPath': 'Write an absolute path, such as `/data`.',
  envs: 'Write a mapping of `NAME: text`, or a list of `{key, value}` items.',
  'envs[]': 'Write an item such as `{key: NAME, value: text}`.',
  'envs.*': 'Write a text, a number, true or false.',
  'products[]': 'Write a product ID, such as `SL-serverless-3`.',
  name: 'Write one line of visible text, at most 220 characters, without spaces at its ends.',
  workerConfig: 'Write a mapping, such as `minNum: 0` on a line of its own.',
  policy: 'Write a mapping of `type` and `value`.',
  'tests[].expect.within': durationMessage,
  'tests[].expect.first-token': durationMessage,
  'compare.worse': 'Write a percentage from 1% on, such as `5%`.',
  'compare.slower': 'Write a percentage from 10% on, such as `20%`.',
  load: 'Write `true`, or a whole number from 2 to 64.',
  price: 'Write a number such as `0.69`, without a currency, or one variable such as `${KEY}`.',
};

const numberMessage = 'Write a whole number without quotes and without a unit, or one variable such as `${KEY}`.';

/** The schema of the spec with what editors show. Accepts what {@link endpointJsonSchema} accepts, but for what {@link conditions} say. */
export function editorJsonSchema(): JsonSchema {
  return { ...decorate(endpointJsonSchema(), ''), defaultSnippets: snippets, allOf: conditions };
}

function decorate(schema: JsonSchema, path: string): JsonSchema {
  const out: JsonSchema = { ...schema };
  if (path === '' || out.anyOf) delete out.title;
  else out.title = path;
  if (typeof out.description === 'string') out.markdownDescription = out.description;
  if (Array.isArray(out.examples) && JSON.stringify(out.examples).includes('{')) {
    // Completion would offer them as "[object Object]"; a snippet of a list, or beside one, would come out wrong.
    if (path !== 'envs' && path !== 'volumeMounts')
      out.defaultSnippets = out.examples.map((body) => ({ label: `${path}: an example`, body }));
    delete out.examples;
  }
  for (const keyword of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(out[keyword])) out[keyword] = alternatives(out[keyword] as JsonSchema[], path);
  if (out.properties)
    out.properties = Object.fromEntries(
      Object.entries(out.properties as Record<string, JsonSchema>).map(([name, member]) => [
        name,
        decorate(member, path === '' ? name : `${path}.${name}`),
      ]),
    );
  if (out.items) out.items = decorate(out.items as JsonSchema, `${path}[]`);
  if (out.additionalProperties && typeof out.additionalProperties === 'object')
    out.additionalProperties = decorate(out.additionalProperties as JsonSchema, `${path}.*`);
  const message = messages[path] ?? (isWholeNumber(out) ? numberMessage : undefined);
  if (message !== undefined && path !== '' && !out.anyOf) out.errorMessage = message;
  if (out.not && message !== undefined) {
    // Editors have no message of their own for `not`.
    Object.assign(out, when(out.not as JsonSchema, { const: '', errorMessage: message }));
    delete out.not;
  }
  const choices = words[path];
  if (choices && !('enum' in out)) addWords(out, { path, choices });
  return out;
}

function isWholeNumber({ type }: JsonSchema): boolean {
  return type === 'integer';
}

/**
 * One level of alternatives: one that is a list of alternatives itself makes editors name the wrong one. Of an image or a health check the mapping comes first:
 * its keys tell what is meant. One alternative alone has the title, because a hover strings those of all together.
 */
function alternatives(schemas: readonly JsonSchema[], path: string): JsonSchema[] {
  const flat = flatten(schemas);
  const message = messages[path] ?? (flat.some(isWholeNumber) ? numberMessage : undefined);
  const titled = flat.findIndex(({ type }) => type !== 'object' && type !== 'array');
  const decorated = flat.map((each, at): JsonSchema => {
    const { title, ...rest } = decorate(each, path);
    const isMapping = each.type === 'object';
    return {
      ...((isMapping || at === titled) && { title }),
      ...rest,
      // A list of one type: editors would merge the messages of single types into one of their own.
      ...(message !== undefined && {
        errorMessage: message,
        ...(isMapping || !each.type ? {} : { type: [each.type] }),
      }),
    };
  });
  if (path !== 'image' && path !== 'healthy') return decorated;
  return decorated.sort((a, b) => Number(b.type === 'object') - Number(a.type === 'object'));
}

function flatten(schemas: readonly JsonSchema[]): JsonSchema[] {
  return schemas.flatMap((each) =>
    Object.keys(each).join() === 'anyOf' ? flatten(each.anyOf as JsonSchema[]) : [each],
  );
}

/** Completion offers an enum with its descriptions; the alternatives beside it accept what they did. */
function addWords(
  schema: JsonSchema,
  { path, choices }: { path: string; choices: Readonly<Record<string, string>> },
): void {
  const rule: JsonSchema = {};
  for (const keyword of ['type', 'minLength', 'maxLength', 'pattern']) {
    if (keyword in schema) rule[keyword] = schema[keyword];
    delete schema[keyword];
  }
  delete schema.examples;
  const others = (schema.anyOf as JsonSchema[] | undefined) ?? [rule];
  const known = { type: 'string', enum: Object.keys(choices), markdownEnumDescriptions: Object.values(choices) };
  schema.anyOf = [{ title: path, ...known }, ...others.map(({ title: _, ...other }) => other)];
  delete schema.title;
}

/** Made from entries: a literal with a `then` looks like a promise. */
function when(condition: JsonSchema, consequence: JsonSchema): JsonSchema {
  return Object.fromEntries([
    ['if', condition],
    ['then', consequence],
  ]);
}

/** What two members say together. Where a variable stands, nothing is known. */
const conditions: readonly JsonSchema[] = [
  when(
    {
      required: ['volumeMounts'],
      properties: {
        volumeMounts: {
          type: 'array',
          contains: {
            type: 'object',
            required: ['type'],
            properties: { type: { type: 'string', not: { anyOf: [{ const: 'local' }, { pattern: '\\$\\{' }] } } },
          },
        },
      },
    },
    {
      required: ['clusterID'],
      properties: { clusterID: true },
      errorMessage:
        'Cloud storage is mounted (a volume whose type is not `local`): add the `clusterID` of the cluster that holds it. An endpoint that exists already keeps its own.',
    },
  ),
  {
    properties: {
      // A policy that is no mapping has one message already.
      policy: when(
        { type: 'object' },
        {
          type: 'object',
          properties: {
            type: when(
              {
                type: 'string',
                pattern:
                  '^(?!(queue|concurrency)$)([Qq][Uu][Ee][Uu][Ee]|[Cc][Oo][Nn][Cc][Uu][Rr][Rr][Ee][Nn][Cc][Yy])$',
              },
              { enum: ['queue', 'concurrency'], errorMessage: 'Write `queue` or `concurrency` in lower case.' },
            ),
          },
        },
      ),
    },
  },
  // A schema cannot compare two numbers; it can for each of those that people write.
  ...Array.from({ length: 16 }, (_, index) => index + 1).map((minNum) =>
    when(
      {
        required: ['workerConfig'],
        properties: {
          workerConfig: {
            type: 'object',
            required: ['minNum', 'maxNum'],
            properties: { minNum: { const: minNum }, maxNum: { type: 'integer' } },
          },
        },
      },
      {
        properties: { workerConfig: { type: 'object', properties: { maxNum: { type: 'integer', minimum: minNum } } } },
      },
    ),
  ),
];

const snippets: readonly JsonSchema[] = [
  {
    label: 'endpoint: language model (vLLM)',
    markdownDescription: 'A whole spec: an OpenAI-compatible server with one to three workers.',
    body: {
      name: '${1:llama}',
      image: {
        image: 'vllm/vllm-openai:v0.11.0',
        command: '--model ${2:meta-llama/Llama-3.1-8B-Instruct} --max-model-len 4096',
      },
      products: ['${3:SL-serverless-3}'],
      workerConfig: { minNum: 1, maxNum: 3, freeTimeout: 300, maxConcurrent: 8 },
      policy: { type: 'concurrency', value: 8 },
      ports: [8000],
      healthy: { path: '/health' },
    },
  },
  {
    label: 'endpoint: smallest',
    markdownDescription: 'What a new endpoint requires; it scales to zero.',
    body: {
      name: '${1:my-endpoint}',
      image: '${2:ghcr.io/acme/app:1.0}',
      products: ['${3:SL-serverless-3}'],
      policy: { type: 'queue', value: 30 },
      ports: [8000],
    },
  },
];
