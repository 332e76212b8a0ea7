/** From the bytes of a spec file to documents and issues. */
import { isAlias, isCollection } from 'yaml';
import { runAtOnce, type Steps } from '../slices.ts';
import { concealedNodes, concealUnread, concealValues, scalarsOf } from './conceal.ts';
import { judgeTree, unreadableDocument } from './document.ts';
import { hasErrors, type Issue, sortIssues } from './issue.ts';
import { applyOverrides } from './overrides.ts';
import { readDocument } from './reader.ts';
import { decodeSource, type SourceText } from './source.ts';
import type { Overrides, SpecDocument } from './spec.ts';
import { syntaxIssues } from './syntax.ts';
import { yamlSteps } from './yaml.ts';

export interface ParsedFile {
  /** One for each YAML document that is not empty. */
  readonly documents: readonly SpecDocument[];
  /** Every issue of the file, those of its documents included, sorted by position; at most 100 and then one that counts the rest. */
  readonly issues: readonly Issue[];
  /** The text for whoever shows lines of it: every place is where it was, values of `envs` are asterisks. */
  readonly shownText: string;
}

/** More help nobody; a broken file of 1 MiB has more than 100,000. */
const mostIssues = 100;

interface SpecFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** {@link specFileSteps} without a pause. */
export function parseSpecFile(file: SpecFile, overrides: Overrides): ParsedFile {
  return runAtOnce(specFileSteps(file, overrides));
}

/** Never throws for anything in `bytes`. Paths in issues are `path` as given. */
export function* specFileSteps({ path, bytes }: SpecFile, overrides: Overrides): Steps<ParsedFile> {
  const { source, issue } = decodeSource(path, bytes);
  const nothing = (only: Issue): ParsedFile => ({
    documents: [],
    issues: [only],
    shownText: concealUnread(source.text),
  });
  if (issue !== undefined) return nothing(issue);
  const stream = yield* yamlSteps(source);
  if (stream.issue !== undefined) return nothing(stream.issue);
  const written = stream.documents.filter(({ contents, errors }) => errors.length > 0 || !isEmpty(contents));
  if (written.length === 0) return nothing(emptySpec(source));
  const shown: string[] = [];
  const documents: SpecDocument[] = [];
  for (const [index, document] of written.entries()) {
    yield;
    const start = index === 0 ? 0 : document.range[0];
    const part = { text: source.text.slice(start, written[index + 1]?.range[0]), start };
    const syntax = syntaxIssues(document, source);
    if (hasErrors(syntax)) {
      shown.push(concealUnread(part.text));
      documents.push(unreadableDocument(source, syntax));
      continue;
    }
    const { variables, secretEnvs } = overrides;
    const secretKeys = new Set(secretEnvs.keys());
    const { root, aliasedSecrets, ...read } = readDocument({ document, source, variables, secretKeys });
    yield;
    const secrets = [...concealedNodes(root), ...aliasedSecrets.flatMap((node) => [...scalarsOf(node)])];
    shown.push(concealValues(part, secrets));
    yield;
    documents.push(judgeTree({ root: applyOverrides(root, overrides), source, ...read }));
  }
  const issues = capIssues(documents.flatMap((document) => document.issues));
  return { documents, issues, shownText: shown.join('') };
}

/** `---` alone or comments alone say nothing. */
function isEmpty(contents: unknown): boolean {
  if (contents === null) return true;
  return !isCollection(contents) && !isAlias(contents) && (contents as { source?: unknown }).source === '';
}

function emptySpec(source: SourceText): Issue {
  return {
    code: 'empty-spec',
    severity: 'error',
    message: 'the file contains no spec',
    hint: 'Write at least `name: …` and what the endpoint runs.',
    path: [],
    position: source.range(0, 0),
  };
}

/** Sorted; what is beyond the cap becomes one issue of the gravest kind among the rest. */
function capIssues(issues: readonly Issue[]): Issue[] {
  const sorted = sortIssues(issues);
  const rest = sorted.slice(mostIssues);
  const first = rest[0];
  if (first === undefined) return sorted;
  const severity =
    (['error', 'warning', 'notice'] as const).find((each) => rest.some((issue) => issue.severity === each)) ?? 'notice';
  return [
    ...sorted.slice(0, mostIssues),
    {
      code: 'more-issues',
      severity,
      message: `${rest.length} more problems from here on`,
      hint: 'Correct the listed ones, then check again.',
      path: [],
      position: first.position,
    },
  ];
}

/** Entries of the `variables` input that no document of any file uses: notices at the input. */
export function unusedVariables(documents: readonly SpecDocument[], variables: ReadonlyMap<string, string>): Issue[] {
  const unused = [...variables.keys()].filter((key) => !documents.some(({ usedVariables }) => usedVariables.has(key)));
  const issues = unused.map(
    (key): Issue => ({
      code: 'unused-variable',
      severity: 'notice',
      message: `no spec uses the variable \`${key}\` of the \`variables\` input`,
      hint: `Delete it, or write \`\${${key}}\` where it belongs.`,
      path: [],
      position: { input: 'variables' },
    }),
  );
  return capIssues(issues);
}

/** Two documents, of one file or several, that describe an endpoint of the same name: the later one is at fault. */
export function duplicateNames(documents: readonly SpecDocument[]): Issue[] {
  const first = new Map<string, SpecDocument>();
  return documents.flatMap((document): Issue[] => {
    const { name } = document.readable;
    if (name === undefined) return [];
    const earlier = first.get(name);
    if (earlier === undefined) {
      first.set(name, document);
      return [];
    }
    const place = earlier.place(['name']);
    const where = 'file' in place ? `${place.file}:${place.start.line}` : `the \`${place.input}\` input`;
    return [
      {
        code: 'duplicate-name',
        severity: 'error',
        message: `the name ${document.show(['name'], name)} is already used by the spec at ${where}`,
        hint: 'Give each spec a unique `name`; the `name` input fits one spec only.',
        path: ['name'],
        position: document.place(['name']),
      },
    ];
  });
}
