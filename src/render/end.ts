/** The end of a rollout in words: what happened, who is served, what is billed, what to do next; and its summary. */

import { codeRow, codeWords, DeployError, type Now } from '../errors.ts';
import type { EndpointConfig } from '../model/config.ts';
import { changedSinceDeploy, isUnproved } from '../model/deployed.ts';
import { diffConfigs } from '../model/diff.ts';
import { formatSeconds } from '../model/display.ts';
import { type EarlierVersion, readRecord } from '../model/record.ts';
import { runOf, versionsBefore } from '../plan/history.ts';
import type { Plan } from '../plan/plan.ts';
import type { Annotation, AnnotationWords } from '../report.ts';
import type { Bills, End } from '../rollout/end.ts';
import { servesWords, servingIn } from '../rollout/evidence/serving.ts';
import { recentMs } from '../times.ts';
import { billsWords, isOfVersion, lackWords, leftWords, proofWords } from './end-words.ts';
import { failureTable } from './failure.ts';
import { codeCell, detailTable, heading, linkCell, paragraphs, proseCell } from './markdown.ts';
import { changeBlock, changeLine } from './plan.ts';
import { formatAmount, hourlyCost } from './price.ts';
import { testTable } from './tests.ts';
import { formatShown, joined, plural } from './text.ts';

/** Fewer workers than `minNum` serve: none, or the others need more than time. */
function shortfallWords({ desired: { name, workerConfig } }: Plan, { shortfall }: End): AnnotationWords[] {
  if (!shortfall) return [];
  const { healthy, lacks } = shortfall;
  const others = [...new Set(Object.values(lackWords))].flatMap((words) => {
    const { length } = lacks.filter((lack) => lackWords[lack] === words);
    return length === 0 ? [] : `${length} ${words[length === 1 ? 0 : 1]}`;
  });
  const counted = `${healthy} of ${workerConfig.minNum} ${healthy === 1 ? 'runs' : 'run'}; ${others.join(', ')}`;
  const hint =
    'A worker without a GPU starts as soon as one is free; another product may have a free one. ' +
    'The command `status` shows what becomes of the others.';
  const message =
    healthy === 0
      ? `No worker of ${name} is healthy by the last reading: ${counted}.`
      : `${name} serves with fewer workers than \`minNum\`: ${counted}.`;
  return [{ title: healthy === 0 ? 'no worker is healthy now' : 'too few workers', message, hint }];
}

/** Why the proof is weak. The record cannot tell which workers have a change that someone has made since the deploy. */
function weaknessOf({ live }: Plan, end: End): AnnotationWords[] {
  const { weak } = proofWords(end) ?? {};
  const isTold = end.operation === 'unchanged' && end.left.kind === 'serving' && end.left.proof === 'told';
  const changed = live && isTold ? changedSinceDeploy(live.config).join(', ') : '';
  if (!weak || changed === '') return weak ? [weak] : [];
  const message = `${changed}: changed by hand since the last deploy, and nothing shows whether the healthy workers have that.`;
  return [{ title: 'changed by hand, not proved', message, hint: weak.hint }];
}

/** The doubts about a green end. */
export function endWarnings(plan: Plan, end: End): Annotation[] {
  const proof = proofWords(end);
  if (!proof) return [];
  const unchecked = {
    title: 'not checked',
    message: `It serves, but ${end.doubt}.`,
    hint: 'Run the command `status`, or look at the list of endpoints in the console of the service.',
  };
  const told = [...shortfallWords(plan, end), ...weaknessOf(plan, end), end.doubt === '' ? [] : unchecked].flat();
  return told.map((weak) => ({ ...weak, severity: 'warning', title: `${plan.desired.name}: ${weak.title}` }));
}

/** The next step against the cause. */
function remedyFor({ cause, left, has }: End, isRerun: boolean): string {
  if (!cause) return '';
  const { hint } = cause;
  const { isOfWorkflow, seen, next } = codeRow(cause.code);
  if (isRerun && isOfWorkflow)
    return (
      `${hint} A run that is started again keeps its workflow file: ` +
      'push that change, or start `rollback.yml` with its commit.'
    );
  // A request by hand would go to another version, or wake the failed version.
  const isReplaced = has !== 'this' || left.kind === 'parked';
  return seen === 'wrong-answers' && isReplaced ? next : hint;
}

