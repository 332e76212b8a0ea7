/** From text to YAML documents, within bounds of depth and size. */
import { Composer, type Document, Lexer, Parser } from 'yaml';
import type { Steps } from '../slices.ts';
import type { Issue } from './issue.ts';
import { maxCharactersOfDocument, type SourceText } from './source.ts';

/** Open lists, mappings and keys at one place of a file; a spec needs fewer than ten. Keeps every recursion short. */
const maxDepth = 100;

/** Pieces that the lexer sees, blank lines and comments included; about 7,000 keys. Keeps the time and every list of issues bounded. */
const maxLexemes = 50_000;

/** Of one document, which is composed and judged in one go; about 1,400 keys. A spec with a hundred envs has a thousand. */
const maxLexemesOfDocument = 10_000;

/** Pieces between two turns of the event loop. */
const lexemesAtOnce = 2000;

/** What the lexer puts before each scalar. */
const scalarMark = '\u001f';

export interface YamlStream {
  readonly documents: readonly Document.Parsed[];
  /** Set when the file can't be read to its end. */
  readonly issue?: Issue;
}

/** All documents of a file by YAML 1.2, core schema; duplicates, aliases and merges are left to the reader of the nodes. */
export function* yamlSteps(source: SourceText): Steps<YamlStream> {
  const refuse = (refusal: Pick<Issue, 'code' | 'message' | 'hint'>, range: readonly [number, number]): YamlStream => ({
    documents: [],
    issue: { ...refusal, severity: 'error', path: [], position: source.range(...range) },
  });
  const long = longDocument(source.text);
  if (long !== undefined) return refuse(tooLong, [long, long]);
  const parser = new Parser();
  const tokens = [];
  let count = 0;
  let countOfDocument = 0;
  let previous = '';
  for (const lexeme of new Lexer().lex(source.text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    count += 1;
    countOfDocument = lexeme === '---' && previous !== scalarMark ? 0 : countOfDocument + 1;
    previous = lexeme;
    if (count % lexemesAtOnce === 0) yield;
    // The parser keeps a stack of its own where the composer recurses: depth is judged before anything recurses.
    const refusal =
      parser.stack.length > maxDepth
        ? tooDeep
        : countOfDocument > maxLexemesOfDocument
          ? tooMuchOfDocument
          : count > maxLexemes
            ? tooMuch
            : undefined;
    if (refusal === undefined) continue;
    return refuse(refusal, [Math.max(parser.offset - lexeme.length, 0), parser.offset]);
  }
  for (const token of parser.end()) tokens.push(token);
  // `uniqueKeys` compares every key with every other; the reader of the nodes finds duplicates in one pass.
  const composer = new Composer({ version: '1.2', schema: 'core', uniqueKeys: false, resolveKnownTags: false });
  const documents: Document.Parsed[] = [];
  for (const document of composer.compose(tokens, false, source.text.length)) {
    documents.push(document as Document.Parsed);
    yield;
  }
  return { documents };
}

/** Where the first document starts that has too many characters. `---` starts one wherever it stands at the start of a line, also in the middle of a text. */
function longDocument(text: string): number | undefined {
  let start = 0;
  for (const { index } of [...text.matchAll(/^---(?!\S)/gm), { index: text.length }]) {
    if (index - start > maxCharactersOfDocument) return start;
    start = index;
  }
  return undefined;
}

const tooLong = {
  code: 'file-too-large',
  message: `the document has more than ${maxCharactersOfDocument} characters (256 Ki)`,
  hint: 'Keep only the spec in the document. Put bulk data into the image or on a volume.',
} as const;

const tooDeep = {
  code: 'nested-too-deep',
  message: `lists and mappings are nested more than ${maxDepth} levels deep`,
  hint: 'Reduce the nesting: no member needs more than four levels.',
} as const;

const tooMuchOfDocument = {
  code: 'too-many-items',
  message: 'the document is far larger than a spec: at most about 1,400 keys, items or lines are read',
  hint: 'Keep only the spec in the document. Put bulk data into the image or on a volume.',
} as const;

const tooMuch = {
  code: 'too-many-items',
  message: 'the file is far larger than a spec: at most about 7,000 keys, items or lines are read',
  hint: 'Keep only the specs in the file, or split it.',
} as const;
