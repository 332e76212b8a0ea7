/** Every text of src/ that a user can meet, read from the source: the catalogue of messages in test/docs/messages.md, and what the test of the style reads. */

import { readFileSync } from 'node:fs';
import { type Node, parseSync } from 'oxc-parser';
import { readSources } from './source-map.ts';

export interface Message {
  /** Below src/. */
  path: string;
  /** With `…` in the place of values. */
  text: string;
}

/** Files whose texts stay inside: the help repeats action.yml, and the trail is read by maintainers. */
const inner: ReadonlySet<string> = new Set(['cli/descriptions.ts', 'http/undici.d.ts']);

/** In the order of the files, each text once a file. */
export function readMessages(): Message[] {
  return readSources()
    .filter(({ path }) => !inner.has(path))
    .flatMap(({ path, text }) => {
      const texts = new Set<string>();
      collect(parseSync(path, text).program, texts);
      return [...texts].filter(isProse).map((message) => ({ path, text: message }));
    });
}

/** Markdown: a list for each file, under its sentence of what is there. */
export function renderMessages(): string {
  const byFile = Map.groupBy(readMessages(), ({ path }) => path);
  return Array.from(byFile, ([path, messages]) => {
    const lines = messages.map(({ text }) => `- ${codeSpan(text.replaceAll('\n', ' ').trim())}`);
    return [`## ${path}`, '', openingOf(path), '', ...lines].join('\n');
  }).join('\n\n');
}

function openingOf(path: string): string {
  const [, sentence = ''] = /^\/\*\*\s*([\s\S]*?)\s*\*\//.exec(readFileSync(`src/${path}`, 'utf8')) ?? [];
  return sentence.replaceAll(/\s*\n \*\s*/g, ' ').replaceAll('<', '&lt;');
}

/** More than one word, and not a pattern, a route, a header or a sentence for programmers. */
function isProse(text: string): boolean {
  return (
    /[a-z]{2,}.* .*[a-z]|[a-z] …|… [a-z]{2}/i.test(text) &&
    !/^(GET|POST|PUT|PATCH|DELETE) \/|^\(?\?|\\[bdsw]|^[a-z-]+: (read|write)$|^(Bearer|Basic) |=>/.test(text)
  );
}

/** A text that is thrown as a plain Error tells of a defect, and no user can meet it by a mistake. */
function collect(node: unknown, texts: Set<string>): void {
  if (Array.isArray(node)) for (const each of node) collect(each, texts);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  const { type } = node as Node;
  if (type === 'ImportDeclaration' || type === 'ExportAllDeclaration' || type === 'TSLiteralType') return;
  if (isInternalError(node as Node)) return;
  const text = textOf(node as Node);
  if (text !== undefined) texts.add(text);
  for (const [key, child] of Object.entries(node)) if (key !== 'type') collect(child, texts);
}

function isInternalError(node: Node): boolean {
  return (
    node.type === 'NewExpression' && node.callee.type === 'Identifier' && /^(Type|Range)?Error$/.test(node.callee.name)
  );
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join('…');
  return undefined;
}

/** Code in which back-ticks may stand. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const space = text.includes('`') ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}