interface EndedPlan {
  plan: Plan;
  end: End;
  isRerun?: boolean;
}

/** `title`: `llama: acme/llama:2 crashed, restored to acme/llama:1`. `next`: what to do, in sentences. */
interface EndWords extends Now {
  title: string;
  next: string;
}

/** All that is said of an end. */
export function wordsOfEnd({ plan, end, isRerun = false }: EndedPlan): EndWords {
  const { cause, endpoint, endpointId, left, has, problem, serves } = end;
  const { desired, live } = plan;
  const wanted = shortImage(desired.image.image);
  const before = live?.config.image.image;
  const isProvedBefore = live !== undefined && !isUnproved(live.config);
  const isRescuable = servingIn(serves).some(({ version }) => version === 'earlier' || version === 'superseded');
  const { billed, inVain } = billWords(end.bills);
  // The spec alone names another endpoint where this one is a preview or got its name from an input.
  const deletion = `\`delete\` with \`endpoint-id: ${endpointId}\``;
  const served = servedBefore(plan);
  const wayBack = live ? wayBackTo(asReplaced(live.config)) : '';
  const back = isProvedBefore && plan.operation === 'update' ? wayBack : served;
  const { title, now, next } = leftWords[left.kind]({
    plan,
    end,
    wanted,
    deletion,
    back,
    wayBack,
    isProvedBefore,
    inVain,
    found: endpoint ? `: ${shortImage(endpoint.config.image.image)}` : '',
    // The image, where that tells the two apart.
    previous:
      before === undefined || before === desired.image.image ? 'the previous configuration' : shortImage(before),
    remedy: remedyFor(end, isRerun),
    rescue: isOfVersion(cause) && isRescuable ? back : '',
  });
  // Someone else's change is both the cause and the end.
  const isCause = problem === undefined && (has === 'theirs' || left.kind === 'gone');
  const what = cause && !isCause && codeWords(cause.code, wanted);
  // Whoever can have the version before does not want to lose the endpoint.
  const isAnswered = inVain === '' || has === 'either' || (back !== '' && next.includes(back));
  const ends = served || `To end the bill, run the command ${problem ? '' : '`park` or '}${deletion}.`;
  return {
    title: joined([cause?.title || `${desired.name}: ${what || title}`, what && title, inVain]),
    left: now,
    served: servesSentence(end),
    billed,
    next: isAnswered ? next.trim() : `${next.trim()} ${ends}`,
  };
}

/** The version that this run replaces; what a person has changed since its deploy is of no run. */
function asReplaced(config: EndpointConfig): EarlierVersion {
  const { image } = config.image;
  const run = readRecord(config)?.run;
  return run === undefined || changedSinceDeploy(config).length > 0 ? { image } : { image, run: runOf(run) };
}

/** The newest version that nobody went back from, and its way back, as a sentence; '' where none is known. */
function servedBefore({ live }: Plan): string {
  const record = live && readRecord(live.config);
  const last = record && versionsBefore(record).find(({ left, image }) => !left && image !== undefined);
  return last ? wayBackTo(last) : '';
}

function wayBackTo({ run, image, at = '' }: EarlierVersion): string {
  const until = at && ` until ${at.slice(0, 16).replace('T', ' ')} UTC`;
  return run === undefined
    ? `${image}, deployed outside a workflow, served${until}: deploy it again, or push a revert.`
    : `Run ${run} served ${image}${until}: start its job again, or push a revert.`;
}

/** Two digests and a name would not fit into a title. */
export function shortImage(image: string): string {
  return formatShown(image).replace(/(@sha256:[0-9a-f]{12})[0-9a-f]+$/, '$1');
}

