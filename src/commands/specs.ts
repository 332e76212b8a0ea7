/** Spec files → documents with their issues, and the report of every issue at its place. */

import { DeployError, type ErrorCode, SpecError } from '../errors.ts';
import type { Inputs } from '../inputs.ts';
import { chooseIssues, countIssues, issueAnnotation, issueSummary, issueTable } from '../render/issues.ts';
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

/** The specs of the inputs with everything that can be said of them offline. From here on the reporter redacts their env values. */
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
  assertOneSpec(inputs, documents.length);
  assertNamedSpecs(inputs, documents);
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

/** `name` and `endpoint-id` can mean one endpoint only. */
function assertOneSpec({ name, endpointId, image }: Inputs, count: number): void {
  if (image && count > 1)
    throw new DeployError({
      code: 'inputs-invalid',
      message: `the \`image\` input contains one image, but \`spec\` matches ${count} specs: all of them would run the same container`,
      hint: 'Write one `name=image` per line, with the name of each spec that the image is for.',
    });
  const input = name ? 'name' : endpointId ? 'endpoint-id' : undefined;
  if (!input || count <= 1) return;
  throw new DeployError({
    code: 'inputs-invalid',
    message: `the \`${input}\` input selects one endpoint, but \`spec\` matches ${count} specs`,
    hint: `Remove the \`${input}\` input, or let the \`spec\` input match a single spec.`,
  });
}

/** A misspelt name would leave its spec on another image. */
function assertNamedSpecs({ images }: Inputs, documents: readonly SpecDocument[]): void {
  const names = documents.flatMap(({ readable }) => readable.name ?? []);
  // The name of a broken spec may be the one that is meant.
  if (names.length < documents.length) return;
  const unknown = [...images.keys()].filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  throw new DeployError({
    code: 'inputs-invalid',
    message: `the \`image\` input names ${unknown.map((name) => `\`${name}\``).join(', ')}, but no spec has that name`,
    hint: `The specs are: ${names.join(', ')}.`,
  });
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
  return new SpecError({
    code: failureCode(errors.map(({ code }) => code)),
    message: `${[...new Set(places)].join(', ')}: ${countIssues(issues)}`,
    issues: issueTable(issues),
  });
}

/** Errors that no other error of the specs hides have a code of their own. */
function failureCode(codes: readonly IssueCode[]): ErrorCode {
  const [first, ...others] = new Set(codes);
  if (others.length > 0) return 'spec-invalid';
  switch (first) {
    case 'outside-limits':
      return 'limits-exceeded';
    case 'image-not-found':
    case 'image-platform':
    case 'image-unresolved':
      return first;
    default:
      return 'spec-invalid';
  }
}
