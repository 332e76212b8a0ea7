/** The candidate of a deploy: rolled out, tested and compared before the endpoint is written, and always deleted. */

import { deleteInTurn } from '../account/delete.ts';
import { readNow } from '../account/reads.ts';
import { asDeployError, codeRow, codeWords, DeployError, type ErrorCode } from '../errors.ts';
import { endpointName, formatSeconds } from '../model/display.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { isTerminating } from '../model/states.ts';
import { isCandidate, isLeftover } from '../plan/candidate.ts';
import { candidatePlan } from '../plan/candidate-plan.ts';
import type { Plan } from '../plan/plan.ts';
import { shortImage, startWords } from '../render/end.ts';
import { deletionFailure } from '../render/run-comment.ts';
import { hasNoGpu, isPresent } from '../rollout/evidence/condition.ts';
import type { CommandContext } from '../run/context.ts';
import type { CandidateReport, RolledOut } from '../run/outcome.ts';
import { askRegistry } from '../run/specs.ts';
import { cancelledParkMs } from '../times.ts';
import { type RolloutRequest, rollOutPlan } from './roll-out.ts';

type ProvedCandidate = Pick<RolledOut, 'compared' | 'tail'> & {
  candidate: CandidateReport;
  /** Why the endpoint must not get the version; undefined where the candidate has passed. */
  failure: DeployError | undefined;
};

/** The candidate is always asked in this run, then deleted, unless a refused one is kept. Rejects only on a defect. */
export async function proveCandidate(plan: Plan, request: RolloutRequest): Promise<ProvedCandidate> {
  const { context, logGroup } = request;
  const { clock } = context;
  const { found } = plan.first;
  const live = found && (await readNow(found, context));
  // A candidate that is being deleted is that of a run that has ended, and must not be written any more.
  const ofCandidate = candidatePlan(plan, live && isTerminating(live) ? undefined : live);
  const { desired: config } = ofCandidate;
  const { name } = config;
  logGroup.log([`Candidate: ${name}, before ${plan.desired.name} is written.`]);
  const startedMs = clock.monotonicMs();
  const rolledOut = await rollOutPlan(ofCandidate, { ...request, lookedUpMs: startedMs, before: [] });
  const { end, compared, tail } = rolledOut;
  const { start, endpointId: id, endpoint } = end;
  const seconds = Math.round((clock.monotonicMs() - startedMs) / 1000);
  const red = end.cause ?? (await findMovedTag(plan, request));
  // A second one of the name would be in the way of later runs.
  const isKept = end.left.kind === 'parked' && !['cancelled', 'name-ambiguous'].includes(red?.code ?? '');
  const passed = `passed in ${formatSeconds(seconds)}${start ? ` (start ${startWords(start)})` : ''}`;
  logGroup.log([`Candidate: ${red ? wordsOf(red) : passed}.`]);
  const workers = endpoint?.workers.filter((each) => !hasNoGpu(each, endpoint)) ?? [];
  const left = id !== undefined && !isKept && { workers, id, config };
  if (end.left.kind === 'perhaps-created')
    warnLeft({ name, end: 'perhaps created', message: `The candidate ${name} may have been created.` }, context);
  const failure = (left ? await deleteCandidate(left, request) : undefined) ?? red;
  const candidate = { name, verdict: failure?.code ?? ('passed' as const), seconds, start };
  return { candidate, compared, tail, failure: failure && failureAs(failure, { plan, name, isKept }) };
}

/** Here a changed plan is a tag that has moved: nobody was asked to approve it. */
const wordsOf = ({ code }: DeployError) => (code === 'plan-changed' ? 'its tag has moved' : codeWords(code));

/** What else to do where the usual next step is that of an endpoint which stays. */
const waysOn: { readonly [code in ErrorCode]?: string } = {
  'no-capacity': 'or take `candidate` out of the spec',
  'name-ambiguous': 'and give the workflow a `concurrency` group',
};

