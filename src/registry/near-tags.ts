/** The tags of a repository, and those among them that were probably meant. */

import { distance } from 'fastest-levenshtein';
import * as z from 'zod/mini';
import type { RepositoryClient } from './client.ts';
import { isTag } from './reference.ts';
import { tryParseJson } from './stored-logins.ts';

const maxPages = 5;
const maxListBytes = 4 * 1024 * 1024;
const maxTags = 10_000;
const maxNear = 3;

const listSchema = z.object({ tags: z.nullable(z.array(z.string())) });

/** The first 10,000 tags at most; undefined when the registry lists none to us. Not everybody who may pull may list. */
export async function listTags(client: RepositoryClient): Promise<readonly string[] | undefined> {
  const tags: string[] = [];
  let path: string | undefined = 'tags/list?n=1000';
  for (let page = 0; path !== undefined && page < maxPages && tags.length < maxTags; page += 1) {
    const reply = await client.request({ method: 'GET', path, accept: 'application/json', maxBytes: maxListBytes });
    const text = reply.kind === 'reply' && reply.status === 200 ? Buffer.from(reply.body).toString('utf8') : '';
    const read = listSchema.safeParse(tryParseJson(text));
    if (reply.kind !== 'reply' || !read.success) return page === 0 ? undefined : tags;
    for (const tag of read.data.tags ?? []) if (isTag(tag)) tags.push(tag);
    path = nextPage(reply.headers.link);
  }
  return tags.slice(0, maxTags);
}

/** The closest first, at most three; none that differs in more than a third of the tag. */
export function nearTags(tag: string, tags: readonly string[]): string[] {
  const most = Math.max(1, Math.floor(tag.length / 3));
  return tags
    .map((candidate) => ({ candidate, differs: distance(tag.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ differs }) => differs <= most)
    .sort((a, b) => a.differs - b.differs || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, maxNear)
    .map(({ candidate }) => candidate);
}

/** Of `Link: </v2/acme/app/tags/list?last=b&n=2>; rel="next"` the query; the rest of the address is known. */
function nextPage(link: string | undefined): string | undefined {
  const target = /^\s*<([^<>]{1,2048})>\s*;[^,]*\brel="?next\b/i.exec(link ?? '')?.[1];
  const query = target === undefined ? undefined : URL.parse(target, 'https://registry.invalid')?.search;
  return query ? `tags/list${query}` : undefined;
}
