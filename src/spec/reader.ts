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
import { isObject } from '../json.ts';
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
  issues: Issue[] = [];
  readonly templates = new Map<string, { template: string; filled: string }>() satisfies Templates;
  /** Values of envs in the file; empty ones left out. */
  readonly secretValues: string[] = [];
  readonly places: Places;
  /** The name that the file gives, whatever the input says; '' for none. */
  ownName = '';
  readonly #document: Document.Parsed;
  readonly #source: SourceText;
  readonly #inputs: Overrides;
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
  }

  /** Plain objects, lists and scalars, with what the inputs give; `undefined` for a node that has an issue already. */
  read(): unknown {
    for (const { code, pos } of this.#document.warnings)
      if (code === 'TAG_RESOLVE_FAILED') this.issues.push(errorAt(this.#source.range(...pos), customTag));
    const spec = this.#value(this.#document.contents, []);
    if (isObject(spec)) this.#override(spec);
    return spec;
  }

  /** Puts the inputs over the values of the file, which then need not be right; a malformed block stays. */
  #override(spec: Record<string, unknown>): void {
    const { name, images, secretEnvs } = this.#inputs;
    this.ownName = typeof spec.name === 'string' ? spec.name : '';
    const { image = images?.get(name ?? this.ownName) } = this.#inputs;
    const put = (path: IssuePath, { input }: InputPlace) => {
      this.places.set(path, { input });
      this.issues = this.issues.filter((issue) => !path.every((segment, index) => issue.path[index] === segment));
    };
    if (name !== undefined) {
      spec.name = name;
      put(['name'], { input: 'name' });
    }
    if (image !== undefined) {
      const { image: block } = spec;
      spec.image = isObject(block) ? { ...block, image } : image;
      put(isObject(block) ? ['image', 'image'] : ['image'], { input: 'image' });
    }
    const { envs } = spec;
    for (const [key, value] of secretEnvs) {
      const items = Array.isArray(envs) ? envs : [];
      const at = items.findIndex((item) => isObject(item) && item.key === key);
      const index = at === -1 ? items.length : at;
      if (Array.isArray(envs)) envs[index] = { key, value };
      else if (isObject(envs)) Object.assign(envs, { [key]: value });
      put(['envs', Array.isArray(envs) ? index : key], { input: 'secret-envs' });
    }
  }

  #resolve(node: Node | null): Node | null {
    return isAlias(node) ? (this.#anchored.get(node) ?? null) : node;
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
      : (value as YAMLSeq<Node | null>).items.map((item, index) => this.#value(item, [...path, index]));
    this.#open.delete(value);
    return plain;
  }

  #mapping(node: YAMLMap<Node, Node | null>, path: IssuePath): unknown {
    const first = new Map<string, Node>();
    const entries: [string, unknown][] = [];
    for (const { key, value } of node.items) {
      // `{{ … }}` of a template is a mapping as the key of a mapping in YAML.
      if (!isScalar(key)) return this.#refuse(key, path, complexKey);
      const name = keyText(key);
      const full = pathToKey(path, name);
      const earlier = first.get(name);
      if (path.join() === 'envs' && name.includes('${')) this.#refuse(key, path, variableAsKey);
      else if (earlier !== undefined) {
        const { line } = this.#source.range(spanOf(earlier, this.#source).start, 0).start;
        const message = `${memberText(full)} is set twice; the first is on line ${line}`;
        this.#refuse(key, full, wordsFor('duplicate-key', message, 'Keep one of them.'));
      } else {
        first.set(name, key);
        const plain = this.#value(value, [...path, name], key);
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
    const filling = { variables, room: this.#room, secrets: isBodyOrHeader(path) ? secretEnvs : undefined };
    const { text, used, problems } = substitute(value, filling);
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
const complexKey = wordsFor(
  'complex-key',
  'a key is a list, a mapping or an alias',
  'Use text as the key. `{{ … }}` is not filled here: write `${KEY}` and set KEY in `variables`, or quote the text.',
);
const variableAsKey = wordsFor(
  'invalid-value',
  'a key of `envs` contains `${`, and variables are not allowed in keys',
  'Write `envs` as items: `- {key: "${KEY}", value: …}`.',
);
