/** From text to YAML documents; the place and the words of what is no YAML. */

import type { YAMLError } from 'yaml';
import { Composer, type Document, type ErrorCode, isCollection, isNode, isScalar, Lexer, Parser, visit } from 'yaml';
import type { Issue, Words } from './issue.ts';
import type { SourceText } from './source.ts';

/** Open lists, mappings and keys at one place of a file; a spec needs fewer than ten. Keeps every recursion short. */
export const maxDepth = 100;

/** All documents of a file by YAML 1.2, core schema; an issue when the nesting is too deep for any. */
export function parseYaml(source: SourceText): readonly Document.Parsed[] | Issue {
  const parser = new Parser();
  const tokens = [];
  for (const lexeme of new Lexer().lex(source.text)) {
    tokens.push(...parser.next(lexeme));
    // The parser keeps a stack of its own where the composer recurses.
    if (parser.stack.length > maxDepth) return tooDeep(source, parser.offset - lexeme.length);
  }
  tokens.push(...parser.end());
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    // The reader reports keys that are used twice, with the line of the first.
    uniqueKeys: false,
    resolveKnownTags: false,
  });
  return [...composer.compose(tokens, false, source.text.length)] as Document.Parsed[];
}

export function tooDeep(source: SourceText, offset: number): Issue {
  return {
    code: 'nested-too-deep',
    severity: 'error',
    message: `lists and mappings are nested more than ${maxDepth} levels deep`,
    hint: 'Reduce the nesting: no field needs more than four levels.',
    path: [],
    position: source.range(offset, offset + 1),
  };
}

/** What makes a document no YAML, at its cause: the first error alone, since all that follows is its consequence. */
export function syntaxIssue(document: Document.Parsed, source: SourceText): Issue | undefined {
  const at = (start: number, end: number, words: SyntaxWords): Issue => ({
    code: 'yaml-syntax',
    severity: 'error',
    ...words,
    path: [],
    position: source.range(start, end),
  });
  const [start, , end] = document.range;
  const { explicit, version } = document.directives.yaml;
  if (explicit && version !== '1.2') {
    const directive = Math.max(source.text.lastIndexOf('%YAML', start), 0);
    const message = `a spec is YAML 1.2, but the directive says ${version}`;
    return at(directive, directive + '%YAML'.length, { message, hint: 'Delete the `%YAML` line.' });
  }
  const [error] = document.errors;
  if (error === undefined) return undefined;
  // What git leaves behind is no YAML, and every word about YAML would lead astray.
  const conflict = source.text.slice(start, end).search(/^<{7} /m);
  if (conflict >= 0) return at(start + conflict, start + conflict + '<<<<<<<'.length, mergeConflict);
  const [errorStart, errorEnd] = error.pos;
  if (source.text.startsWith('${', errorStart - 1)) return at(errorStart - 1, errorEnd, bareVariable);
  const opening = neverClosed.test(error.message) ? openingBefore(document, errorStart) : undefined;
  if (opening !== undefined) return at(opening, opening + 1, unclosed);
  const odd = oddLine(source, error);
  if (odd !== undefined) {
    const line = source.line(odd.line);
    const lineStart = source.startOf(odd.line);
    return at(lineStart + indentOf(line), lineStart + line.trimEnd().length, odd.words);
  }
  return at(errorStart, errorEnd, syntaxWords[error.code] ?? unexpected);
}

/** The line whose indentation is at fault, where an error of indentation was noticed; undefined where no line stands out. */
function oddLine(source: SourceText, { code, pos }: YAMLError): { line: number; words: SyntaxWords } | undefined {
  const noticed = source.range(...pos).start.line;
  if (code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'MULTILINE_IMPLICIT_KEY') {
    // `name: a` and, on the next line, ` image: b`: the first line alone is sound.
    const next = besides(source, noticed, 1);
    return isDeeper(source, noticed, next) ? { line: next, words: tooDeepLine } : undefined;
  }
  if (code !== 'BAD_INDENT') return undefined;
  // Blank lines and comments before a line count as its indentation.
  const line = besides(source, noticed - 1, 1);
  const before = besides(source, line, -1);
  const [above, here, below] = [before, line, besides(source, line, 1)].map((each) => indentOf(source.line(each)));
  if (above === undefined || here === undefined) return undefined;
  if (above < here) return { line, words: tooDeepLine };
  // One line at the start of a block that the lines below do not follow.
  const isFirst = indentOf(source.line(besides(source, before, -1))) < here;
  return isFirst && below !== above ? { line: before, words: tooDeepLine } : { line, words: noBlock };
}

