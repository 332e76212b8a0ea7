/** What a test asks of a model, in the ways of OpenAI. Pure. */

import { isObject } from '../json.ts';
import type { EndpointTest } from '../model/tests.ts';

/** How many tokens the answer may have; undefined where a `post` does not say it. */
export function maxTokensOf({ chat, json, 'max-tokens': most = 256 }: EndpointTest): number | undefined {
  if (chat !== undefined) return most;
  const given = isObject(json) ? (json.max_tokens ?? json.max_completion_tokens) : undefined;
  return typeof given === 'number' ? given : undefined;
}

/** The name by which it asks for its model; '' for none, or one of `secret-envs`. */
export function askedModel({ model, post = '', json }: EndpointTest): string {
  const asked = model ?? (post.startsWith('/v1/') && isObject(json) ? json.model : undefined);
  return typeof asked === 'string' && !asked.includes('${') ? asked : '';
}
