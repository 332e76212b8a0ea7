/** From the bytes of a spec file to documents and issues. */
import { type Document, isScalar } from 'yaml';
import { judgeDocument, unreadableDocument } from './document.ts';
import { type Issue, sortIssues } from './issue.ts';
import { shownText } from './secrets.ts';
import { decodeSource } from './source.ts';
import type { Overrides, SpecDocument } from './spec.ts';
import { parseYaml, syntaxIssue } from './syntax.ts';
import { valueText } from './words.ts';

export interface ParsedFile {
  /** One for each YAML document that is not empty. */
  readonly documents: readonly SpecDocument[];
  /** Every issue of the file, those of its documents included, errors first; at most 100 and then one that counts the rest. */
  readonly issues: readonly Issue[];
  /** The text for whoever shows lines of it: every place is where it was, lines that may hold a secret are blank. */
  readonly shownText: string;
}

/** More do not help a reader. */
const mostIssues = 100;

/** Never throws for anything in `bytes`. Paths in issues are `path` as given. */
export function parseSpecFile({ path, bytes }: { path: string; bytes: Uint8Array }, overrides: Overrides): ParsedFile {
  const { source, issue } = decodeSource(path, bytes);
  const shown = shownText(source.text);
  const parsed = issue ?? parseYaml(source);
  if ('code' in parsed) return { documents: [], issues: [parsed], shownText: shown };
  const documents = parsed
    .filter((document) => !isEmpty(document))
    .map((document) => {
      const syntax = syntaxIssue(document, source);
      return syntax ? unreadableDocument(source, syntax) : judgeDocument(document, source, overrides);
    });
  const emptySpec: Issue = {
    code: 'empty-spec',
    severity: 'error',
    message: 'the file contains no spec',
    hint: 'Write at least `name: …` and what the endpoint runs.',
    path: [],
    position: source.range(0, 0),
  };
  const issues = documents.length === 0 ? [emptySpec] : capIssues(documents.flatMap((document) => document.issues));
  return { documents, issues, shownText: shown };
}

/** `---` alone or comments alone say nothing. */
function isEmpty({ contents, errors }: Document.Parsed): boolean {
  return errors.length === 0 && (contents === null || (isScalar(contents) && contents.source === '' && !contents.tag));
}

/** Sorted; what is beyond the cap becomes one issue of the gravest kind among the rest. */
function capIssues(issues: readonly Issue[]): Issue[] {
  const sorted = sortIssues(issues);
  const [first, ...others] = sorted.slice(mostIssues);
  if (first === undefined) return sorted;
  return [
    ...sorted.slice(0, mostIssues),
    {
      code: 'more-issues',
      severity: first.severity,
      message: `${1 + others.length} more problems from here on`,
      hint: 'Correct the listed ones, then check again.',
      path: [],
      position: first.position,
    },
  ];
}

/** Entries of the `variables` input that no document of any file uses: notices at the input. */
export function unusedVariables(documents: readonly SpecDocument[], variables: ReadonlyMap<string, string>): Issue[] {
  const unused = [...variables.keys()].filter((key) => !documents.some(({ usedVariables }) => usedVariables.has(key)));
  return capIssues(
    unused.map((key) => ({
      code: 'unused-variable',
      severity: 'notice',
      message: `no spec uses the variable \`${key}\` of the \`variables\` input`,
      hint: `Delete it, or write \`\${${key}}\` where it belongs.`,
      path: [],
      position: { input: 'variables' },
    })),
  );
}

/** Two documents, of one file or several, that describe an endpoint of the same name: the later one is at fault. */
export function duplicateNames(documents: readonly SpecDocument[]): Issue[] {
  const first = new Map<string, SpecDocument>();
  return documents.flatMap((document): Issue[] => {
    const { name } = document.readable;
    const earlier = first.get(name ?? '');
    if (name === undefined || earlier === undefined) {
      if (name !== undefined) first.set(name, document);
      return [];
    }
    const place = earlier.place(['name']);
    const where = 'file' in place ? `${place.file}:${place.start.line}` : `the \`${place.input}\` input`;
    return [
      {
        code: 'duplicate-name',
        severity: 'error',
        message: `the name ${valueText(name)} is already used by the spec at ${where}`,
        hint: 'Give each spec a unique `name`; the `name` input fits one spec only.',
        path: ['name'],
        position: document.place(['name']),
      },
    ];
  });
}
