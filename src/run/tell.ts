/** Tells how a command has ended, in log, annotations, summary, comment and outputs: the only place that does. */

import { asDeployError, type DeployError } from '../errors.ts';
import type { Run } from '../plan/run.ts';
import { wordsOfEnd } from '../render/end.ts';
import { combineFailures, type Told, tellDefect, tellOutcome } from '../render/outcome.ts';
import { runOverview } from '../render/run-comment.ts';
import type { Reporter } from '../report.ts';
import type { Outcome, RunEnd } from './outcome.ts';
import type { StepOutputs } from './outputs.ts';

type TellAsk = Run & { reporter: Reporter; outputs: StepOutputs };

interface ToldEnd {
  failure: DeployError | undefined;
  /** Who is served and what is billed, a sentence for each endpoint that was rolled out. */
  now: readonly string[];
  /** The housekeeping after the verdict. */
  afterwards: () => Promise<void>;
}

/** Resolves with the failure of the run. */
export async function tellEnd(end: RunEnd, context: TellAsk): Promise<ToldEnd> {
  const { reporter, outputs } = context;
  const { outcomes, operation, planDigest, lines, summary, notices = [], overview } = end;
  const told: Told[] = [];
  for (const outcome of outcomes) told.push(await tell(outcome, context));
  const ofRun = { ...(operation && { operation }), ...(planDigest && { 'plan-digest': planDigest }) };
  outputs.end(
    told.map((each) => each.outputs),
    ofRun,
  );
  const failure = combineFailures(told) ?? end.failure;
  if (lines) reporter.info(lines);
  if (summary) await reporter.summarize(summary.markdown, summary.rank ?? (failure ? 'failed' : 'changed'));
  for (const notice of notices) reporter.annotate(notice);
  const sections = told.map(({ section }) => section);
  // One endpoint speaks for itself.
  if (overview && sections.length > 1) await reporter.summarize(runOverview(sections, overview), 'overview');
  await end.comment?.(sections);
  const afterwards = async () => {
    const next = await end.afterwards?.(sections);
    if (next) await tellEnd(next, context);
  };
  const now = outcomes.flatMap((outcome) => {
    if (outcome.kind !== 'rolled-out') return [];
    const { served, billed } = wordsOfEnd(outcome);
    return `${outcome.name}: ${served}. ${billed}`;
  });
  return { failure, now, afterwards };
}

/** A defect of the words or of the report is the failure of this endpoint alone. */
async function tell(outcome: Outcome, { reporter, github }: TellAsk): Promise<Told> {
  let outputs: Told['outputs'] = {};
  try {
    const told = tellOutcome(outcome, github.context);
    outputs = told.outputs;
    for (const warning of told.warnings) reporter.annotate(warning);
    const { markdown, kind } = told.section;
    if (markdown !== '') await reporter.summarize(markdown, kind);
    return told;
  } catch (thrown) {
    const told = tellDefect(outcome, asDeployError(thrown));
    await reporter.summarize(told.section.markdown, 'failed');
    return { ...told, outputs: { ...outputs, ...told.outputs } };
  }
}
