/** Contradictions of a spec between its requests and its server: names, keys, tokens and times. */

import type { EndpointTest } from '../model/tests.ts';
import { quote } from '../shown-text.ts';
import { askedModel, maxTokensOf } from '../spec/asked.ts';
import type { IssuePath, Rule } from '../spec/issue.ts';
import { embedding, isGuarded, noServer } from './servers.ts';
import type { ServerSettings } from './settings.ts';

/** What requests ask for, and what the server or the service lets them have. */
export function requestRules(settings: ServerSettings): Rule[] {
  const { spec, mentions, config, told, path, server } = settings;
  const { tests = [] } = spec;
  const { policy = {}, workerConfig: { requestTimeout = Infinity, maxConcurrent = 0 } = {} } = config;
  const [served, named] = [told('served'), told('model')];
  const [loaded = ''] = named.values;
  const {
    name: limits,
    values: [atOnce = ''],
  } = told('parallel');
  // A server calls a model of Hugging Face by its ID, unless it is told another name.
  const names = served.name ? served.values : /^[\w.-]+\/[\w.-]+$/.test(loaded) ? [loaded] : [];
  const asked = tests.map(askedModel).find((model) => model !== '' && names.length > 0 && !names.includes(model));
  return [
    [
      asked !== undefined,
      path,
      `has \`${served.name || named.name}\`, which does not name the \`model\` ${quote(asked ?? '')} of a test`,
      'Write the same name in both.',
    ],
    [
      policy.type === 'queue' && Number(policy.value) > requestTimeout && mentions(['policy', 'value']),
      ['policy', 'value'],
      `lets a request wait for ${policy.value} s, and \`workerConfig.requestTimeout\` ends it after ${requestTimeout} s`,
      'Lower it, or raise `requestTimeout`.',
    ],
    [
      server !== noServer &&
        mentions(['workerConfig', 'maxConcurrent']) &&
        Number(atOnce) > 0 &&
        maxConcurrent >= 2 * Number(atOnce),
      ['workerConfig', 'maxConcurrent'],
      `is ${maxConcurrent}, and \`${limits}\` lets a worker answer ${atOnce} at once`,
      'Write the same number in both.',
    ],
    ...tests.flatMap((test, index) => testRules(test, ['tests', index], settings)),
  ];
}

function testRules(test: EndpointTest, at: IssuePath, { config, told, words, server }: ServerSettings): Rule[] {
  const { get, post, chat, path: chatPath = '/v1/', headers = {}, expect: { within = 0, status = 200 } = {} } = test;
  const { requestTimeout = Infinity } = config.workerConfig ?? {};
  const [key, context] = [told('key'), told('context')];
  // vLLM reads `8k`.
  const [limit = '?'] = context.values.map((text) => text.replace(/k$/, '000'));
  const maxTokens = maxTokensOf(test) ?? 0;
  const [, sent = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  // Another secret may have the word in it.
  const mayBeBearer = /\S \S/.test(sent) || (sent.includes('${') && ![`\${${key.name}}`, ...key.values].includes(sent));
  const embeds = server.name.endsWith('embeddings-inference') || embedding.test(words.join(' '));
  return [
    [
      key.name !== '' && !mayBeBearer && status !== 401 && isGuarded(get ?? post ?? chatPath, server),
      at,
      `sends no \`authorization: Bearer …\`, and the server has \`${key.name}\`: the answer will be 401`,
      'Add `headers: {authorization: "Bearer ${KEY}"}`, with KEY in `secret-envs`.',
    ],
    [
      // 0 leaves it to the server.
      Number(limit) > 0 && maxTokens >= Number(limit),
      [...at, ...(chat === undefined ? ['json'] : ['max-tokens'])],
      `asks for ${maxTokens} tokens, and \`${context.name}\` leaves ${limit} for question and answer`,
      'Lower it, or raise the other.',
    ],
    [
      within > requestTimeout * 1000,
      [...at, 'expect', 'within'],
      `is longer than \`workerConfig.requestTimeout\`, which ends the request after ${requestTimeout} s`,
      'Shorten it, or raise `requestTimeout`.',
    ],
    [
      chat !== undefined && embeds,
      [...at, 'chat'],
      'is for a model that writes, and this server makes embeddings',
      'Write `post: /v1/embeddings` with `json: {input: hello}`.',
    ],
  ];
}
