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
import { isBodyOrHeader } from '../model/tests.ts';
import {
  errorAt,
  type InputPlace,
  type Issue,
  type IssueCode,
  type IssuePath,
  memberText,
  type Overrides,
  type Severity,
  type Words,
} from './issue.ts';
import { wantsNumber, wantsWrittenText } from './shape.ts';
import { createPlaces, oddCharacterIn, pathToKey, type SourceText, scalarText, spanOf } from './source.ts';
import { maxDepth, tooDeep } from './syntax.ts';
import { maxFilledCharacters, substitute } from './variables.ts';

/** Nodes, also those that aliases repeat: 64 KiB of text has fewer, an alias bomb has millions. */
const maxNodes = 50_000;

/** A number of JSON with no more digits than a double keeps. */
const numberForm = /^[-+]?\d{1,15}(?:\.\d{1,15})?(?:[eE][-+]?\d{1,2})?$/;

/**
 * The values of a document with their places; `isBroken`: invalid YAML is not read. `value`: plain
 * objects, lists and scalars, with what the inputs give; `undefined` for a node that has an issue. `ownName`: the name
 * that the file gives, whatever the input says, '' for none. `secretValues`: of envs in the file, without empty ones.
 * `usedVariables`: the keys of `variables` that fill what no input gives.
 */
export function readNodes(
  document: Document.Parsed,
  { source, inputs, isBroken }: { source: SourceText; inputs: Overrides; isBroken: boolean },
) {
  const { name, variables, secretEnvs } = inputs;
  const places = createPlaces(document, source);
  let issues: Issue[] = [];
  const templates = new Map<string, { template: string; filled: string }>();
  const secretValues: string[] = [];
  let used: { key: string; path: IssuePath }[] = [];
  /** The last node before each alias that has its anchor. */
  const anchored = new Map<Node, Node | undefined>();
  const open = new Set<Node>();
  let count = 0;
  let room = maxFilledCharacters;

  /** Points at the part of the node that is `written`, where the file has it to the letter. */
  function refuse(node: Node, path: IssuePath, { written = '', ...words }: ReaderWords): undefined {
    const span = spanOf(node, source);
    const at = written === '' ? -1 : source.text.slice(span.start, span.end).indexOf(written);
    const { start, end } = at < 0 ? span : { start: span.start + at, end: span.start + at + written.length };
    issues.push(errorAt(source.range(start, end), words, path));
    return undefined;
  }

  function read(node: Node | null, path: IssuePath, key?: Node): unknown {
    const value = isAlias(node) ? (anchored.get(node) ?? null) : node;
    places.set(path, { node, key });
    if (node === null) return null;
    if (path.length > maxDepth) return refuse(node, path, tooDeep(source, 0));
    count += 1;
    if (count > maxNodes) return count === maxNodes + 1 ? refuse(node, path, aliasBomb) : undefined;
    if (value === null || open.has(value)) return refuse(node, path, unknownAnchor);
    if (isScalar(value)) return readScalar(value, path);
    open.add(value);
    const plain = isMap(value)
      ? readMapping(value as YAMLMap<Node, Node | null>, path)
      : (value as YAMLSeq<Node | null>).items.map((item, index) => read(item, [...path, index]));
    open.delete(value);
    return plain;
  }

  function readMapping(node: YAMLMap<Node, Node | null>, path: IssuePath): unknown {
    const first = new Map<string, Node>();
    const entries: [string, unknown][] = [];
    for (const { key, value } of node.items) {
      // `{{ … }}` of a template is a mapping as the key of a mapping in YAML.
      if (!isScalar(key)) return refuse(key, path, complexKey);
      const own = scalarText(key);
      const full = pathToKey(path, own);
      const earlier = first.get(own);
      const isMerge = own === '<<' && key.type === 'PLAIN';
      if (path.join() === 'envs' && own.includes('${')) refuse(key, path, variableAsKey);
      else if (earlier !== undefined) {
        const { line } = source.range(spanOf(earlier, source).start, 0).start;
        const message = `${memberText(full)} is set twice; the first is on line ${line}`;
        refuse(key, full, wordsFor('duplicate-key', message, 'Keep one of them.'));
      } else {
        first.set(own, key);
        if (isMerge) refuse(key, full, merge(path));
        const plain = read(value, [...path, own], key);
        if (plain !== undefined && !isMerge) entries.push([own, plain]);
      }
    }
    // Defines own properties: a key `__proto__` stays a key.
    return Object.fromEntries(entries);
  }

  /** A bare `1.10` is its text where the schema wants text, and one whole variable is a number where it wants one. */
  function readScalar(node: Scalar, path: IssuePath): unknown {
    const { value, source: written = '' } = node;
    if (value === null) return null;
    const isSecret = isBelowEnvs(path) && path.at(-1) !== 'key';
    if (typeof value !== 'string') {
      if (isSecret) secretValues.push(written);
      return wantsWrittenText(path) ? written : value;
    }
    const secrets = isBodyOrHeader(path) ? secretEnvs : undefined;
    const { text, used: filled, problems } = substitute(value, { variables, room, secrets });
    if (path[0] !== 'tests' && /^[\u2018-\u201f\u00ab].*[\u2018-\u201f\u00bb]$/s.test(text))
      refuse(node, path, oddCharacter(text));
    const empty = filled.filter((key) => variables.get(key) === '').map((key) => `\`${key}\``);
    if (empty.length > 0) refuse(node, path, emptyVariable(empty.join(', ')));
    used.push(...filled.map((key) => ({ key, path })));
    for (const problem of problems) refuse(node, path, problem);
    const { start, end } = spanOf(node, source);
    const isAsWritten = node.type === 'PLAIN' || node.type?.startsWith('BLOCK');
    const odd = oddCommand(path, { text, lines: isAsWritten ? source.text.slice(start, end) : text });
    if (odd) refuse(node, path, odd);
    if (problems.length > 0) return undefined;
    if (filled.length > 0) room = Math.max(0, room - text.length);
    if (isSecret && text !== '') secretValues.push(text);
    const member = path.join('.');
    if (mayHoldSecret(member)) templates.set(member, { template: value, filled: text });
    const isVariable = /^\$\{\w+\}$/.test(value);
    return isVariable && wantsNumber(path) && numberForm.test(text) ? Number(text) : text;
  }

  /** An input gives the value, so that of the file need not be right. */
  function override(path: IssuePath, input: InputPlace['input']): void {
    places.set(path, { input });
    const isElsewhere = (each: { path: IssuePath }) => !path.every((segment, index) => each.path[index] === segment);
    issues = issues.filter(isElsewhere);
    used = used.filter(isElsewhere);
  }

  /** Puts the inputs over the values of the file; a malformed block stays. */
  function putInputs(spec: Record<string, unknown>, image: string | undefined): void {
    const { image: block, envs } = spec;
    if (name !== '') {
      spec.name = name;
      override(['name'], 'name');
    }
    if (image !== undefined) {
      spec.image = isObject(block) ? { ...block, image } : image;
      override(isObject(block) ? ['image', 'image'] : ['image'], 'image');
    }
    for (const [key, value] of secretEnvs) {
      const items = Array.isArray(envs) ? envs : [];
      const at = items.findIndex((item) => isObject(item) && item.key === key);
      const index = at === -1 ? items.length : at;
      const isTwice = at !== -1 || (isObject(envs) && Object.hasOwn(envs, key));
      const given: IssuePath = ['envs', Array.isArray(envs) ? index : key];
      if (Array.isArray(envs)) envs[index] = { key, value };
      else if (isObject(envs)) Object.assign(envs, { [key]: value });
      const place = places.placeOf(given);
      override(given, 'secret-envs');
      if (isTwice) issues.push(errorAt(place, overridden(key), given));
    }
  }

  const anchors = new Map<string, Node>();
  visit(document, (_, node) => {
    if (isAlias(node)) anchored.set(node, anchors.get(node.source));
    else if (isNode(node) && node.anchor) anchors.set(node.anchor, node);
  });
  for (const { code, pos } of document.warnings)
    if (code === 'TAG_RESOLVE_FAILED') issues.push(errorAt(source.range(...pos), customTag));
  const value = isBroken ? undefined : read(document.contents, []);
  const ownName = isObject(value) && typeof value.name === 'string' ? value.name : '';
  if (isObject(value)) putInputs(value, inputs.image.get('') ?? inputs.image.get(name || ownName));
  const usedVariables = new Set(used.map(({ key }) => key));
  return { value, issues, places, ownName, templates, secretValues, usedVariables };
}

