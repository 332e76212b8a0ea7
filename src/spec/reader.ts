/** From YAML nodes to plain values for the schema, with variables filled in and aliases followed. */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  type Node,
  type Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { mayHoldSecret } from '../model/config.ts';
import type { Templates } from '../model/display.ts';
import { isBodyOrHeader } from '../model/tests.ts';
import type { InputPlace, Issue, IssueCode, IssuePath, Overrides, Severity, Words } from './issue.ts';
import { errorAt, memberText } from './issue.ts';
import { wantsNumber, wantsWrittenText } from './shape.ts';
import { keyText, Places, pathToKey, type SourceText, spanOf } from './source.ts';
import { maxDepth, tooDeep } from './syntax.ts';
import { maxFilledCharacters, substitute } from './variables.ts';

/** Nodes, also those that aliases repeat: 64 KiB of text has fewer, an alias bomb has millions. */
const maxNodes = 50_000;

/** Of JSON, without more digits than a double keeps. */
const numberForm = /^[-+]?\d{1,15}(?:\.\d{1,15})?(?:[eE][-+]?\d{1,2})?$/;

export class NodeReader {
  readonly issues: Issue[] = [];
  readonly usedVariables = new Set<string>();
  readonly templates = new Map<string, { template: string; filled: string }>() satisfies Templates;
  /** Values of envs in the file; empty ones left out. */
  readonly secretValues: string[] = [];
  readonly places: Places;
  /** The name that the file gives, whatever the input says; '' for none. */
  readonly ownName: string;
  readonly #document: Document.Parsed;
  readonly #source: SourceText;
  readonly #inputs: Overrides;
  readonly #image: string | undefined;
  /** Of each alias, the last node before it with that anchor. */
  readonly #anchored = new Map<Node, Node | undefined>();
  readonly #open = new Set<Node>();
  #count = 0;
  #room = maxFilledCharacters;

  constructor(document: Document.Parsed, source: SourceText, inputs: Overrides) {
    this.places = new Places(document, source);
    this.#document = document;
    this.#source = source;
    this.#inputs = inputs;
    const anchors = new Map<string, Node>();
    visit(document, (_, node) => {
      if (isAlias(node)) this.#anchored.set(node, anchors.get(node.source));
      else if (isNode(node) && node.anchor) anchors.set(node.anchor, node);
    });
    this.ownName = this.#textAt(document.contents, 'name');
    this.#image = inputs.image ?? inputs.images?.get(inputs.name ?? this.ownName);
  }

