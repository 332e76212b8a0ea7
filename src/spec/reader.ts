/** From YAML nodes to the tree: duplicates, aliases, tags, merges, variables. */
import { type Document, isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar } from 'yaml';
import { holdsSecrets } from './conceal.ts';
import type { Issue, IssueCode, IssuePath } from './issue.ts';
import { maxCharactersOfDocument, type SourceText } from './source.ts';
import { mayHoldSecret } from './test-rules.ts';
import { type Entry, emptyNode, type MappingNode, type ScalarNode, type TreeNode } from './tree.ts';
import { openingOffsets, substitute, variableWords } from './variables.ts';
import { memberText, pathToKey } from './words.ts';

/** What aliases may repeat of a document, in nodes; a bomb repeats millions. */
const maxRepeatedNodes = 10_000;

const coreTags = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((tag) => `tag:yaml.org,2002:${tag}`),
);

export interface ReadDocument {
  readonly root: TreeNode;
  readonly issues: readonly Issue[];
  readonly usedVariables: ReadonlySet<string>;
  /** Values that stand elsewhere in the file and that an alias makes secrets. */
  readonly aliasedSecrets: readonly TreeNode[];
}

interface Found {
  readonly code: IssueCode;
  readonly message: string;
  readonly hint: string;
  readonly path: IssuePath;
  readonly start: number;
  readonly end: number;
}

/** Reads one document that has no syntax errors. */
export function readDocument(options: {
  document: Document.Parsed;
  source: SourceText;
  variables: ReadonlyMap<string, string>;
  /** Keys of the `secret-envs` input. */
  secretKeys: ReadonlySet<string>;
}): ReadDocument {
  const reader = new Reader(options);
  const root = reader.read(options.document.contents, []);
  reader.reportLeftTags();
  const { issues, used: usedVariables, aliasedSecrets } = reader;
  return { root, issues, usedVariables, aliasedSecrets };
}

class Reader {
  readonly issues: Issue[] = [];
  readonly used = new Set<string>();
  readonly aliasedSecrets: TreeNode[] = [];
  readonly #source: SourceText;
  readonly #variables: ReadonlyMap<string, string>;
  readonly #secretKeys: ReadonlySet<string>;
  readonly #anchors = new Map<string, { node: TreeNode; size: number }>();
  /** Tags that the YAML library does not know are warnings of the document, without the value that carries them. */
  readonly #tags: { start: number; end: number }[];
  /** Nodes read so far, what aliases repeat included. */
  #size = 0;
  #repeated = 0;
  /** Characters that variables may still be filled in with. */
  #room = maxCharactersOfDocument;

  constructor({ document, source, variables, secretKeys }: Parameters<typeof readDocument>[0]) {
    this.#source = source;
    this.#variables = variables;
    this.#secretKeys = secretKeys;
    this.#tags = document.warnings
      .filter(({ code }) => code === 'TAG_RESOLVE_FAILED')
      .map(({ pos }) => ({ start: pos[0], end: pos[1] }));
  }

  read(node: ParsedNode | null, path: IssuePath): TreeNode {
    this.#size += 1;
    if (node === null) return emptyNode(0);
    if (isAlias(node)) return this.#alias(node.source, path, node.range);
    const before = this.#size;
    const result = this.#unanchored(node, path);
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, { node: result, size: this.#size - before + 1 });
    if (node.tag !== undefined && !coreTags.has(node.tag)) {
      const tag = this.#tags.findIndex(({ end }) => end <= result.start);
      this.#reportTag(path, this.#tags.splice(tag, tag === -1 ? 0 : 1)[0] ?? result);
      return { ...result, broken: true };
    }
    return result;
  }

  #unanchored(node: ParsedNode, path: IssuePath): TreeNode {
    if (isMap(node)) return this.#mapping(node, path);
    return isSeq(node) ? this.#list(node, path) : this.#scalar(node as Scalar.Parsed, path);
  }