type ReaderWords = Words & { severity?: Severity; written?: string };

/** `env`, `environment` and `secrets` are not fields, but their values are meant for `envs`. */
function isBelowEnvs(path: IssuePath): boolean {
  return path.slice(0, -1).some((segment) => /env|secret/i.test(String(segment)));
}

const wordsFor = (code: IssueCode, message: string, hint: string): Words => ({ code, message, hint });
function warning(message: string, hint: string, written = ''): ReaderWords {
  return { code: 'invalid-value', severity: 'warning', message, hint, written };
}

/** A shell joins lines that end with `\`; YAML joins the lines of plain text by itself. `lines`: of the file. */
function oddCommand(path: IssuePath, { text, lines }: Record<'text' | 'lines', string>): ReaderWords | undefined {
  if (!/^image\.(command|entrypoint)$/.test(path.join('.'))) return undefined;
  // A text in quotes may mean both.
  const unquoted = (each: string) => each.replaceAll(/"[^"]*"|'[^']*'/g, '');
  const words = unquoted(text.trimEnd());
  if (oddCharacterIn(text)) return oddCharacter(text);
  const [pasted] =
    /(?<=^(?:\$ )?(?:sudo )?)(?:docker|podman) (?:run|compose)\b|(?<!\S)(?:--gpus[ =]all|--ipc[ =]host|--shm-size|--rm|-p \d+:\d+)\b/.exec(
      text,
    ) ?? [];
  if (pasted)
    return warning(
      `\`${pasted}\` is for Docker on your machine, and this command runs in the container`,
      'Write what stands behind the image there; the image itself as `image`.',
    );
  if (/(?<!\S)\\(?!\S)/.test(words) || /\\[ \t]*\r?\n/.test(unquoted(lines))) return shellLines;
  return words.includes('\n') ? sentLines : undefined;
}

const shellLines = warning(
  '`\\` does not join lines here; it is sent as part of the command',
  'Delete it: YAML joins the lines of plain text, and of a text below `>-`.',
  '\\\n',
);
const sentLines = warning(
  'the line breaks in this command are sent as they are',
  'Write `>-` instead of `|`: it joins the lines with spaces.',
);

const merge = (path: IssuePath): Words =>
  wordsFor(
    'unknown-key',
    `\`<<\` is not a field of ${memberText(path)}`,
    'YAML 1.2 has no merges: write the fields out, or use an alias for the whole block.',
  );

const oddCharacter = (text: string) =>
  warning('this text contains a character that only looks like a plain one', `It has ${oddCharacterIn(text)}.`);
const overridden = (key: string): ReaderWords => ({
  ...warning(
    `this value of ${memberText(['envs', key])} changes nothing: \`secret-envs\` gives another one`,
    'Delete one of them.',
  ),
  severity: 'notice',
});
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
