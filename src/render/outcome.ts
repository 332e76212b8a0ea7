/** What a command says of each end: outputs, the section of the summary, warnings and the failure; a row a kind. */

import { DeployError, failureTitle, type Now } from '../errors.ts';
import { needsVerdict } from '../model/load.ts';
import type { Word } from '../plan/order.ts';
import type { Plan } from '../plan/plan.ts';
import type { Annotation, EndpointOutputs } from '../report.ts';
import { endBefore } from '../rollout/end.ts';
import type { Outcome } from '../run/outcome.ts';
import { endFailure, endWarnings, outcomeSummary } from './end.ts';
import { failureSummary, failureTable, logBlock } from './failure.ts';
import { escapeCell, heading, paragraphs, proseCell } from './markdown.ts';
import { availabilityOutput, endOutputs, endpointOutputs, statusOutputs, testOutputs } from './outputs.ts';
import { planSummary } from './plan.ts';
import { deletionEnds, deletionFailure, isDeleted, type Section } from './run-comment.ts';
import { hiddenNow, unchangedNow, unknownNow, unreadNow } from './run-failure.ts';
import { testSummary, usersLine } from './tests.ts';
import { fewOf } from './text.ts';

/** All that a run says of one end. */
export interface Told {
  outputs: EndpointOutputs;
  failure: DeployError | undefined;
  /** The part of the summary and the comment; without text where one table tells of all endpoints. */
  section: Section;
  warnings: readonly Annotation[];
}

/** A row without `failure` is of a kind of end that never fails. `kind`: of an end without a failure. */
type OutcomeRow = Partial<Omit<Told, 'section'>> & Omit<Section, 'name' | 'markdown'> & { markdown?: string };

type OutcomeOf<Kind extends Outcome['kind']> = Extract<Outcome, { kind: Kind }>;

