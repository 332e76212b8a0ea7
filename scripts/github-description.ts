/**
 * Cuts GitHub's own OpenAPI description to the operations that the GitHub for tests plays:
 * `node scripts/github-description.ts FILE`, where FILE is `generated/api.github.com.json` of the package
 * `@octokit/openapi`. The whole file has 13 MB, and the package 385 MB, so it is no dependency.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { operations } from '../test/github-api/handlers.ts';

const examples = ['pull-request', 'commit-comparison', 'issue-comment', 'workflow-run'];

type Json = Readonly<Record<string, unknown>>;

const [file = ''] = process.argv.slice(2);
const { info, paths, components } = JSON.parse(readFileSync(file, 'utf8')) as {
  info: Json;
  paths: Record<string, Record<string, { operationId: string }>>;
  components: Record<string, Record<string, unknown>>;
};

/** What the words of people say, and what only GitHub's own tools read. */
const isUnread = (key: string) =>
  key.startsWith('x-') || ['description', 'summary', 'externalDocs', 'tags'].includes(key);

const kept: Record<string, Record<string, unknown>> = {};

/** The value without what is not read; everything that it refers to is kept, too. */
function cut(value: unknown, isNamed = false): unknown {
  if (Array.isArray(value)) return value.map((each) => cut(each));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => isNamed || !(isUnread(key) || key.startsWith('example')));
  return Object.fromEntries(
    entries.map(([key, each]) => {
      if (key === '$ref' && typeof each === 'string') keep(each);
      return [key, cut(each, key === 'properties')];
    }),
  );
}

function keep(ref: string): void {
  const [group = '', name = ''] = ref.replace('#/components/', '').split('/');
  kept[group] ??= {};
  if (Object.hasOwn(kept[group], name)) return;
  kept[group][name] = true;
  kept[group][name] = cut(components[group]?.[name]);
}

const shown = Object.entries(paths).flatMap(([path, methods]) => {
  const played = Object.entries(methods).filter(([, { operationId }]) => operations.includes(operationId));
  return played.length === 0 ? [] : [[path, Object.fromEntries(played.map(([method, each]) => [method, cut(each)]))]];
});
kept.examples = Object.fromEntries(examples.map((name) => [name, components.examples?.[name]]));
const { title, version, license } = info;
const description = { info: { title, version, license }, paths: Object.fromEntries(shown), components: kept };
writeFileSync('test/github-api/description.json', `${JSON.stringify(description)}\n`);
