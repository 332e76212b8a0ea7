/** The end of a rollout in words: what happened, who is served, what is billed, what to do next; and its summary. */

import { codeRow, codeWords, DeployError } from '../errors.ts';
import type { EndpointConfig } from '../model/config.ts';
import { isUnproved } from '../model/deployed.ts';
import { diffConfigs } from '../model/diff.ts';
import { formatSeconds } from '../model/display.ts';
import { readRecord } from '../model/record.ts';
import { versionsBefore } from '../plan/history.ts';
import type { Plan } from '../plan/plan.ts';
import type { Annotation } from '../report.ts';
import type { Bills, End, Lack, Left, Proof } from '../rollout/end.ts';
import { servesWords, servingIn } from '../rollout/evidence/serving.ts';
import { recentMs } from '../times.ts';
import { failureFacts } from './failure.ts';
import { codeCell, escapeCell, factTable, heading, linkCell, paragraphs, proseCell } from './markdown.ts';
import { changeBlock, changeLine, shownImage } from './plan.ts';
import { formatAmount, hourlyCost } from './price.ts';
import { testTable } from './tests.ts';
import { plural } from './text.ts';

interface Ended<Kind extends Left['kind'] = Left['kind']> {
  plan: Plan;
  end: End;
  left: Extract<Left, { kind: Kind }>;
  /** The image that the run deploys, and `: ` with the one that is there; short. */
  wanted: string;
  found: string;
  /** What the hint of the cause says; '' for nothing that fits what is left. */
  remedy: string;
  /** The command that deletes the endpoint, with its input. */
  deletion: string;
  /** How the version before comes back; '' where there is none, or nothing has ever proved it. */
  back: string;
  /** The same where a version has failed and one before it still serves; else ''. */
  rescue: string;
}

/** `title`: the end of a title. `now`: what is there, without its full stop. `next`: what to do, in sentences. */
interface EndRow {
  title: string;
  now: string;
  next: string;
}

const bringsBack = 'To bring the previous version back, deploy its commit again, or push a revert.';

/** One row for each kind of what a rollout leaves. */
const endRows: { readonly [Kind in Left['kind']]: (told: Ended<Kind>) => EndRow } = {
  serving: ({ end, left, remedy }) => ({
    title: `${end.operation}`,
    now: proofs[left.proof].words,
    next: remedy,
  }),
  untouched: ({ plan, remedy, rescue }) => ({
    title: `${plan.first.isFirst ? `${plan.desired.name} ` : ''}not changed`,
    now: 'Nothing was changed',
    next: `${remedy} ${rescue}`,
  }),
  absent: ({ remedy, plan }) => ({
    title: 'nothing created',
    now: `No endpoint is named ${plan.desired.name}, and none was created`,
    next: remedy,
  }),
  unproved: ({ end, wanted, remedy, back }) => ({
    // The bill says it.
    title: isBilledInVain(end.bills) ? '' : 'written, not proved',
    now: `It has the new configuration, image ${wanted}`,
    next: `${remedy} ${back}`,
  }),
  restored: ({ plan, left, remedy }) => ({
    title: `restored to ${previousVersion(plan)}${exceptWords(left.except)}`,
    now: `It has its previous configuration again${exceptWords(left.except)}${plan.live && isUnproved(plan.live.config) ? ', which no run has proved' : ''}`,
    next: remedy,
  }),
  'written-back': ({ plan, end, left, remedy, rescue }) => ({
    title: `${previousVersion(plan)} ${end.problem ? 'written back, not seen serving' : 'put back, not waited for'}`,
    now: `It has its previous configuration again${exceptWords(left.except)}, which ${end.problem ? 'nothing has shown to serve' : 'was not waited for'}`,
    next: `Run the command \`status\` to see whether it serves. ${remedy} ${end.problem ? rescue : ''}`,
  }),
  'not-restored': ({ end: { problem } }) => ({
    title: 'RESTORE FAILED',
    now: 'Nothing shows its previous configuration again',
    next: problem && isRefused(problem) ? `${problem.hint} ${corrects}` : bringsBack,
  }),
  parked: ({ plan, remedy, deletion, back }) => ({
    title: 'parked',
    now: 'It is parked at zero workers',
    next: `${remedy} ${plan.live ? back : `To delete it, run the command ${deletion}.`}`,
  }),
  deleted: ({ remedy }) => ({ title: 'deleted', now: 'It is deleted: nothing had proved it', next: remedy }),
  gone: ({ remedy }) => ({ title: 'deleted meanwhile', now: 'It no longer exists', next: remedy }),
  foreign: ({ end: { cause }, wanted, found }) => {
    const isSame = found === `: ${wanted}`;
    const what = isSame ? 'puts back only what the spec mentions' : `replaces \`${found.slice(2)}\` by \`${wanted}\``;
    return {
      title: `changed meanwhile${isSame ? '' : found}`,
      now: 'It has the change that was made meanwhile',
      next: `Check that change: a run again ${what}. ${isOfVersion(cause) ? bringsBack : ''}`,
    };
  },
  rival: ({ found }) => ({
    title: `created by another run${found}`,
    now: 'It is left as that run made it',
    next: 'Run the step again: it looks that endpoint up, and plans the change as of any other.',
  }),
  'perhaps-created': ({ plan }) => ({
    title: 'perhaps created',
    now: `The response to the create was lost, so a new ${plan.desired.name} may exist`,
    next: 'Run the step again: it looks the endpoint up before it creates anything. If it exists, it is billed; the command `park` or `delete` ends that.',
  }),
  'perhaps-updated': ({ wanted, remedy }) => ({
    title: 'perhaps updated',
    now: `The update to ${wanted} was in progress, and may have taken effect`,
    next: remedy,
  }),
};

