/** From YAML nodes to plain values for the schema, with variables filled in and aliases followed. */
import { isAlias, isMap, isScalar, type Node, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { mayHoldSecret } from '../model/config.ts';
import type { Templates } from '../model/display.ts';
import { isBodyOrHeader } from '../model/tests.ts';
import type { Issue, IssueCode, IssuePath, Overrides, Words } from './issue.ts';
import { errorAt, memberText } from './issue.ts';
import { wantsNumber, wantsWrittenText } from './shape.ts';
import { keyText, type PlacedDocument, pathToKey, spanOf } from './source.ts';
import { maxDepth, tooDeep } from './syntax.ts';
import { maxFilledCharacters, substitute } from './variables.ts';

/** Nodes, also those that aliases repeat: 64 KiB of text has fewer, an alias bomb has millions. */
const maxNodes = 50_000;

/** Of JSON, without more digits than a double keeps. */
const numberForm = /^[-+]?\d{1,15}(?:\.\d{1,15})?(?:[eE][-+]?\d{1,2})?$/;

export class NodeReader {
  readonly issues: Issue[] = [];
  readonly usedVariables = new Set<string>();
  /** Nodes that have an issue already. */
  readonly broken = new Set<unknown>();
  readonly templates = new Map<string, { template: string; filled: string }>() satisfies Templates;
  /** Values of envs; empty ones left out. */
  readonly secretValues: string[] = [];
  readonly placed: PlacedDocument;
  readonly #inputs: Overrides;
  readonly #open = new Set<Node>();
  #count = 0;
  #room = maxFilledCharacters;

  constructor(placed: PlacedDocument, inputs: Overrides) {
    this.placed = placed;
    this.#inputs = inputs;
  }

  /** Plain objects, lists and scalars; `undefined` for a node that has an issue already. */
  read(): unknown {
    const { document, source } = this.placed;
    for (const { code, pos } of document.warnings)
      if (code === 'TAG_RESOLVE_FAILED') this.issues.push(errorAt(source.range(...pos), customTag));
    return this.#value(document.contents, []);
  }

  #value(node: Node | null, path: IssuePath): unknown {
    if (node === null) return null;
    if (path.length > maxDepth) return this.#refuse(node, path, tooDeep(this.placed.source, 0));
    this.#count += 1;
    if (this.#count > maxNodes) return this.#count === maxNodes + 1 ? this.#refuse(node, path, aliasBomb) : undefined;
    if (isAlias(node)) {
      const anchored = this.placed.anchored(node);
      if (anchored === undefined || this.#open.has(anchored)) return this.#refuse(node, path, unknownAnchor);
      const value = this.#value(anchored, path);
      if (value === undefined) this.broken.add(node);
      return value;
    }
    if (isScalar(node)) return this.#scalar(node, path);
    this.#open.add(node);
    const value = isMap(node)
      ? this.#mapping(node as YAMLMap<Node, Node | null>, path)
      : (node as YAMLSeq<Node | null>).items.map((item, index) => this.#value(item, [...path, index]));
    this.#open.delete(node);
    return value;
  }

  #mapping(node: YAMLMap<Node, Node | null>, path: IssuePath): unknown {
    const first = new Map<string, Node>();
    const entries: [string, unknown][] = [];
    for (const { key, value } of node.items) {
      if (!isScalar(key)) {
        // `{{ … }}` of a template is a mapping as the key of a mapping in YAML.
        if (this.placed.source.text.startsWith('{{', node.range?.[0] ?? 0)) return this.#refuse(node, path, template);
        this.#refuse(key, path, complexKey);
        continue;
      }
      const name = keyText(key);
      const full = pathToKey(path, name);
      const earlier = first.get(name);
      if (name === '<<' && key.type === 'PLAIN') this.#refuse(key, full, mergeKey);
      else if (path.length === 1 && path[0] === 'envs' && name.includes('${')) this.#refuse(key, path, variableAsKey);
      else if (earlier !== undefined) {
        const { line } = this.placed.source.range(spanOf(earlier, this.placed.source).start, 0).start;
        const message = `${memberText(full)} is set twice; the first is on line ${line}`;
        this.#refuse(key, full, wordsFor('duplicate-key', message, 'Keep one of them.'));
      } else {
        first.set(name, key);
        const plain = this.#value(value, [...path, name]);
        if (plain !== undefined) entries.push([name, plain]);
      }
    }
    // Defines own properties: a key `__proto__` stays a key.
    return Object.fromEntries(entries);
  }

  /** A bare `1.10` is its text where the schema wants text, and one whole variable is a number where it wants one. */
  #scalar(node: Scalar, path: IssuePath): unknown {
    const { value, source = '' } = node;
    if (value === null) return null;
    const isSecret = isBelowEnvs(path) && path.at(-1) !== 'key';
    if (typeof value !== 'string') {
      if (isSecret) this.secretValues.push(source);
      return wantsWrittenText(path) ? source : value;
    }
    const { variables, secretEnvs } = this.#inputs;
    const isGiven = this.placed.origins.has(node);
    const filling = { variables, room: this.#room, secrets: isBodyOrHeader(path) ? secretEnvs : undefined };
    const { text, used, problems } = isGiven ? { text: value, used: [], problems: [] } : substitute(value, filling);
    for (const key of used) this.usedVariables.add(key);
    if (path[0] !== 'tests' && /^[\u2018-\u201f\u00ab].*[\u2018-\u201f\u00bb]$/s.test(text))
      this.#warn(node, path, typographic);
    const empty = used.filter((key) => variables.get(key) === '').map((key) => `\`${key}\``);
    if (empty.length > 0) this.#warn(node, path, emptyVariable(empty.join(', ')));
    for (const problem of problems) this.#refuse(node, path, problem);
    if (problems.length > 0) return undefined;
    if (used.length > 0) this.#room = Math.max(0, this.#room - text.length);
    if (isSecret && text !== '') this.secretValues.push(text);
    const member = path.join('.');
    if (mayHoldSecret(member)) this.templates.set(member, { template: value, filled: text });
    const isVariable = !isGiven && /^\$\{\w+\}$/.test(value);
    return isVariable && wantsNumber(path) && numberForm.test(text) ? Number(text) : text;
  }

  #warn(node: Node, path: IssuePath, words: Words): void {
    const { source } = this.placed;
    const { start, end } = spanOf(node, source);
    this.issues.push({ ...errorAt(source.range(start, end), words, path), severity: 'warning' });
  }

  /** Points at the part of the node that is `written`, where the file has it to the letter. */
  #refuse(node: Node, path: IssuePath, { code, message, hint, written = '' }: Words & { written?: string }): undefined {
    const { source } = this.placed;
    this.broken.add(node);
    const span = spanOf(node, source);
    const at = written === '' ? -1 : source.text.slice(span.start, span.end).indexOf(written);
    const { start, end } = at < 0 ? span : { start: span.start + at, end: span.start + at + written.length };
    this.issues.push(errorAt(source.range(start, end), { code, message, hint }, path));
    return undefined;
  }
}