  /** Plain objects, lists and scalars, below the inputs; `undefined` for a node that has an issue already. */
  read(): unknown {
    for (const { code, pos } of this.#document.warnings)
      if (code === 'TAG_RESOLVE_FAILED') this.issues.push(errorAt(this.#source.range(...pos), customTag));
    return this.#value(this.#document.contents, []);
  }

  #resolve(node: Node | null): Node | null {
    return isAlias(node) ? (this.#anchored.get(node) ?? null) : node;
  }

  #textAt(node: unknown, key: string): string {
    const found = isMap(node) ? this.#resolve((node.get(key, true) ?? null) as Node | null) : null;
    const { variables } = this.#inputs;
    return isScalar(found) && typeof found.value === 'string' ? substitute(found.value, { variables }).text : '';
  }

  #value(node: Node | null, path: IssuePath, key?: Node): unknown {
    const value = this.#resolve(node);
    this.places.set(path, { node, key });
    if (node === null) return null;
    if (path.length > maxDepth) return this.#refuse(node, path, tooDeep(this.#source, 0));
    this.#count += 1;
    if (this.#count > maxNodes) return this.#count === maxNodes + 1 ? this.#refuse(node, path, aliasBomb) : undefined;
    if (value === null || this.#open.has(value)) return this.#refuse(node, path, unknownAnchor);
    if (isScalar(value)) return this.#scalar(value, path);
    this.#open.add(value);
    const plain = isMap(value)
      ? this.#mapping(value as YAMLMap<Node, Node | null>, path)
      : this.#list(value as YAMLSeq<Node | null>, path);
    this.#open.delete(value);
    return plain;
  }

  /** An item of `envs` whose key an input gives is left out. */
  #list({ items }: YAMLSeq<Node | null>, path: IssuePath): unknown[] {
    const given: ReadonlyMap<string, string> = isEnvsPath(path) ? this.#inputs.secretEnvs : new Map();
    const isOver = (item: Node | null) => given.size > 0 && given.has(this.#textAt(this.#resolve(item), 'key'));
    const own = items.filter((item) => !isOver(item));
    for (const index of [...given].keys()) this.places.set([...path, own.length + index], { input: 'secret-envs' });
    return [
      ...own.map((item, index) => this.#value(item, [...path, index])),
      ...Array.from(given, ([key, value]) => ({ key, value })),
    ];
  }

  /** What the inputs give in a mapping, over the values of the file; fields that are malformed stay. */
  #givenIn(node: YAMLMap<Node, Node | null>, path: IssuePath): Map<string, [text: string, place: InputPlace]> {
    const { name, secretEnvs } = this.#inputs;
    const given = new Map<string, [string, InputPlace]>();
    const image = this.#resolve(node.get('image', true) as Node | null);
    if (path.length === 0 && name !== undefined) given.set('name', [name, { input: 'name' }]);
    const isImage = path.length === 0 ? !isMap(image) : path.join() === 'image';
    if (this.#image !== undefined && isImage) given.set('image', [this.#image, { input: 'image' }]);
    if (isEnvsPath(path)) for (const [key, value] of secretEnvs) given.set(key, [value, { input: 'secret-envs' }]);
    return given;
  }

  #mapping(node: YAMLMap<Node, Node | null>, path: IssuePath): unknown {
    const first = new Map<string, Node>();
    const entries: [string, unknown][] = [];
    const given = this.#givenIn(node, path);
    for (const { key, value } of node.items) {
      if (!isScalar(key)) {
        // `{{ … }}` of a template is a mapping as the key of a mapping in YAML.
        if (this.#source.text.startsWith('{{', node.range?.[0] ?? 0)) return this.#refuse(node, path, template);
        this.#refuse(key, path, complexKey);
        continue;
      }
      const name = keyText(key);
      const full = pathToKey(path, name);
      const earlier = first.get(name);
      if (name === '<<' && key.type === 'PLAIN') this.#refuse(key, full, mergeKey);
      else if (isEnvsPath(path) && name.includes('${')) this.#refuse(key, path, variableAsKey);
      else if (earlier !== undefined) {
        const { line } = this.#source.range(spanOf(earlier, this.#source).start, 0).start;
        const message = `${memberText(full)} is set twice; the first is on line ${line}`;
        this.#refuse(key, full, wordsFor('duplicate-key', message, 'Keep one of them.'));
      } else {
        first.set(name, key);
        const plain = given.has(name) ? undefined : this.#value(value, [...path, name], key);
        if (plain !== undefined) entries.push([name, plain]);
      }
    }
    for (const [name, [text, place]] of given) {
      this.places.set([...path, name], place);
      entries.push([name, text]);
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
    const filling = { variables, room: this.#room, secrets: isBodyOrHeader(path) ? secretEnvs : undefined };
    const { text, used, problems } = substitute(value, filling);
    for (const key of used) this.usedVariables.add(key);
    if (path[0] !== 'tests' && /^[\u2018-\u201f\u00ab].*[\u2018-\u201f\u00bb]$/s.test(text))
      this.#refuse(node, path, typographic);
    const empty = used.filter((key) => variables.get(key) === '').map((key) => `\`${key}\``);
    if (empty.length > 0) this.#refuse(node, path, emptyVariable(empty.join(', ')));
    for (const problem of problems) this.#refuse(node, path, problem);
    if (problems.length > 0) return undefined;
    if (used.length > 0) this.#room = Math.max(0, this.#room - text.length);
    if (isSecret && text !== '') this.secretValues.push(text);
    const member = path.join('.');
    if (mayHoldSecret(member)) this.templates.set(member, { template: value, filled: text });
    const isVariable = /^\$\{\w+\}$/.test(value);
    return isVariable && wantsNumber(path) && numberForm.test(text) ? Number(text) : text;
  }

  /** Points at the part of the node that is `written`, where the file has it to the letter. */
  #refuse(node: Node, path: IssuePath, { written = '', ...words }: ReaderWords): undefined {
    const source = this.#source;
    const span = spanOf(node, source);
    const at = written === '' ? -1 : source.text.slice(span.start, span.end).indexOf(written);
    const { start, end } = at < 0 ? span : { start: span.start + at, end: span.start + at + written.length };
    this.issues.push(errorAt(source.range(start, end), words, path));
    return undefined;
  }
}

type ReaderWords = Words & { severity?: Severity; written?: string };

const isEnvsPath = (path: IssuePath) => path.length === 1 && path[0] === 'envs';

/** `env`, `environment` and `secrets` are not fields, but their values are meant for `envs`. */
function isBelowEnvs(path: IssuePath): boolean {
  return path.slice(0, -1).some((segment) => /env|secret/i.test(String(segment)));
}

const wordsFor = (code: IssueCode, message: string, hint: string): Words => ({ code, message, hint });

const typographic: ReaderWords = {
  code: 'invalid-value',
  severity: 'warning',
  message: 'typographic quotes are part of this text, and do not quote it',
  hint: 'Write `"` or `\'` in their place, or nothing.',
};
const emptyVariable = (keys: string): ReaderWords => ({
  code: 'unknown-variable',
  severity: 'warning',
  message: `the variable ${keys} is set to an empty text in \`variables\``,
  hint: 'A misspelled output of a workflow is empty, and so is an output of a skipped step.',
});

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
  'Write `${KEY}` and set KEY in `variables`, or put the text in quotes.',
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
