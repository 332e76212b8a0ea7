/** Warnings of what is valid in a spec, and probably meant otherwise. Pure. */

import { isObject } from '../json.ts';
import type { EndpointTest } from '../model/tests.ts';
import { parseReference } from '../registry/reference.ts';
import { quote } from '../shown-text.ts';
import { errorAt, type Issue, type IssuePath, issueAt, type ReadDocument, type SpecDocument } from './issue.ts';

export function warningsOf(document: ReadDocument): Issue[] {
  const { image, tests = [] } = document.readable;
  const echoes = tests.flatMap((test, index) => echoedParts(test).map((path) => ['tests', index, ...path]));
  return [
    ...untagged(document, image?.image ?? ''),
    ...echoes.map((path) => {
      const what = 'is a part of the question, so an answer that repeats the question passes';
      return issueAt(document, path, { severity: 'warning', what, hint: 'Write what only a right answer contains.' });
    }),
  ];
}

function untagged(document: ReadDocument, image: string): Issue[] {
  const reference = parseReference(image);
  if (!('domain' in reference) || reference.tag !== 'latest' || image.endsWith(':latest')) return [];
  const { domain, path, tag } = reference;
  const what = `is ${quote(image)}; no tag was written, so \`${domain}/${path}:${tag}\` is meant`;
  const hint = 'Write the tag or the digest behind the repository, such as `ghcr.io/acme/llama:1.4.0`.';
  return [issueAt(document, ['image', 'image'], { severity: 'warning', what, hint })];
}

/** Where a test expects words of its own question. */
function echoedParts({ chat = '', json, expect = {} }: EndpointTest): IssuePath[] {
  const messages = isObject(json) && Array.isArray(json.messages) ? json.messages : [];
  const asked = [chat, ...messages.map((message) => (isObject(message) ? message.content : ''))];
  const question = asked
    .filter((text) => typeof text === 'string')
    .join('\n')
    .toLowerCase();
  const { contains } = expect;
  const parts = [contains ?? []].flat();
  return parts.flatMap((part, index): IssuePath[] => {
    if (part.trim() === '' || !question.includes(part.toLowerCase())) return [];
    return [['expect', 'contains', ...(Array.isArray(contains) ? [index] : [])]];
  });
}

/** Of `variables` that no spec names. A broken spec is not read whole. */
export function unusedVariables(given: ReadonlyMap<string, string>, documents: readonly SpecDocument[]): Issue[] {
  if (documents.some(({ spec }) => spec === undefined)) return [];
  const unused = [...given.keys()].filter((key) => !documents.some(({ usedVariables }) => usedVariables.has(key)));
  return unused.map((key) => {
    const message = `no spec contains \`\${${key}}\`, so the variable \`${key}\` changes nothing`;
    const hint = `Write \`\${${key}}\` where the spec needs the value, or remove the variable.`;
    return errorAt({ input: 'variables' }, { code: 'unknown-variable', severity: 'warning', message, hint });
  });
}
