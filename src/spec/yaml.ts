/** Owns the step from text to YAML documents and the words for syntax errors; knows nothing of values. */
import { Composer, type Document, type ErrorCode, isCollection, isNode, isScalar, Lexer, Parser, visit } from 'yaml';
import type { Issue } from './issue.ts';
import type { SourceText } from './source.ts';

/** Open lists, mappings and keys at one place of a file; a spec needs fewer than ten. Keeps every recursion short. */
const maxDepth = 100;

/** Pieces that the lexer sees, blank lines and comments included; about 7,000 keys. Keeps the time and every list of issues bounded. */
const maxLexemes = 50_000;

export interface YamlStream {
  readonly documents: readonly Document.Parsed[];
  /** Set when the file can't be read to its end. */
  readonly issue?: Issue;
}

/** All documents of a file by YAML 1.2, core schema; duplicates, aliases and merges are left to the reader of the nodes. */
export function parseYaml(source: SourceText): YamlStream {
  const parser = new Parser();
  const tokens = [];
  let count = 0;
  for (const lexeme of new Lexer().lex(source.text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    count += 1;
    // The parser keeps a stack of its own where the composer recurses: depth is judged before anything recurses.
    const refusal = parser.stack.length > maxDepth ? tooDeep : count > maxLexemes ? tooMuch : undefined;
    if (refusal === undefined) continue;
    const offset = Math.max(parser.offset - lexeme.length, 0);
    return {
      documents: [],
      issue: { ...refusal, severity: 'error', path: [], position: source.range(offset, parser.offset) },
    };
  }
  for (const token of parser.end()) tokens.push(token);
  // `uniqueKeys` compares every key with every other; the reader of the nodes finds duplicates in one pass.
  const composer = new Composer({ version: '1.2', schema: 'core', uniqueKeys: false, resolveKnownTags: false });
  return { documents: [...composer.compose(tokens, false, source.text.length)] as Document.Parsed[] };
}

const tooDeep = {
  code: 'nested-too-deep',
  message: `lists and mappings are nested more than ${maxDepth} levels deep`,
  hint: 'Write the spec flat: no member needs more than four levels.',
} as const;

const tooMuch = {
  code: 'too-many-items',
  message: 'the file holds far more than a spec: about 7,000 keys, items or lines are read at most',
  hint: 'Keep only the specs in the file, or split it.',
} as const;

/** Syntax errors of a document, the first of each line: what follows on a line is nearly always its consequence. */
export function syntaxIssues(document: Document.Parsed, source: SourceText): Issue[] {
  const lines = new Set<number>();
  const issues: Issue[] = [];
  for (const { code, pos, message } of document.errors) {
    const opening = neverClosed.test(message) ? openingBefore(document, pos[0]) : undefined;
    const position = opening === undefined ? source.range(pos[0], pos[1]) : source.range(opening, opening + 1);
    if (lines.has(position.start.line)) continue;
    lines.add(position.start.line);
    const words = opening === undefined ? (syntaxWords[code] ?? unexpected) : unclosed;
    const hint = source.line(position.start.line).includes('${')
      ? `${words.hint} Inside \`[ ]\` and \`{ }\` a variable needs quotes: "\${KEY}".`
      : words.hint;
    issues.push({ code: 'yaml-syntax', severity: 'error', message: words.message, hint, path: [], position });
  }
  const version = document.directives.yaml;
  if (version.explicit && version.version !== '1.2') {
    const start = Math.max(source.text.lastIndexOf('%YAML', document.range[0]), 0);
    issues.push({
      code: 'yaml-version',
      severity: 'error',
      message: `a spec is YAML 1.2; the directive asks for ${version.version}`,
      hint: 'Delete the `%YAML` line.',
      path: [],
      position: source.range(start, start + '%YAML'.length),
    });
  }
  return issues;
}

/** What is never closed is noticed where the file or the block ends; it is to be mended where it opens. */
const neverClosed =
  /^Missing closing|^Flow (?:map|sequence) .* must be sufficiently indented|^Flow (?:map|sequence) .* end with/;

function openingBefore(document: Document.Parsed, offset: number): number | undefined {
  let opening: number | undefined;
  visit(document, (_key, node) => {
    const opens = isScalar(node) ? node.type?.startsWith('QUOTE') : isCollection(node) && node.flow;
    const [start, end] = (isNode(node) && node.range) || [offset, offset];
    if (opens && start < offset && end >= offset) opening = start;
  });
  return opening;
}

const unclosed: Words = {
  message: 'what opens here is never closed',
  hint: 'Close the quote or bracket, and indent what stands inside.',
};

interface Words {
  readonly message: string;
  readonly hint: string;
}

const unexpected: Words = {
  message: 'the text does not fit here',
  hint: 'Check the indentation, and quote text that holds any of : # { } [ ] , & * ! | > % @.',
};

/** The library's own messages quote the file, and what they quote may be a secret. */
const syntaxWords: Partial<Record<ErrorCode, Words>> = {
  BAD_INDENT: {
    message: 'the indentation does not fit',
    hint: 'Indent members of one block equally, with spaces, and close every bracket.',
  },
  TAB_AS_INDENT: { message: 'a tab is used as indentation', hint: 'Indent with spaces.' },
  BAD_SCALAR_START: { message: 'text can not start with this character', hint: 'Put the text in quotes.' },
  BAD_DQ_ESCAPE: {
    message: 'double quotes hold an escape that YAML does not know',
    hint: 'Use single quotes, where a backslash is a backslash, or double the backslash.',
  },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'a mapping starts in the middle of a line',
    hint: 'Quote the text if it holds `: `, or put the mapping on its own, indented lines.',
  },
  BLOCK_IN_FLOW: {
    message: 'an indented block stands inside `[ ]` or `{ }`',
    hint: 'Write it in the same bracket form, or all of it as a block.',
  },
  MISSING_CHAR: {
    message: 'a quote, bracket, comma, colon or space is missing',
    hint: 'Close quotes and brackets; write a space after `:` and `-`.',
  },
  MULTILINE_IMPLICIT_KEY: {
    message: 'a key spans several lines',
    hint: 'Write the key on one line, with a colon and a space after it.',
  },
  KEY_OVER_1024_CHARS: { message: 'a key is longer than 1024 characters', hint: 'Shorten the key.' },
  MULTIPLE_ANCHORS: { message: 'a value has two anchors', hint: 'Keep one `&name`.' },
  MULTIPLE_TAGS: { message: 'a value has two tags', hint: 'Delete the tags.' },
  BAD_ALIAS: { message: 'an anchor or alias has no proper name', hint: 'Quote the text if `&` or `*` belongs to it.' },
  ALIAS_PROPS: {
    message: 'an alias carries an anchor or a tag',
    hint: 'Delete them, or quote the text if `*` belongs to it.',
  },
};
