/** The places and the words of syntax errors. */
import { type Document, type ErrorCode, isCollection, isNode, isScalar, visit } from 'yaml';
import type { Issue } from './issue.ts';
import type { SourceText } from './source.ts';

/** Syntax errors of a document, the first of each line: what follows on a line is nearly always its consequence. */
export function syntaxIssues(document: Document.Parsed, source: SourceText): Issue[] {
  const lines = new Set<number>();
  const issues: Issue[] = [];
  const conflict = document.errors.length > 0 ? conflictOf(document, source) : undefined;
  if (conflict !== undefined) return [conflict];
  const found = document.errors.map((error) => ({ error, ...placeAndWords({ document, source, ...error }) }));
  for (const { error, at, words } of found) {
    // The line that is too deep made the key before it one of several lines.
    const isSame = ({ words: others, at: [start] }: Placed) =>
      others === tooDeepLine && error.pos[0] <= start && start <= error.pos[1];
    if (words !== tooDeepLine && found.some(isSame)) continue;
    const position = source.range(...at);
    // Once something is out of place, all that follows is: only what has words of its own is told as well.
    if (lines.has(position.start.line) || (words === unexpected && issues.length > 0)) continue;
    lines.add(position.start.line);
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
      message: `a spec is YAML 1.2, but the directive says ${version.version}`,
      hint: 'Delete the `%YAML` line.',
      path: [],
      position: source.range(start, start + '%YAML'.length),
    });
  }
  return issues;
}

interface SyntaxError {
  readonly document: Document.Parsed;
  readonly source: SourceText;
  readonly code: ErrorCode;
  readonly pos: readonly [number, number];
  readonly message: string;
}

interface Placed {
  readonly at: readonly [number, number];
  readonly words: Words;
}

/** Where it is to be mended, which is not always where it was noticed. */
function placeAndWords({ document, source, code, pos, message }: SyntaxError): Placed {
  const opening = neverClosed.test(message) ? openingBefore(document, pos[0]) : undefined;
  if (opening !== undefined) return { at: [opening, opening + 1], words: unclosed };
  const deeper = code === 'BLOCK_AS_IMPLICIT_KEY' ? deeperLine(source.text, pos[0]) : undefined;
  if (deeper !== undefined) return { at: deeper, words: tooDeepLine };
  return { at: pos, words: syntaxWords[code] ?? unexpected };
}

/** `name: a` and, on the next line, ` image: b`: the first line alone is sound, so the second is at fault. */
function deeperLine(text: string, offset: number): [number, number] | undefined {
  let end = text.indexOf('\n', offset);
  if (end === -1 || /:(\s|$)/.test(text.slice(offset, end))) return undefined;
  while (end !== -1) {
    const start = end + 1;
    end = text.indexOf('\n', start);
    const line = text.slice(start, end === -1 ? undefined : end);
    if (/^[ \t]*(?:#|\r?$)/.test(line)) continue;
    const [upToKey, indent = ''] = /^([ \t]+)[^\s:][^:]*:/.exec(line) ?? [];
    return upToKey === undefined ? undefined : [start + indent.length, start + upToKey.length];
  }
  return undefined;
}

const tooDeepLine: Words = {
  message: 'this line is indented more than its block',
  hint: 'Indent all members of a block equally.',
};

/** What git leaves behind is no YAML, and every word about YAML would lead astray. */
function conflictOf(document: Document.Parsed, source: SourceText): Issue | undefined {
  const [start, , end] = document.range;
  const found = /^<{7} .*$/m.exec(source.text.slice(start, end));
  if (found === null) return undefined;
  return {
    code: 'yaml-syntax',
    severity: 'error',
    message: 'unresolved merge conflict',
    hint: 'Keep one side, and delete the lines that start with `<<<<<<<`, `=======` and `>>>>>>>`.',
    path: [],
    position: source.range(start + found.index, start + found.index + '<<<<<<<'.length),
  };
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

const unclosed: Words = {
  message: 'the quote or bracket that opens here is never closed',
  hint: 'Close it, and indent its contents.',
};

interface Words {
  readonly message: string;
  readonly hint: string;
}

const unexpected: Words = {
  message: 'unexpected text',
  hint: 'Check the indentation, and quote text that contains any of : # { } [ ] , & * ! | > % @.',
};

/** The library's own messages quote the file, and what they quote may be a secret. */
const syntaxWords: Partial<Record<ErrorCode, Words>> = {
  BAD_INDENT: {
    message: 'the indentation is inconsistent',
    hint: 'Indent all members of a block equally, with spaces, and close every bracket.',
  },
  TAB_AS_INDENT: { message: 'a tab is used as indentation', hint: 'Indent with spaces.' },
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
  KEY_OVER_1024_CHARS: { message: 'a key is longer than 1024 characters', hint: 'Shorten the key.' },
  MULTIPLE_ANCHORS: { message: 'a value has two anchors', hint: 'Keep one `&name`.' },
  MULTIPLE_TAGS: { message: 'a value has two tags', hint: 'Delete the tags.' },
  BAD_ALIAS: { message: 'an anchor or alias has no valid name', hint: 'Quote the text if it starts with `&` or `*`.' },
  ALIAS_PROPS: {
    message: 'an alias has an anchor or a tag',
    hint: 'Delete them, or quote the text if it starts with `*`.',
  },
};