/** `env`, `environment` and `secrets` are not fields, but their values are meant for `envs`. */
function isBelowEnvs(path: IssuePath): boolean {
  return path.slice(0, -1).some((segment) => /env|secret/i.test(String(segment)));
}

const wordsFor = (code: IssueCode, message: string, hint: string): Words => ({ code, message, hint });

const typographic = wordsFor(
  'invalid-value',
  'typographic quotes are part of this text, and do not quote it',
  'Write `"` or `\'` in their place, or nothing.',
);
const emptyVariable = (keys: string): Words =>
  wordsFor(
    'unknown-variable',
    `the variable ${keys} is set to an empty text in the \`variables\` input`,
    'A misspelled output of a workflow is empty, and so is that of a skipped step.',
  );

/** The text of a tag, and the name of an alias, are not shown: they may be a secret that starts with `!` or `*`. */
const customTag = wordsFor(
  'custom-tag',
  '`!` starts a tag, and a spec has no tags',
  'Delete the tag, or quote the text if it starts with `!`.',
);
const unknownAnchor = wordsFor(
  'unknown-anchor',
  '`*` starts an alias, but no complete value before it in this document has that anchor',
  'An anchor ends with its document, at `---`. Put the text in quotes if it is not an alias.',
);
const aliasBomb = wordsFor('alias-bomb', `aliases repeat more than ${maxNodes} values`, 'Write the values out.');
const template = wordsFor(
  'complex-key',
  '`{{` starts a template, and a spec is not a template',
  'Write `${KEY}` and set KEY in the `variables` input, or put the text in quotes.',
);
const complexKey = wordsFor('complex-key', 'a key is a list, a mapping or an alias', 'Use text as the key.');
const mergeKey = wordsFor(
  'merge-key',
  '`<<` merges mappings in YAML 1.1 only; a spec is YAML 1.2',
  'Write the fields out, or use an alias for the whole block.',
);
const variableAsKey = wordsFor(
  'invalid-value',
  'a key of `envs` contains `${`, and variables are not allowed in keys',
  'Write `envs` as items: `- {key: "${KEY}", value: …}`.',
);