/** `1 old worker (a:1) serves, 1 new one exited`, without its full stop. */
function servesSentence({ serves, endpoint, seenAgoMs }: End): string {
  const age = seenAgoMs < recentMs || !endpoint ? '' : `, last seen ${formatSeconds(seenAgoMs / 1000)} ago`;
  const words = servesWords(serves, ({ image, version }) => {
    if (image === '') return ` of ${version === 'unknown' ? 'an unknown' : 'an earlier'} version`;
    return ` (${shortImage(image)})`;
  });
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${age}`;
}

/** `1 worker is billed, 0.69 an hour`, without its full stop. `inVain`: for a title, where that serves nobody. */
function billWords(bills: Bills): { billed: string; inVain: string } {
  if (typeof bills === 'string') return { billed: billsWords[bills], inVain: '' };
  const { workers, hourly, kind } = bills;
  const [who, cost] = [plural(workers, 'worker'), hourly === undefined ? '' : `, ${formatAmount(hourly)} an hour`];
  const billed = `${who} ${workers === 1 ? 'is' : 'are'} billed${cost}`;
  return { billed, inVain: kind === 'in-vain' ? `STILL BILLED: ${who}${cost}` : '' };
}

/** The failure of the step, with who is served, what is billed, and what to do next. */
export function endFailure(ended: EndedPlan): DeployError | undefined {
  const { cause, problem, left, doubt } = ended.end;
  if (!cause) return undefined;
  const { title, next, ...now } = wordsOfEnd(ended);
  const undone = left.kind === 'written-back' ? 'Written back, not seen serving' : 'Not undone';
  const message = [cause.message, problem && `${undone}: ${problem.message}`, doubt && `Also: ${doubt}`];
  return new DeployError({ ...cause, message: joined(message, '. '), now, hint: next, title, cause });
}

/** The last lines of a log: who serves, and, where a restore has failed, what is needed to do it by hand. */
export function endLines(plan: Plan, end: End): string[] {
  const { cause, left, endpoint, endpointId, start, operation } = end;
  const name = `${plan.desired.name}${endpointId === undefined ? '' : ` (${endpointId})`}`;
  const now = wordsOfEnd({ plan, end });
  if (!cause) {
    const url = endpoint?.url ? ` Its URL is ${endpoint.url}` : '';
    const proof = proofWords(end)?.output === 'none' ? ` ${now.left}.` : '';
    return [
      start ? `Start: ${startWords(start)}.` : [],
      `Done: ${name} ${operation}. ${now.served}.${proof}${url}`,
    ].flat();
  }
  const isByHand = left.kind === 'not-restored' && plan.live;
  const previous = isByHand ? diffConfigs({ asked: isByHand.config, found: undefined }) : [];
  const byHand = isByHand ? ['The previous configuration was:', ...previous.map(changeLine)] : [];
  return [`Now: ${name}: ${now.left}. ${now.served}. ${now.billed}.`, ...byHand];
}

/** The end at a glance, then the change field by field. `failure`: as the annotation tells it. */
export function outcomeSummary(
  { plan, end, candidate }: { plan: Plan; end: End; candidate?: { name: string } | undefined },
  failure: DeployError | undefined,
): string {
  const { title, served, left } = wordsOfEnd({ plan, end });
  const { endpoint, endpointId = '', start } = end;
  const { name, workerConfig, image } = plan.desired;
  const rows: [string, string][] = [
    ['Proved', candidate ? proseCell(`as ${candidate.name}, before any user met it; then on ${name}`) : ''],
    ['Served by', proseCell(served)],
    ['Proved by', proseCell(left)],
    ['Start', start ? startWords(start) : ''],
    ['URL', linkCell(endpoint?.url ?? '')],
    ['Endpoint', codeCell(endpointId)],
    ['Image', codeCell(formatShown((endpoint?.config ?? { image }).image.image))],
    ['Cost', hourlyCost(plan.price, workerConfig)],
  ];
  return paragraphs([
    heading(`${failure ? '❌' : '✅'} ${title}`),
    failure ? failureTable(failure) : detailTable(rows),
    end.tests && (!failure || failure.code === 'test-failed') && testTable(end.tests),
    changeBlock(plan.changes),
  ]);
}

/** `41 s: pulling 20 s, loading 11 s`. */
export function startWords({ seconds, ...phases }: NonNullable<End['start']>): string {
  const shown = Object.entries(phases).map(([name, each]) => `${name.replace('Seconds', '')} ${formatSeconds(each)}`);
  return joined([formatSeconds(seconds), shown.join(', ')], ': ');
}
