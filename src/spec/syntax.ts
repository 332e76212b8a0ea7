/** From text to YAML documents; place and words of invalid YAML. */

import { Composer, type Document, type ErrorCode, isCollection, isNode, isScalar, Lexer, Parser, visit } from 'yaml';
import { errorAt, type Issue } from './issue.ts';
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
  // The reader reports keys that are used twice, with the line of the first.
  const options = { version: '1.2', schema: 'core', uniqueKeys: false, resolveKnownTags: false } as const;
  return [...new Composer(options).compose(tokens, false, source.text.length)] as Document.Parsed[];
}

export function tooDeep(source: SourceText, offset: number): Issue {
  const message = `lists and mappings are nested more than ${maxDepth} levels deep`;
  const hint = 'Reduce the nesting: no field needs more than four levels.';
  return errorAt(source.range(offset, offset + 1), { code: 'nested-too-deep', message, hint });
}

/** The first syntax error of a document, at its cause; the others are its consequences. */
export function syntaxIssue(document: Document.Parsed, source: SourceText): Issue | undefined {
  const at = (start: number, end: number, [message, hint]: SyntaxWords) =>
    errorAt(source.range(start, end), { code: 'yaml-syntax', message, hint });
  const { text } = source;
  const [start, , end] = document.range;
  const [error, next] = document.errors;
  if (error === undefined) return undefined;
  for (const [pattern, words] of foreignMarks) {
    const [found] = text.slice(start, end).matchAll(pattern);
    if (found) return at(start + found.index, start + found.index + found[0].length, words);
  }
  const [errorStart, errorEnd] = error.pos;
  if (text.startsWith('${', errorStart - 1)) return at(errorStart - 1, errorEnd, bareVariable);
  const opening = neverClosed.test(error.message) ? openingBefore(document, errorStart) : undefined;
  if (opening !== undefined) return at(opening, opening + 1, unclosed);
  // A line that is indented too far makes a key of the line above and of its own.
  const isTooFar = error.code === 'BLOCK_AS_IMPLICIT_KEY' && next?.code === 'MULTILINE_IMPLICIT_KEY';
  if (isTooFar || error.code === 'BAD_INDENT')
    return at(...lineFrom(text, isTooFar ? next.pos[1] : errorStart), wrongIndent);
  return at(errorStart, errorEnd, syntaxWords[error.code] ?? unexpected);
}

/** The range of the line at an offset, or of the next one below it with more than a comment. */
function lineFrom(text: string, offset: number): [start: number, end: number] {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const line = /(?<=^[ \t]*)[^\s#].*/m.exec(text.slice(start));
  return line ? [start + line.index, start + line.index + line[0].trimEnd().length] : [offset, offset];
}

/** YAML reports a missing end where the file or the block ends; the mistake is where it opens. */
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

type SyntaxWords = readonly [message: string, hint: string];

const wrongIndent: SyntaxWords = [
  'the indentation of this line is not that of its block',
  'Indent all fields of a block equally, with spaces.',
];
/** Marks that need other words than YAML's. */
const foreignMarks: readonly (readonly [mark: RegExp, words: SyntaxWords])[] = [
  [
    /^<{7}(?= )/gm,
    [
      'unresolved merge conflict',
      'Keep one side, and delete the lines that start with `<<<<<<<`, `=======` and `>>>>>>>`.',
    ],
  ],
  [/^image: [\w./-]+: [\w.-]+$/gm, ['a space is inside the reference of an image', 'Delete the space behind its `:`.']],
  [/^[a-z]\w*:(?=[^\s/])/gim, ['a space is missing behind this `:`', 'Write it as in `name: llama-prod`.']],
  [
    /^(?:import \w|from [\w.]+ import |def \w+\(|@\w+\.).*/gm,
    ['this line is Python', 'Write a spec in YAML: `name`, `image`, `ports`, `policy`, `products`.'],
  ],
  [/^ *\/\/.*/gm, ['this line is a comment of another language', 'Start it with `#`.']],
  [/(?<=[\s[{,])'[^'\n]*'(?=\w)/g, ["a `'` inside single quotes ends the text", "Use double quotes, or write `''`."]],
  [/^(?:`{3}|~{3}).*/gm, ['this line is a fence of Markdown', 'Delete the lines that start with ``` or ~~~.']],
  [
    /(?<=^ *[\w-]+: +)[^\s:"'#]+:(?=[ \t]*$)/gm,
    ['the text ends in `:`', 'Write what belongs behind it, such as the tag of an image.'],
  ],
];
const bareVariable: SyntaxWords = ['inside `[ ]` and `{ }` a variable needs quotes', 'Write `"${KEY}"`.'];
const unclosed: SyntaxWords = [
  'the quote or bracket that opens here is never closed',
  'Close it, and indent its contents.',
];
const quoting = 'Check the indentation, and quote text that contains any of : # { } [ ] , & * ! | > % @.';
const unexpected: SyntaxWords = ['unexpected text', quoting];

/** The library's own messages quote the file, and may quote a secret. */
const syntaxWords: Partial<Record<ErrorCode, SyntaxWords>> = {
  TAB_AS_INDENT: ['a tab is used as indentation', 'Indent with spaces, here and below.'],
  BAD_SCALAR_START: ['text cannot start with this character', 'Put the text in quotes.'],
  BAD_DQ_ESCAPE: [
    'the double-quoted text has an escape that YAML does not know',
    'Use single quotes, or double the backslash.',
  ],
  BLOCK_AS_IMPLICIT_KEY: [
    'a mapping starts in the middle of a line',
    'Quote the text if it contains `: `, or put the mapping on its own, indented lines.',
  ],
  BLOCK_IN_FLOW: [
    'an indented block is inside `[ ]` or `{ }`',
    'Write it in brackets too, or write everything as a block.',
  ],
  MISSING_CHAR: [
    'a quote, bracket, comma, colon or space is missing',
    'Close quotes and brackets; write a space after `:` and `-`.',
  ],
  MULTILINE_IMPLICIT_KEY: ['a key spans several lines', 'Write the key on one line, followed by a colon and a space.'],
};