const outcomeRows: { readonly [Kind in Outcome['kind']]: (outcome: OutcomeOf<Kind>, isRerun: boolean) => OutcomeRow } =
  {
    'rolled-out': ({ name, plan, end, words, held, ...ended }, isRerun) => {
      const { availability, compared, candidate, tail, isOvertaken = false } = ended;
      // What a candidate was compared with is production, which has its own end.
      const own = candidate ? undefined : compared;
      const failure = besideProduction(endFailure({ plan, end, isRerun }), { name, production: own?.production });
      const unfailed = held ? 'superseded' : end.operation === 'unchanged' ? 'unchanged' : 'changed';
      const kind = failure ? 'failed' : unfailed;
      const isPromoted = needsVerdict(plan);
      const said = [words, held ?? []]
        .flat()
        .map(({ severity, message }) => `${severity === 'warning' ? '⚠️' : 'ℹ️'} ${proseCell(`${name}: ${message}`)}`);
      return {
        outputs: {
          ...compared?.outputs,
          // Of a candidate, the digest and the proof are not those of production.
          ...endOutputs(end),
          // A run hands on only what works.
          ...((isPromoted || end.isUntested) && { 'image-digest': '' }),
          ...own?.outputs,
          ...(candidate && { candidate }),
          ...(availability && { availability: availabilityOutput(availability) }),
          ...(held && { 'image-digest': '', ...(!failure && { operation: 'superseded' }) }),
        },
        failure: isOvertaken ? undefined : failure,
        kind,
        isAsBefore: isPromoted && kind === 'unchanged' && !compared,
        markdown: paragraphs([
          own?.summary ? '' : outcomeSummary({ plan, end, candidate }, failure),
          compared?.summary,
          own?.summary && failure && failureTable(failure, name),
          compared?.load,
          availability && usersLine(availability),
          ...said,
          tail && logBlock(tail),
        ]),
        warnings: [held ? supersededWord(name, held) : [], endWarnings(plan, end)].flat(),
      };
    },
    refused: ({ plan, failure: given }, isRerun) => {
      const failure = refusalOf(plan, given, isRerun);
      const markdown = planSummary(plan, { title: `❌ ${failure.title}`, note: failureTable(failure) });
      return { outputs: { changed: 'false' }, failure, kind: 'failed', markdown };
    },
    'held-back': ({ name, plan }) => {
      const markdown = planSummary(plan, { title: `⏸️ ${name}`, note: heldBackWords });
      return { outputs: { changed: 'false' }, failure: undefined, kind: 'held-back', markdown };
    },
    skipped: ({ name, word }) => ({
      // A run hands on only what it has deployed or found right.
      outputs: { operation: 'superseded', changed: 'false', 'image-digest': '' },
      failure: undefined,
      kind: 'superseded',
      markdown: paragraphs([heading(`⏭️ ${name}: superseded`), proseCell(word.message)]),
      warnings: [supersededWord(name, word)],
    }),
    planned: ({ name, plan, refusal }) => {
      const unrefused = plan.operation === 'unchanged' ? 'unchanged' : 'changed';
      const warnings = [refusal ?? []].flat().map(({ code, message, hint }): Annotation => {
        const title = failureTitle(name, code);
        return { severity: 'warning', title, message: `A deploy would be refused: ${message}.`, hint };
      });
      const [note = ''] = warnings.map(({ message, hint }) => `> ⚠️ ${proseCell(message)} ${proseCell(hint)}`);
      return {
        outputs: { operation: 'planned', changed: 'false' },
        failure: undefined,
        kind: refusal ? 'failed' : unrefused,
        markdown: planSummary(plan, { note }),
        warnings,
      };
    },
    deleted: ({ name: named, deletion }) => {
      const { id, name, state, reason } = deletion;
      const { output, words } = deletionEnds[state];
      const isDone = output === 'deleted' || output === 'absent';
      // It is, or may be, gone by this run.
      const changed = String(isDeleted(deletion) || state === 'in-doubt');
      const cause = deletionFailure(deletion);
      const failure = cause?.withTitle(failureTitle(named, cause.code, words.toLowerCase()));
      return {
        outputs: { 'endpoint-id': id, name, ...(isDone && { operation: output }), state: output, reason, changed },
        failure,
        kind: 'changed',
      };
    },
    parked: ({ name, isWritten, until, failure: cause }) => {
      const [end, now] = isWritten
        ? (['perhaps parked', unknownNow] as const)
        : (['not parked', unchangedNow] as const);
      const failure = cause?.withTitle(failureTitle(name, cause.code, end), now);
      const title = heading(`💤 ${name}: ${isWritten ? 'parked' : 'was parked already'}`);
      return {
        outputs: { ...(!failure && { operation: isWritten ? 'parked' : 'unchanged' }), changed: String(isWritten) },
        failure,
        kind: isWritten ? 'changed' : 'unchanged',
        markdown: failure ? failureSummary(failure) : paragraphs([title, until]),
      };
    },
    read: ({ failure, status }) => ({
      outputs: status ? { status: statusOutputs(status) } : {},
      failure,
      kind: 'unchanged',
    }),
    listed: ({ live, status }) => ({
      outputs: { ...endpointOutputs(live), operation: 'read', changed: 'false', status: statusOutputs(status) },
      kind: 'unchanged',
    }),
    logged: ({ name, none, tails }) => ({
      failure: undefined,
      kind: 'changed',
      markdown: paragraphs([heading(`Logs of ${name}`), escapeCell(none), ...tails.map(logBlock)]),
    }),
    tested: ({ name, pass, proof, isCandidate, compared, tail, failure }) => ({
      outputs: {
        operation: 'tested',
        // A digest to promote needs tests that passed in this run.
        ...(isCandidate && { 'image-digest': '' }),
        ...testOutputs(pass),
        proof,
        ...compared?.outputs,
      },
      failure,
      kind: 'unchanged',
      markdown: paragraphs([compared?.summary ?? testSummary(name, pass), compared?.load, tail && logBlock(tail)]),
    }),
    exported: () => ({ outputs: { operation: 'exported', changed: 'false' }, kind: 'unchanged' }),
    validated: () => ({ outputs: { operation: 'validated', changed: 'false' }, kind: 'unchanged' }),
  };

const heldBackWords = 'Not deployed, because another endpoint of this step was refused.';

const supersededWord = (name: string, word: Word) => ({ ...word, title: `${name}: superseded` });