/** The nearest line above or below that says something; the line after the last where there is none. */
function besides(source: SourceText, line: number, step: 1 | -1): number {
  let at = line + step;
  while (at > 0 && at <= source.lineCount && /^\s*(?:#|$)/.test(source.line(at))) at += step;
  return at;
}

/** Whether a line is indented more than the one before it, which has its value already. */
function isDeeper(source: SourceText, before: number, line: number): boolean {
  const [first, second] = [source.line(before), source.line(line)];
  const hasValue = /^[\s-]*[^\s#:-][^:]*: +[^\s|>&#]/.test(first);
  return hasValue && indentOf(second) > indentOf(first) && /^\s*[^\s:]+:(?:\s|$)/.test(second);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** What is never closed is noticed where the file or the block ends; it is to be mended where it opens. */
const neverClosed = /^Missing closing|^Flow (?:map|sequence) .* (?:must be sufficiently indented|end with)/;

function openingBefore(document: Document.Parsed, offset: number): number | undefined {
  let opening: number | undefined;
  visit(document, (_key, node) => {
    const opens = isScalar(node) ? node.type?.startsWith('QUOTE') : isCollection(node) && node.flow;
    const [start, end] = (isNode(node) && node.range) || [offset, offset];
    if (opens && start < offset && end >= offset) opening = start;
  });
  return opening;
}

type SyntaxWords = Omit<Words, 'code'>;

const tooDeepLine: SyntaxWords = {
  message: 'this line is indented more than its block',
  hint: 'Indent all fields of a block equally.',
};

const noBlock: SyntaxWords = {
  message: 'the indentation of this line is that of no block above it',
  hint: 'Indent all fields of a block equally.',
};

const mergeConflict: SyntaxWords = {
  message: 'unresolved merge conflict',
  hint: 'Keep one side, and delete the lines that start with `<<<<<<<`, `=======` and `>>>>>>>`.',
};

const bareVariable: SyntaxWords = {
  message: 'inside `[ ]` and `{ }` a variable needs quotes',
  hint: 'Write `"${KEY}"`.',
};

const unclosed: SyntaxWords = {
  message: 'the quote or bracket that opens here is never closed',
  hint: 'Close it, and indent its contents.',
};

const unexpected: SyntaxWords = {
  message: 'unexpected text',
  hint: 'Check the indentation, and quote text that contains any of : # { } [ ] , & * ! | > % @.',
};

/** The library's own messages quote the file, and what they quote may be a secret. */
const syntaxWords: Partial<Record<ErrorCode, SyntaxWords>> = {
  BAD_INDENT: {
    message: 'the indentation is inconsistent',
    hint: 'Indent all fields of a block equally, with spaces, and close every bracket.',
  },
  TAB_AS_INDENT: { message: 'a tab is used as indentation', hint: 'Indent with spaces, here and below.' },
  BAD_SCALAR_START: { message: 'text cannot start with this character', hint: 'Put the text in quotes.' },
  BAD_DQ_ESCAPE: {
    message: 'the double-quoted text has an escape that YAML does not know',
    hint: 'Use single quotes, where a backslash is a backslash, or double the backslash.',
  },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'a mapping starts in the middle of a line',
    hint: 'Quote the text if it contains `: `, or put the mapping on its own, indented lines.',
  },
  BLOCK_IN_FLOW: {
    message: 'an indented block is inside `[ ]` or `{ }`',
    hint: 'Write it in brackets too, or write everything as a block.',
  },
  MISSING_CHAR: {
    message: 'a quote, bracket, comma, colon or space is missing',
    hint: 'Close quotes and brackets; write a space after `:` and `-`.',
  },
  MULTILINE_IMPLICIT_KEY: {
    message: 'a key spans several lines',
    hint: 'Write the key on one line, followed by a colon and a space.',
  },
};