  #mapping(node: ParsedNode, path: IssuePath): MappingNode {
    const entries = new Map<string, Entry>();
    for (const pair of isMap(node) ? node.items : []) {
      const keyNode = pair.key as ParsedNode | null;
      const key = keyNode === null ? { start: node.range[0], end: node.range[0] } : this.#span(keyNode.range);
      if (keyNode !== null && !isScalar(keyNode)) {
        // `{{ … }}` is what templates are made of; YAML takes it for a mapping as the key of a mapping.
        const isTemplate = this.#source.text.startsWith('{{', node.range[0]);
        this.#report({
          code: 'complex-key',
          message: isTemplate
            ? '`{{` starts a template, and a spec is not a template'
            : 'a key is a list, a mapping or an alias',
          hint: isTemplate
            ? 'Write `${KEY}` and set KEY in the `variables` input, or put the text in quotes.'
            : 'Use text as the key.',
          path,
          ...(isTemplate ? this.#span(node.range) : key),
        });
        if (isTemplate) return { kind: 'mapping', entries, ...this.#span(node.range), broken: true };
        continue;
      }
      const name = keyText(keyNode);
      const first = entries.get(name);
      if (name === '<<' && keyNode?.type === 'PLAIN') {
        this.#report({
          code: 'merge-key',
          message: '`<<` merges mappings in YAML 1.1 only; a spec is YAML 1.2',
          hint: 'Write the members out, or use an alias for the whole block.',
          path: pathToKey(path, name),
          ...key,
        });
      } else if (path.length === 1 && path[0] === 'envs' && name.includes('${')) {
        this.#report({
          code: 'invalid-value',
          message: 'a key of `envs` contains `${`, and variables are not allowed in keys',
          hint: 'Write `envs` as items: `- {key: "${KEY}", value: …}`.',
          path,
          ...key,
        });
      } else if (first !== undefined) {
        this.#report({
          code: 'duplicate-key',
          message: `${memberText(pathToKey(path, name))} is set twice; the first is on line ${this.#source.point(first.key.start).line}`,
          hint: 'Keep one of them.',
          path: pathToKey(path, name),
          ...key,
        });
      } else {
        entries.set(name, { key, value: this.read((pair.value as ParsedNode | null) ?? null, [...path, name]) });
      }
    }
    return { kind: 'mapping', entries, ...this.#span(node.range) };
  }

  #list(node: ParsedNode, path: IssuePath): TreeNode {
    const items = isSeq(node) ? node.items.map((item, index) => this.read(item as ParsedNode, [...path, index])) : [];
    return { kind: 'list', items, ...this.#span(node.range) };
  }

  #scalar(node: Scalar.Parsed, path: IssuePath): ScalarNode {
    const span = this.#span(node.range);
    const { value } = node as { value: unknown };
    if (typeof value !== 'string') {
      const plain = typeof value === 'number' || typeof value === 'boolean' ? value : null;
      return { kind: 'scalar', value: plain, written: node.source, variables: [], whole: false, ...span };
    }
    const filling = { variables: this.#variables, secrets: mayHoldSecret(path) ? this.#secretKeys : undefined };
    const { text, used, whole, problems } = substitute(value, { ...filling, room: this.#room });
    if (used.length > 0) this.#room = Math.max(0, this.#room - text.length);
    for (const key of used) this.used.add(key);
    const offsets =
      problems.length === 0 ? undefined : openingOffsets(this.#source.text.slice(span.start, span.end), value);
    for (const problem of problems) {
      const offset = offsets?.[problem.nth];
      const place =
        offset === undefined ? span : { start: span.start + offset, end: span.start + offset + problem.length };
      this.#report({ ...variableWords(problem, filling), path, ...place });
    }
    const template = used.length > 0 ? { template: value } : {};
    const scalar: ScalarNode = {
      kind: 'scalar',
      value: text,
      written: text,
      variables: used,
      ...template,
      whole,
      ...span,
    };
    return problems.length === 0 ? scalar : { ...scalar, broken: true };
  }

  /** An alias is the anchored value at another place. Its name is not shown: it may be a secret that starts with `*`. */
  #alias(name: string, path: IssuePath, range: readonly [number, number, number]): TreeNode {
    const span = this.#span(range);
    const broken = { ...emptyNode(span.start), ...span, broken: true } as const;
    const anchored = this.#anchors.get(name);
    if (anchored === undefined) {
      this.#report({
        code: 'unknown-anchor',
        message: '`*` starts an alias, but no complete value before it has that anchor',
        hint: 'Put the text in quotes if it is not an alias.',
        path,
        ...span,
      });
      return broken;
    }
    this.#repeated += anchored.size;
    this.#size += anchored.size;
    if (this.#repeated > maxRepeatedNodes) {
      this.#report({
        code: 'alias-bomb',
        message: `aliases repeat more than ${maxRepeatedNodes} values of the file`,
        hint: 'Write the values out.',
        path,
        ...span,
      });
      return broken;
    }
    if (holdsSecrets(String(path[0]))) this.aliasedSecrets.push(anchored.node);
    return { ...anchored.node, ...span };
  }

  /** Tags that fit no value, as `!!int x`. */
  reportLeftTags(): void {
    for (const tag of this.#tags) this.#reportTag([], tag);
  }

  /** The text of a tag is not shown: it may be a secret that starts with `!`. */
  #reportTag(path: IssuePath, { start, end }: { start: number; end: number }): void {
    this.#report({
      code: 'custom-tag',
      message: '`!` starts a tag, and a spec has no tags',
      hint: 'Delete the tag, or quote the text if it starts with `!`.',
      path,
      start,
      end,
    });
  }

  /** Ranges of blocks reach to the start of what follows; a place ends with its last character. */
  #span([start, valueEnd]: readonly [number, number, number]): { start: number; end: number } {
    return { start, end: start + this.#source.text.slice(start, valueEnd).trimEnd().length };
  }

  #report({ start, end, ...issue }: Found): void {
    this.issues.push({ ...issue, severity: 'error', position: this.#source.range(start, end) });
  }
}

/** Keys are text as written: `1:` is the key "1". */
function keyText(node: Scalar.Parsed | null): string {
  const value: unknown = node?.value;
  return typeof value === 'string' ? value : (node?.source ?? '');
}