const isOfVersion = (cause: End['cause']) => cause !== undefined && codeRow(cause.code).subject === 'version';

/** The service would refuse the same request again. */
const isRefused = ({ code }: DeployError) => codeRow(code).writes !== 'again';

const corrects =
  'The previous configuration, which the log shows, was refused: correct what the service names, then deploy it.';

const exceptWords = (except: readonly string[]) => (except.length > 0 ? ` except ${except.join(', ')}` : '');

interface ProofWords {
  words: string;
  /** As the output `proof` says it. */
  output: 'tests' | 'workers' | 'none';
  weak?: Weakness;
}

/** Why a green end has a warning. */
type Weakness = Pick<Annotation, 'title' | 'message' | 'hint'>;

const proofs: Readonly<Record<Proof, ProofWords>> = {
  tests: { words: 'Its tests passed on this version', output: 'tests' },
  'new-workers': { words: 'A worker of this version is healthy', output: 'workers' },
  shared: {
    words: 'Its tests passed, but an old worker may have answered',
    output: 'workers',
    weak: {
      title: 'an old worker may have answered',
      message: 'The tests passed, but a worker of the old version did not stop, and may have answered.',
      hint: 'Add a test that only the new version passes, such as one that asks the app for its version.',
    },
  },
  told: {
    words: 'A worker is healthy, but nothing shows which version it runs',
    output: 'none',
    weak: {
      title: 'not proved',
      message: 'A worker is healthy, but nothing shows which version it runs: add a version test.',
      hint: 'Add a test that only the new version passes, such as one that asks the app for its version.',
    },
  },
  'not-tested': {
    words:
      'Not tested: it sleeps at zero workers, and nothing of its version changes. The command `test` wakes a worker',
    output: 'none',
  },
  'no-tests': {
    words: 'Nothing has run: it needs no worker',
    output: 'none',
    weak: {
      title: 'no proof',
      message: 'Nothing has run: it scales to zero and has no `tests`, so nothing has shown that this version works.',
      hint: 'Add `tests` to the spec, for example `tests: [/health]`: the first one wakes a worker.',
    },
  },
  'not-waited': {
    words: 'Not waited for',
    output: 'none',
    weak: {
      title: 'no proof',
      message: 'Nothing has shown that this version works: `wait` is `none`.',
      hint: 'Use `wait: ready`, or run the command `test` in a later step.',
    },
  },
};

/** The output `proof`; '' where the rollout failed. */
export function proofOutput({ left }: End): ProofWords['output'] | '' {
  return left.kind === 'serving' ? proofs[left.proof].output : '';
}

const cannotPull = ['cannot pull the image', 'cannot pull the image'] as const;

/** What one and what several workers with this lack do; the gravest comes first. */
const lackWords: Readonly<Record<Lack, readonly [one: string, several: string]>> = {
  crashed: ['has crashed', 'have crashed'],
  'image-pull': cannotPull,
  'image-pull-definite': cannotPull,
  'no-capacity': ['finds no free GPU', 'find no free GPU'],
  listing: ['is not listed', 'are not listed'],
  time: ['starts', 'start'],
};

/** Fewer workers than `minNum` serve, and the others need more than time. */
function shortfallWords({ desired: { name, workerConfig } }: Plan, { shortfall }: End): Weakness[] {
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
  const message = `${name} serves with fewer workers than \`minNum\`: ${counted}.`;
  return [{ title: 'too few workers', message, hint }];
}

/** What is doubtful of a green end. */
export function endWarnings(plan: Plan, end: End): Annotation[] {
  const { name } = plan.desired;
  const { left, doubt } = end;
  if (left.kind !== 'serving') return [];
  const { weak } = proofs[left.proof];
  const unchecked = {
    title: 'not checked',
    message: `It serves, but ${doubt}.`,
    hint: 'Run the command `status`, or look at the list of endpoints in the console of the service.',
  };
  const told = [...shortfallWords(plan, end), ...(weak ? [weak] : []), ...(doubt === '' ? [] : [unchecked])];
  return told.map(({ title, ...words }) => ({ severity: 'warning', title: `${name}: ${title}`, ...words }));
}

