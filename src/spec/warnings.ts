/** Warnings of values that are valid in a spec, and probably meant otherwise. Pure. */

import { isObject } from '../json.ts';
import { type EndpointTest, isBodyOrHeader } from '../model/tests.ts';
import { parseReference, repositoryOfPage } from '../registry/reference.ts';
import { quote } from '../shown-text.ts';
import { brokenRules, errorAt, type Issue, type ReadDocument, type Rule, type SpecDocument } from './issue.ts';
import { secretName, textsIn } from './secrets.ts';

export function warningsOf(document: ReadDocument): Issue[] {
  const { image, tests = [], envs = [] } = document.readable;
  const doubts: Rule[] = [
    ...imageDoubts(image?.image ?? ''),
    ...textsIn(document.readable, []).map((path): Rule => {
      // Only quotes keep a space there.
      const isOdd = /^[ \t].*[^\s\p{Cf}]|[ \t]$(?<=[^\s\p{Cf}].*)/u.test(document.written(path) ?? '');
      const what = 'starts or ends with a space, which is part of it';
      return [isOdd && !isBodyOrHeader(path), path, what, 'Delete the space, unless it is meant.'];
    }),
    ...envs.flatMap(({ key, value }, index): Rule[] => {
      const path = ['envs', index, 'value'];
      const name = key.replace(/^(?:export|set|ENV|-e) +/, '').replaceAll(/[^\w.]+/g, '_');
      const hint = `Write \`${name}\`, unless the container expects the other one.`;
      const [missing, pass] = ['is empty, and its name is that of a secret', 'Pass it in `secret-envs`, or delete it.'];
      const line = 'ends with a line break, which is part of it';
      return [
        [name !== key && /^[\w. -]+$/.test(key), ['envs', index, 'key'], 'is a name that no shell can read', hint],
        [value === '' && secretName.test(key), path, missing, pass],
        [/^[^\n]+\n$/.test(value), path, line, 'Write `|-` instead of `|`, unless it is meant.'],
      ];
    }),
    ...tests.flatMap((test, index) =>
      testDoubts(test).map(([isOdd, path, ...words]): Rule => [isOdd, ['tests', index, ...path], ...words]),
    ),
  ];
  return brokenRules(document, doubts, 'warning');
}

/** Regular expressions, which are looked for to the letter. */
const pattern = /^\/[^/\s]+\/[gimsuy]+$|^\^.*\$$|\.[*+]|\\[dwsb]\b|\[[a-z0-9]-[a-z0-9]\]|\w\|\w/i;

const postPath =
  /^\/(?:v1\/(?:(?:chat\/)?completions|responses|messages|embeddings|rerank|score|audio\/\w+)|generate(?:_stream)?|embed|rerank)$/;

/** What the requests of OpenAI's API must have in their bodies: one of these. */
const bodies: Readonly<Record<string, string>> = {
  'chat/completions': 'messages',
  completions: 'prompt prompt_embeds',
  embeddings: 'input messages',
  responses: 'input prompt',
};