function failureAs(
  failure: DeployError,
  { plan: { desired }, name, isKept }: { plan: Plan; name: string; isKept: boolean },
): DeployError {
  const { subject } = codeRow(failure.code);
  const way = waysOn[failure.code];
  const hint = way ? `${desired.name} was not touched. Run it again, ${way}.` : failure.hint;
  const stays = isKept ? `. ${name} is kept at zero workers: a call wakes it, and the next run replaces it` : '';
  const ofVersion = `${desired.name}: ${codeWords(failure.code, shortImage(desired.image.image))} as ${name}`;
  const title = subject === 'version' ? ofVersion : `${name}: ${wordsOf(failure)}`;
  return new DeployError({ ...failure, message: `${failure.message}${stays}`, hint, title, cause: failure });
}

const pinHint = 'With `resolve-image: pin`, what has passed is deployed, whatever the tag stands for.';

/** Since the candidate has passed, the tag may have moved to another image. */
async function findMovedTag(plan: Plan, { context }: RolloutRequest): Promise<DeployError | undefined> {
  const { resolvedImage, desired } = plan;
  if (!resolvedImage || desired.image.image.includes('@')) return undefined;
  const { written, digest } = resolvedImage;
  const answer = await askRegistry(desired.image.image, context);
  if (answer.kind === 'found' && answer.digest !== digest) {
    const message = `the tag ${written} stands for ${answer.digest} now, but ${digest} has passed as the candidate`;
    return new DeployError({ code: 'plan-changed', message, hint: `Run it again. ${pinHint}` });
  }
  if (answer.kind === 'found') return undefined;
  const message = `Whether the tag ${written} has moved since its candidate was deployed could not be checked.`;
  context.reporter.warn({ title: `${desired.name}: image`, message, hint: pinHint });
  return undefined;
}

/**
 * Never rejects. Resolves with a conflict if a later run, or someone, has made it theirs: it is left alone, and what was
 * asked may have been another version. What else stays is a warning.
 */
export async function deleteCandidate(
  listed: Pick<Endpoint, 'id' | 'config' | 'workers'>,
  { context, logGroup }: RolloutRequest,
): Promise<DeployError | undefined> {
  const { clock, signal, connections, reporter } = context;
  const { id, config, workers } = listed;
  const objection = (now: Endpoint) => {
    if (isLeftover(now, context)) return undefined;
    const why = isCandidate(now) ? 'another run has taken it over' : 'someone has changed its name or its record';
    return new DeployError({ code: 'conflict', message: `the candidate ${endpointName(listed)} stays: ${why}` });
  };
  const told = { info: (line: string) => logGroup.log([line]), addSecret: reporter.addSecret };
  const [deletion] = await deleteInTurn([{ listed, reason: '', objection }], { ...context, reporter: told });
  let failure = deletion && deletionFailure(deletion);
  if (failure?.code === 'conflict') return failure;
  if (failure && signal.aborted) {
    // A cancelled run has some seconds left, and cannot wait for the end of the deletion.
    const brief = { signal: new AbortController().signal, deadlineMs: clock.monotonicMs() + cancelledParkMs };
    const remove = async () => {
      const client = await connections.service();
      // What was created a moment ago may not be shown yet.
      const now = await client.get(id, brief).catch((error) => {
        if (asDeployError(error).code !== 'not-found') throw error;
      });
      if (now && objection(now)) return;
      await client.delete(id, brief);
      told.info(`Delete: ${id} was asked for, and not waited for.`);
    };
    failure = await remove().then(() => undefined, asDeployError);
  }
  if (!failure || failure.code === 'not-found') return undefined;
  const end = `not deleted${workers.some(isPresent) ? ', STILL BILLED' : ''}`;
  const now = `To delete it now, run \`delete\` with \`endpoint-id: ${id}\`. `;
  const { name } = config;
  warnLeft({ name, end, message: `The candidate ${name} was not deleted: ${failure.message}.`, now }, context);
  return undefined;
}

/** `now`: what ends it at once, as a sentence. */
function warnLeft(
  { name, end, message, now = '' }: { name: string; end: string; message: string; now?: string },
  { reporter }: CommandContext,
): void {
  const hint = `${now}The next run of this workflow deletes it, and so does \`command: sweep\` after a day.`;
  reporter.warn({ title: `${name}: ${end}`, message, hint });
}