/** Users of production are served, whatever becomes of a candidate. */
function besideProduction(
  failure: DeployError | undefined,
  { name, production }: { name: string; production: string | undefined },
): DeployError | undefined {
  if (!failure?.now || !production) return failure;
  const served = `${production}. ${name}: ${failure.now.served}`;
  return failure.withTitle(failure.title, { ...failure.now, served });
}

export function tellOutcome(outcome: Outcome, { isRerun }: { isRerun: boolean }): Told {
  const row = outcomeRows[outcome.kind] as (outcome: Outcome, isRerun: boolean) => OutcomeRow;
  const { outputs = {}, warnings = [], markdown = '', kind, isAsBefore = false, ...told } = row(outcome, isRerun);
  const reason = 'failure' in told ? { 'failure-reason': told.failure?.code ?? '' } : {};
  const section = { name: outcome.name, kind: told.failure ? 'failed' : kind, markdown, isAsBefore } as const;
  return { outputs: { ...outputs, ...reason }, failure: told.failure, section, warnings };
}

function refusalOf(plan: Plan, failure: DeployError, isRerun: boolean): DeployError {
  const told = plan.isShown ? endFailure({ plan, end: endBefore(plan, failure), isRerun }) : undefined;
  return told ?? failure.withTitle(failureTitle(plan.desired.name, failure.code, 'not changed'), hiddenNow);
}

/** The refusal of all plans of a run at once, with each endpoint as it was read; undefined without a plan. */
export function tellRefusal(
  plans: readonly Plan[],
  failure: DeployError,
  { isRerun }: { isRerun: boolean },
): DeployError | undefined {
  const refusals = plans.map((plan) => refusalOf(plan, failure, isRerun));
  if (refusals.length < 2) return refusals[0];
  const names = plans.map(({ desired }) => desired.name);
  const ofEach = (member: keyof Now) => {
    const said = Map.groupBy(names, (_, index) => refusals[index]?.now?.[member] ?? '');
    return Array.from(said, ([words, of]) => `${of.join(', ')}: ${words}`).join('. ');
  };
  const now = { left: unreadNow.left, served: ofEach('served'), billed: ofEach('billed') };
  return failure.withTitle(failureTitle(fewOf(names), failure.code, 'not changed'), now);
}

/** Stands in for an end whose words, or report, have a defect. */
export function tellDefect(outcome: Outcome, thrown: DeployError): Told {
  const { name } = outcome;
  let failure = thrown.withTitle(failureTitle(name, thrown.code));
  try {
    if (outcome.kind === 'rolled-out')
      failure = endFailure({ ...outcome, end: { ...outcome.end, cause: outcome.end.cause ?? thrown } }) ?? failure;
  } catch {
    // The defect is in the words.
  }
  const section = { name, kind: 'failed', markdown: failureSummary(failure) } as const;
  return { outputs: { 'failure-reason': failure.code }, failure, section, warnings: [] };
}

/** One failure for the step, which names each endpoint that failed; undefined where none did. */
export function combineFailures(ends: readonly Told[]): DeployError | undefined {
  const failed = ends.flatMap(({ section: { name }, failure }) =>
    failure ? { name, failure, title: failure.title || name } : [],
  );
  const [first] = failed;
  if (!first || ends.length === 1) return first?.failure;
  const lines = failed.map(({ title, failure }) => `${title}: ${failure.told} [${failure.code}]`);
  const heldBack = ends.flatMap(({ section: { name, kind } }) => (kind === 'held-back' ? name : []));
  const others = heldBack.length > 0 ? `\n${heldBack.join(', ')}: ${heldBackWords}` : '';
  const hints = Map.groupBy(failed, ({ failure }) => failure.hint);
  const hintLines = Array.from(hints, ([hint, of]) =>
    hints.size === 1 ? hint : `${of.map(({ name }) => name).join(', ')}: ${hint}`,
  );
  return new DeployError({
    code: first.failure.code,
    message: `${failed.length} of ${ends.length} endpoints failed:\n${lines.join('\n')}${others}`,
    hint: hintLines.join('\n'),
    title: fewOf(
      failed.map(({ title }) => title),
      '; ',
    ),
    cause: first.failure,
  });
}