function testDoubts({ get, post = '', json, text, chat = '', path: chatPath = '', expect = {} }: EndpointTest): Rule[] {
  const { contains, within = Infinity, 'first-token': firstToken = 0, status } = expect;
  const messages = isObject(json) && Array.isArray(json.messages) ? json.messages : [];
  const prompts = isObject(json) ? [json.prompt, json.inputs] : [];
  const asked = [chat, ...prompts, ...messages.map((message) => (isObject(message) ? message.content : ''))];
  const question = asked
    .filter((each) => typeof each === 'string')
    .join('\n')
    .toLowerCase();
  const parts = [contains ?? []].flat().flatMap((part, index): Rule[] => {
    const path = ['expect', 'contains', ...(Array.isArray(contains) ? [index] : [])];
    const isEcho = part.trim() !== '' && question.includes(part.toLowerCase());
    const echo = 'is a part of the question, so an answer that repeats the question passes';
    const texts = 'Write the text itself; of a list, any is right: `contains: [Paris, París]`.';
    return [
      [isEcho, path, echo, 'Write what only a right answer contains.'],
      [pattern.test(part), path, 'is a pattern, and looked for to the letter', texts],
    ];
  });
  const isPosted = postPath.test(get ?? '') && status === undefined;
  const bare = [get, json, text, status].every((each) => each === undefined);
  const needed = bodies[/\/v1\/([a-z/]+)$/.exec(post)?.[1] ?? '']?.split(' ') ?? [];
  const isOtherBody =
    isObject(json) && status === undefined && needed.length > 0 && !needed.some((name) => name in json);
  return [
    ...parts,
    ...Object.keys(expect.json ?? {}).map((pointer): Rule => {
      const meant = pointer.replaceAll(/\[(\d+)\]/g, '/$1');
      const hint = `Write \`${meant}\` for the item of a list.`;
      return [meant !== pointer, ['expect', 'json', pointer], 'has `[ ]` as a part of a name', hint];
    }),
    [
      firstToken >= within,
      ['expect', 'first-token'],
      'is not shorter than `within`, so it decides nothing',
      'Shorten it.',
    ],
    [
      isPosted,
      ['get'],
      'is a path that servers of models answer to a POST only: a GET gets 405',
      'Write `chat: …`, or `post: …` with `json: …`.',
    ],
    [post !== '' && bare, ['post'], 'sends no body', 'Write it as `json: …` or `text: …`.'],
    [isOtherBody, ['json'], `has no \`${needed[0]}\`, which ${quote(post)} needs`, `Add \`${needed[0]}\`.`],
    [
      /(?<!chat)\/completions$|\/(?:generate|embeddings)$/.test(chatPath),
      ['path'],
      'is not the path of a chat, which sends `messages`',
      'Write `post: …` with `json: …` for another request.',
    ],
  ];
}

/** Words in a reference for processors that no worker has, and images of llama.cpp without a word for CUDA. */
const otherProcessor =
  /(?<=^|[/:._-])(?:cpu|rocm|xpu|hpu|gaudi|npu|tpu|neuron|musa|ascend)(?=[:@/._-]|$)|(?<=\/ggml-org\/llama\.cpp:)(?:server|full|light)(?=(?:-b\d+)?(?:@|$))/i;

/** Registries that only the runner can reach. */
const nearRegistry =
  /^(?:localhost|host\.docker\.internal|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|[\w.-]+\.local)(?::\d+)?\//;

function imageDoubts(image: string): Rule[] {
  const doubt = (what: string, hint: string): Rule[] => [[true, ['image', 'image'], `is ${quote(image)}${what}`, hint]];
  const meant = repositoryOfPage(image);
  if (meant !== undefined)
    return doubt(', the address of a web page, which no worker can pull', `Write, with its tag, \`${meant}:…\`.`);
  if (nearRegistry.test(image))
    return doubt(
      ', on your own machine or network, where no worker can pull it',
      'Push it to a registry on the internet.',
    );
  const [processor = ''] = otherProcessor.exec(image.replace(/^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?=\/)/, '')) ?? [];
  if (processor !== '' && !/cuda|gpu|nvidia/i.test(image)) {
    const what = `, whose \`${processor}\` is not a build for the GPUs of the workers`;
    return doubt(what, 'Write the reference of the build for CUDA.');
  }
  const reference = parseReference(image);
  if (!('domain' in reference) || reference.tag !== 'latest' || image.endsWith(':latest')) return [];
  const { domain, path, tag } = reference;
  return doubt(
    `; no tag was written, so \`${domain}/${path}:${tag}\` is meant`,
    'Write the tag or the digest behind the repository, such as `ghcr.io/acme/llama:1.4.0`.',
  );
}

/** Warnings of variables that no spec names; none while a spec is broken, because it is not read whole. */
export function unusedVariables(given: ReadonlyMap<string, string>, documents: readonly SpecDocument[]): Issue[] {
  if (documents.some(({ spec }) => spec === undefined)) return [];
  const unused = [...given.keys()].filter((key) => !documents.some(({ usedVariables }) => usedVariables.has(key)));
  return unused.map((key) => {
    const message = `no field that is used contains \`\${${key}}\`, so the variable \`${key}\` changes nothing`;
    const hint = `Write \`\${${key}}\` where the spec needs the value, or remove the variable.`;
    return errorAt({ input: 'variables' }, { code: 'unknown-variable', severity: 'warning', message, hint });
  });
}
