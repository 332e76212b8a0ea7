/** Owns the first act of every command: files → spec documents, and the report of everything that is wrong with them. */

import { DeployError, type ErrorCode } from '../errors.ts';
import type { Inputs } from '../inputs.ts';
import { chooseIssues, countIssues, issueAnnotation, issueTable } from '../render/issues.ts';
import type { Issue, IssueCode } from '../spec/issue.ts';
import { hasErrors, sortIssues } from '../spec/issue.ts';
import { duplicateNames, parseSpecFile, unusedVariables } from '../spec/parse.ts';
import type { SpecDocument } from '../spec/spec.ts';
import type { CommandContext } from './context.ts';

export interface ReadSpecs {
  /** One for each YAML document of each file, also for one that could not be understood. */
  documents: readonly SpecDocument[];
  issues: readonly Issue[];
  /** The text of each file by its path, without the values of envs. */
  shownTexts: ReadonlyMap<string, string>;
}

/** The specs of the inputs with everything that can be said of them without the service. Env values are kept out of all that is said from here on. */
export async function readSpecs({ inputs, workspace, reporter }: CommandContext): Promise<ReadSpecs> {
  const files = await workspace.readSpecs(inputs.spec);
  const overrides = {
    variables: inputs.variables,
    image: inputs.image || undefined,
    name: inputs.name || undefined,
    secretEnvs: inputs.secretEnvs,
  };
  const parsed = files.map((file) => parseSpecFile(file, overrides));
  const documents = parsed.flatMap((file) => file.documents);
  for (const { secretValues } of documents) for (const value of secretValues) reporter.conceal(value);
  if (documents.length > 1) refuseSingular(inputs, documents.length);
  const issues = [
    ...parsed.flatMap((file) => file.issues),
    ...duplicateNames(documents),
    ...unusedVariables(documents, inputs.variables),
  ];
  const shownTexts = new Map(files.map(({ path }, index) => [path, parsed[index]?.shownText ?? '']));
  return { documents, issues, shownTexts };
}

/** `name` and `endpoint-id` can mean one endpoint only. */
function refuseSingular({ name, endpointId }: Inputs, count: number): void {
  const input = name ? 'name' : endpointId ? 'endpoint-id' : undefined;
  if (!input) return;
  throw new DeployError({
    code: 'inputs-invalid',
    message: `the input \`${input}\` names one endpoint, but \`spec\` matches ${count} specs`,
    hint: `Take \`${input}\` out, or let \`spec\` name a single spec.`,
  });
}

/** What stops a run because of its specs. */
export class SpecError extends DeployError {
  override readonly name = 'SpecError';
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    const files = [
      ...new Set(issues.map(({ position }) => ('input' in position ? `input ${position.input}` : position.file))),
    ];
    super({ code: codeOf(issues), message: `${files.join(', ')}: ${countIssues(issues)}` });
    this.issues = issues;
  }
}

function codeOf(issues: readonly Issue[]): ErrorCode {
  const limitCodes: ReadonlySet<IssueCode> = new Set(['outside-limits']);
  const errors = issues.filter(({ severity }) => severity === 'error');
  return errors.every(({ code }) => limitCodes.has(code)) ? 'limits-exceeded' : 'spec-invalid';
}

export interface IssueReport {
  issues: readonly Issue[];
  shownTexts: ReadonlyMap<string, string>;
}

/** Shows every issue at its place; throws a {@link SpecError} when one of them forbids to go on. */
export async function reportIssues(
  { issues, shownTexts }: IssueReport,
  { reporter }: Pick<CommandContext, 'reporter'>,
): Promise<void> {
  if (issues.length === 0) return;
  const sorted = sortIssues(issues);
  const { chosen, left } = chooseIssues(sorted, reporter.annotationsPerSeverity);
  for (const issue of chosen) {
    const text = 'input' in issue.position ? undefined : shownTexts.get(issue.position.file);
    reporter.annotate(issueAnnotation(issue, text));
  }
  if (left > 0)
    reporter.info(
      `${left} more of them are in the summary: GitHub shows no more than ten annotations of a kind for a step.`,
    );
  await reporter.summarize(`### Spec: ${countIssues(sorted)}\n\n${issueTable(sorted)}\n`);
  if (hasErrors(sorted)) throw new SpecError(sorted);
}
