/** The candidate of a deploy: rolled out, tested and compared before the endpoint is written, and ended in every case. */

import { openReads } from '../account/reads.ts';
import { asDeployError, codeRow, codeWords, DeployError, knownError } from '../errors.ts';
import { formatSeconds } from '../model/display.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { isTerminating } from '../model/states.ts';
import { isLeftover, isOfThisRun } from '../plan/candidate.ts';
import { candidatePlan } from '../plan/candidate-plan.ts';
import type { Plan } from '../plan/plan.ts';
import { shortImage, startWords } from '../render/end.ts';
import { eventLines } from '../render/progress.ts';
import type { OnRolloutEvent } from '../rollout/events.ts';
import { isPresent } from '../rollout/evidence/condition.ts';
import { deleteEndpoint } from '../rollout/write/delete.ts';
import type { CommandContext } from '../run/context.ts';
import type { CandidateReport } from '../run/outcome.ts';
import { resolveImage } from '../run/specs.ts';
import { cancelledParkMs } from '../times.ts';
import { type RolledOut, type RolloutRequest, rollOutPlan } from './roll-out.ts';

interface ProvedCandidate extends Pick<RolledOut, 'compared' | 'tail'> {
  report: CandidateReport;
  /** Why the endpoint must not get the version; undefined where the candidate has passed. */
  failure: DeployError | undefined;
  id: string | undefined;
}

/** Always asked in this run. Rejects only on a defect. */
export async function proveCandidate(plan: Plan, request: RolloutRequest): Promise<ProvedCandidate> {
  const { context, logGroup } = request;
  const { clock } = context;
  const { found } = plan.first;
  const live = found && (await openReads(context).get(found.id).catch(knownError));
  const isMissing = live instanceof DeployError;
  if (isMissing && live.code !== 'not-found') throw live;
  // One that is being deleted is that of a run that has ended, and must not be written any more.
  const ofCandidate = candidatePlan(plan, isMissing || (live && isTerminating(live)) ? undefined : live);
  const { name } = ofCandidate.desired;
  logGroup.log([`Candidate: ${name}, before ${plan.desired.name} is written.`]);
  const startedMs = clock.monotonicMs();
  const rolledOut = await rollOutPlan(ofCandidate, { ...request, lookedUpMs: startedMs, isCandidate: true });
  const { end, compared, tail } = rolledOut;
  const failure = end.cause ?? (await findTaker(end.endpointId ?? '', context)) ?? (await findMovedTag(plan, request));
  const seconds = Math.round((clock.monotonicMs() - startedMs) / 1000);
  const report = { name, verdict: failure?.code ?? ('passed' as const), seconds, start: end.start };
  const start = end.start ? ` (start ${startWords(end.start)})` : '';
  logGroup.log([`Candidate: ${failure ? failure.code : `passed in ${formatSeconds(seconds)}${start}`}.`]);
  const isGone = context.inputs.onFailure === 'restore';
  return { report, compared, tail, failure: failure && failureAs(failure, { plan, name, isGone }), id: end.endpointId };
}

function failureAs(
  failure: DeployError,
  { plan: { desired }, name, isGone }: { plan: Plan; name: string; isGone: boolean },
): DeployError {
  const { next } = codeRow(failure.code);
  const untouched = `${desired.name} was not touched. Run it again, or take \`candidate\` out of the spec.`;
  // A request by hand would find no candidate.
  const left = isGone && failure.code === 'test-failed' ? next : failure.hint;
  const hint = failure.code === 'no-capacity' ? untouched : left;
  const title = `${desired.name}: ${codeWords(failure.code, shortImage(desired))} as ${name}`;
  return new DeployError({ ...failure, message: failure.message, hint, title, cause: failure });
}

/** A later run may have taken the candidate over: what was asked may have been that run's version. */
async function findTaker(id: string, context: CommandContext): Promise<DeployError | undefined> {
  const now = await openReads(context).get(id).catch(knownError);
  if (now instanceof DeployError || isOfThisRun(now, context)) return now instanceof DeployError ? now : undefined;
  const message = `the candidate ${now.config.name} (${id}) was taken over by another run meanwhile`;
  return new DeployError({ code: 'conflict', message });
}

/** A tag may stand for another image by now than the one that has passed. */
async function findMovedTag(plan: Plan, { context }: RolloutRequest): Promise<DeployError | undefined> {
  const { resolvedImage, desired } = plan;
  if (!resolvedImage || desired.image.image.includes('@')) return undefined;
  const { written, digest } = resolvedImage;
  const answer = await resolveImage(desired.image.image, context);
  if (answer.kind === 'found' && answer.digest !== digest) {
    const message = `the tag ${written} stands for ${answer.digest} now, but ${digest} has passed as the candidate`;
    const hint = 'Run it again. With `resolve-image: pin`, what has passed is deployed, whatever the tag stands for.';
    return new DeployError({ code: 'plan-changed', message, hint });
  }
  if (answer.kind === 'found') return undefined;
  const message = `Whether the tag ${written} has moved since its candidate was deployed could not be checked.`;
  const hint = 'With `resolve-image: pin`, what has passed is deployed, whatever the tag stands for.';
  context.reporter.annotate({ severity: 'warning', title: `${desired.name}: image`, message, hint });
  return undefined;
}

/** Deletes the candidate if no later run has taken it over. Never rejects: what stays is a warning. */
export async function endCandidate(
  { id, onAsked }: { id: string; onAsked: () => void },
  { context, logGroup }: RolloutRequest,
): Promise<void> {
  const { clock, signal, connections, reporter } = context;
  let left: Endpoint | undefined;
  const isOurs = (read: Endpoint) => isOfThisRun(read, context) || isLeftover(read, context);
  // A cancelled run has some seconds left, and cannot wait for the end of the deletion.
  const deleteNow = async () => {
    const client = await connections.service();
    const short = { signal: new AbortController().signal, deadlineMs: clock.monotonicMs() + cancelledParkMs };
    left = await client.get(id, short);
    if (isOurs(left)) await client.delete(id, short);
  };
  try {
    if (signal.aborted) return await deleteNow();
    const client = await connections.service();
    left = await client.get(id, { signal });
    if (!isOurs(left)) return;
    const onEvent: OnRolloutEvent = (event) => {
      if (event.kind === 'deleting') onAsked();
      logGroup.log(eventLines(event));
    };
    await deleteEndpoint(id, { client, clock, signal, onEvent }).catch((thrown) => {
      if (!signal.aborted) throw thrown;
      return deleteNow();
    });
  } catch (thrown) {
    const failure = asDeployError(thrown);
    if (failure.code === 'not-found') return;
    const isBilled = left?.workers.some(isPresent) !== false;
    const message = `The candidate ${left?.config.name ?? id} was not deleted: ${failure.message}.`;
    const hint = 'The next run of this workflow deletes it, and so does `command: sweep` after a day.';
    const title = `candidate not deleted${isBilled ? ', STILL BILLED' : ''}`;
    reporter.annotate({ severity: 'warning', title, message, hint });
  }
}
