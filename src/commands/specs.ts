/** Spec files → documents with their issues, and the report of every issue at its place. */

import { DeployError, type ErrorCode, SpecError } from '../errors.ts';
import type { Inputs } from '../inputs.ts';
import { chooseIssues, countIssues, issueAnnotation, issueSummary, issueTable } from '../render/failure.ts';
import { hasErrors, type Issue, type IssueCode, sortIssues } from '../spec/issue.ts';
import { duplicateNames, parseSpecFile, unusedVariables } from '../spec/parse.ts';
import { secretVariables } from '../spec/secrets.ts';
import type { SpecDocument } from '../spec/spec.ts';
import type { CommandContext } from './context.ts';

export interface ReadSpecs {
  /** One for each YAML document of each file, also for one that could not be understood. */
  documents: readonly SpecDocument[];
  issues: readonly Issue[];
  /** The text of each file by its path, without lines that may hold a secret. */
  shownTexts: ReadonlyMap<string, string>;
}

/** The specs with everything that can be said of them offline. From here on the reporter hides their env values. */
export async function readSpecs({ inputs, workspace, reporter }: CommandContext): Promise<ReadSpecs> {
  const files = await workspace.readSpecs(inputs.spec);
  const overrides = {
    variables: inputs.variables,
    image: inputs.image || undefined,
    images: inputs.images,
    name: inputs.name || undefined,
    secretEnvs: inputs.secretEnvs,
  };
  const parsed = files.map((file) => parseSpecFile(file, overrides));
  const documents = parsed.flatMap((file) => file.documents);
  for (const { secretValues } of documents) for (const value of secretValues) reporter.conceal(value);
  const secrets = secretVariables(inputs.variables, [inputs.apiKey, ...inputs.secretEnvs.values()]);
  for (const { value } of secrets) reporter.conceal(value);
  assertInputsFit(inputs, documents);
  const found = [
    ...parsed.flatMap((file) => file.issues),
    ...duplicateNames(documents),
    ...secrets.map(({ issue }) => issue),
  ];
  // What could not be read may use them.
  const issues = hasErrors(found) ? found : [...found, ...unusedVariables(documents, inputs.variables)];
  const shownTexts = new Map(files.map(({ path }, index) => [path, parsed[index]?.shownText ?? '']));
  return { documents, issues, shownTexts };
}

/** `image`, `name` and `endpoint-id` can mean one spec only; lines of `image` have to name specs that there are. */
function assertInputsFit({ name, endpointId, image, images }: Inputs, documents: readonly SpecDocument[]): void {
  const count = documents.length;
  const matched = `\`spec\` matches ${count} specs`;
  const input = name ? 'name' : endpointId ? 'endpoint-id' : undefined;
  if (image && count > 1)
    throw invalidInput(
      `the \`image\` input contains one image, but ${matched}: all of them would run the same container`,
      'Write one `name=image` per line, with the name of each spec that the image is for.',
    );
  if (input && count > 1)
    throw invalidInput(
      `the \`${input}\` input selects one endpoint, but ${matched}`,
      `Remove the \`${input}\` input, or let the \`spec\` input match a single spec.`,
    );
  const names = documents.flatMap(({ readable }) => readable.name ?? []);
  const unknown = [...images.keys()].filter((each) => !names.includes(each));
  // The name of a broken spec may be the one that is meant.
  if (unknown.length > 0 && names.length === count)
    throw invalidInput(
      `the \`image\` input names ${unknown.map((each) => `\`${each}\``).join(', ')}, but no spec has that name`,
      `The specs are: ${names.join(', ')}.`,
    );
}

function invalidInput(message: string, hint: string): DeployError {
  return new DeployError({ code: 'inputs-invalid', message, hint });
}

/** Where the image of a spec comes from, as a line of the log. */
export function imageOrigin(document: SpecDocument, { image, images }: Inputs): string {
  const { name = '' } = document.readable;
  if (image !== '' || images.has(name)) return 'the `image` input';
  return document.mentions(['image', 'image']) || document.mentions(['image']) ? 'the spec' : 'the live endpoint';
}

/** Annotates and summarizes the issues; throws a {@link SpecError} when one of them is an error. */
export async function reportIssues(
  { issues, shownTexts }: Omit<ReadSpecs, 'documents'>,
  { reporter }: CommandContext,
): Promise<void> {
  if (issues.length === 0) return;
  const sorted = sortIssues(issues);
  const { chosen, left } = chooseIssues(sorted, reporter.annotationsPerSeverity);
  for (const issue of chosen) {
    const text = 'input' in issue.position ? undefined : shownTexts.get(issue.position.file);
    reporter.annotate(issueAnnotation(issue, text));
  }
  if (left > 0)
    reporter.info(`${left} more are in the summary: GitHub shows at most ten annotations of each kind for a step.`);
  await reporter.summarize(issueSummary(sorted), hasErrors(sorted) ? 'failed' : 'note');
  if (hasErrors(sorted)) throw specError(sorted);
}

function specError(issues: readonly Issue[]): SpecError {
  const places = issues.map(({ position }) => ('input' in position ? `input ${position.input}` : position.file));
  const errors = issues.filter(({ severity }) => severity === 'error');
  const [only, ...others] = new Set(errors.map(({ code }) => ownCodes[code] ?? 'spec-invalid'));
  return new SpecError({
    code: only && others.length === 0 ? only : 'spec-invalid',
    message: `${[...new Set(places)].join(', ')}: ${countIssues(issues)}`,
    issues: issueTable(issues),
  });
}

/** Errors with a code of their own, where the specs have no other error. */
const ownCodes: { readonly [code in IssueCode]?: ErrorCode } = {
  'outside-limits': 'limits-exceeded',
  'image-not-found': 'image-not-found',
  'image-platform': 'image-platform',
  'image-unresolved': 'image-unresolved',
};