/** What to do about the cause. */
function remedyFor({ cause, left, has }: End, isRerun: boolean): string {
  if (!cause) return '';
  const { code, hint } = cause;
  if (isRerun && codeRow(code).isOfWorkflow)
    return `${hint} A run that is started again keeps its workflow file: push that change, or start \`rollback.yml\` with its commit.`;
  // A request by hand would go to another version, or wake the one that has failed.
  const isReplaced = has !== 'this' || left.kind === 'parked';
  return codeRow(code).seen === 'wrong-answers' && isReplaced ? codeRow(code).next : hint;
}

interface Telling {
  plan: Plan;
  end: End;
  isRerun?: boolean;
}

function wordsOfEnd<Kind extends Left['kind']>({ plan, end, isRerun = false }: Telling): EndRow {
  const left = end.left as Extract<Left, { kind: Kind }>;
  // By its ID: the spec alone names another endpoint where this one is a preview or got its name from an input.
  const deletion = `\`delete\` with \`endpoint-id: ${end.endpointId}\``;
  const [remedy, wanted] = [remedyFor(end, isRerun), shortImage(plan.desired)];
  const served = servedBefore(plan);
  const hasReplaced = plan.live !== undefined && !isUnproved(plan.live.config);
  const back = (hasReplaced && plan.workers === 'replaced') || (hasReplaced && !served) ? bringsBack : served;
  const isRescuable =
    isOfVersion(end.cause) &&
    servingIn(end.serves).some(({ version }) => version === 'earlier' || version === 'superseded');
  const rescue = isRescuable ? back : '';
  const found = end.endpoint ? `: ${shortImage(end.endpoint.config)}` : '';
  const told = { plan, end, left, wanted, found, remedy, deletion, back, rescue };
  const { title, now, next } = endRows[left.kind as Kind](told);
  // Whoever can have the version before does not want to lose the endpoint.
  if (!isBilledInVain(end.bills) || end.has === 'either' || (back && next.includes(back))) return { title, now, next };
  const parking = end.problem ? '' : '`park` or ';
  return { title, now, next: `${next.trim()} ${served || `To end the bill, run the command ${parking}${deletion}.`}` };
}

/** The newest version that nobody went back from, and its way back, as a sentence; '' where none is known. */
function servedBefore({ live }: Plan): string {
  const record = live && readRecord(live.config);
  const last = record && versionsBefore(record).find(({ left, image }) => !left && image !== undefined);
  if (!last) return '';
  const { run, image, at = '' } = last;
  const until = at && ` until ${at.slice(0, 16).replace('T', ' ')} UTC`;
  return run === undefined
    ? `${image}, made by hand, served${until}: deploy it again.`
    : `Run ${run} served ${image}${until}: start its job again.`;
}

/** `llama: ghcr.io/acme/llama:2 crashed, restored to ghcr.io/acme/llama:1`. */
export function endTitle(plan: Plan, end: End): string {
  const { cause, bills, left, has, problem } = end;
  const { name, image } = plan.desired;
  const { title } = wordsOfEnd({ plan, end });
  if (!cause) return `${name}: ${title}`;
  // What others have done is both the cause and what is left.
  const isCause = problem === undefined && (has === 'theirs' || left.kind === 'gone');
  const what =
    cause.title || `${name}: ${isCause ? title : codeWords(cause.code, image.image && shortImage(plan.desired))}`;
  const bill = isBilledInVain(bills) && `STILL BILLED: ${billWords(bills)}`;
  return [what, !isCause && title, bill].filter(Boolean).join(', ');
}

/** Two digests and a name would not fit into a title. */
export function shortImage(config: Pick<EndpointConfig, 'image'>): string {
  return shownImage(config).replace(/(@sha256:[0-9a-f]{12})[0-9a-f]+$/, '$1');
}

/** The version before this one, by its image where that tells them apart. */
function previousVersion({ desired, live }: Plan): string {
  const isTold = live && live.config.image.image !== desired.image.image;
  return isTold ? shortImage(live.config) : 'the previous configuration';
}

/** `1 old worker (a:1) serves, 1 new one exited`, without its full stop. */
function servesSentence({ serves, endpoint, seenAgoMs }: End): string {
  const age = seenAgoMs < recentMs || !endpoint ? '' : `, last seen ${formatSeconds(seenAgoMs / 1000)} ago`;
  const words = servesWords(serves, ({ image, version }) => {
    if (image === '') return ` of ${version === 'unknown' ? 'an unknown' : 'an earlier'} version`;
    return ` (${shortImage({ image: { image, authId: '', command: '' } })})`;
  });
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${age}`;
}

const billsWords: Readonly<Record<Extract<Bills, string>, string>> = {
  nothing: 'Nothing is billed',
  stopped: 'Nothing is billed until the service starts it again',
  'when-called': 'Nothing is billed unless it is called',
  'no-gpu': 'Nothing is billed before a GPU is free',
  unknown: 'Nothing shows whether it is billed',
};

/** `1 worker is billed, 0.69 an hour`, without its full stop. */
export function billsSentence(bills: Bills): string {
  return typeof bills === 'string'
    ? billsWords[bills]
    : billWords(bills, bills.workers === 1 ? ' is billed' : ' are billed');
}

type Billed = Exclude<Bills, string>;

const isBilledInVain = (bills: Bills): bills is Billed => typeof bills !== 'string' && bills.kind === 'in-vain';

function billWords({ workers, hourly }: Billed, verb = ''): string {
  return `${plural(workers, 'worker')}${verb}${hourly === undefined ? '' : `, ${formatAmount(hourly)} an hour`}`;
}

/** The cause, and what went wrong after it. */
function causeSentence({ cause, problem, left, doubt }: End): string {
  const told = left.kind === 'written-back' ? 'Written back, not seen serving' : 'Not undone';
  return [cause?.message, problem && `${told}: ${problem.message}`, doubt && `Also: ${doubt}`]
    .filter(Boolean)
    .join('. ');
}

/** The failure of the step, which answers what, who is served, what is billed, and what to do next. */
export function endFailure(telling: Telling): DeployError | undefined {
  const { plan, end } = telling;
  const { cause } = end;
  if (!cause) return undefined;
  const { now: left, next } = wordsOfEnd(telling);
  return new DeployError({
    ...cause,
    message: causeSentence(end),
    now: { left, served: servesSentence(end), billed: billsSentence(end.bills) },
    hint: next.trim(),
    title: endTitle(plan, end),
    cause,
  });
}

/** The last lines of a log: who serves, and, where a restore has failed, what is needed to do it by hand. */
export function endLines(plan: Plan, end: End): string[] {
  const { cause, left, endpoint, endpointId } = end;
  const name = `${plan.desired.name}${endpointId === undefined ? '' : ` (${endpointId})`}`;
  const { now } = wordsOfEnd({ plan, end });
  if (!cause) {
    const url = endpoint?.url ? ` Its URL is ${endpoint.url}` : '';
    const proof = proofOutput(end) === 'none' ? ` ${now}.` : '';
    const started = end.start ? [`Start: ${startWords(end.start)}.`] : [];
    return [...started, `Done: ${name} ${end.operation}. ${servesSentence(end)}.${proof}${url}`];
  }
  const previous =
    left.kind === 'not-restored' && plan.live && diffConfigs({ asked: plan.live.config, found: undefined });
  const byHand = previous ? ['The previous configuration was:', ...previous.map(changeLine)] : [];
  return [`Now: ${name}: ${now}. ${servesSentence(end)}. ${billsSentence(end.bills)}.`, ...byHand];
}

/** The end at a glance, then the change field by field. `failure`: as the annotation tells it. */
export function outcomeSummary(
  plan: Plan,
  end: End,
  failure: DeployError | undefined,
  candidate?: { name: string },
): string {
  const tests = end.tests && (!failure || failure.code === 'test-failed') ? testTable(end.tests) : '';
  return paragraphs([
    heading(`${failure ? '❌' : '✅'} ${escapeCell(endTitle(plan, end))}`),
    failure ? failureFacts(failure) : successFacts(plan, end, candidate?.name),
    tests,
    changeBlock(plan.changes),
  ]);
}

/** `41 s: pulling 20 s, loading 11 s`. */
export function startWords({ seconds, ...phases }: NonNullable<End['start']>): string {
  const shown = Object.entries(phases).map(([name, each]) => `${name.replace('Seconds', '')} ${formatSeconds(each)}`);
  return [formatSeconds(seconds), shown.join(', ')].filter(Boolean).join(': ');
}

function successFacts(plan: Plan, end: End, candidate: string | undefined): string {
  const { endpoint, endpointId = '', start } = end;
  return factTable([
    ['Proved', candidate ? proseCell(`as ${candidate}, before any user met it; then on ${plan.desired.name}`) : ''],
    ['Served by', proseCell(servesSentence(end))],
    ['Proved by', proseCell(wordsOfEnd({ plan, end }).now)],
    ['Start', start ? startWords(start) : ''],
    ['URL', endpoint?.url ? linkCell(endpoint.url) : ''],
    ['Endpoint', codeCell(endpointId)],
    ['Image', codeCell(shownImage({ ...plan.desired, ...endpoint?.config }))],
    ['Cost', hourlyCost(plan.price, plan.desired.workerConfig)],
  ]);
}
