/** The end of a rollout in words: what happened, who is served, what is billed, what to do next. */

import { DeployError, type ErrorCode, errorCodes } from '../errors.ts';
import type { EndpointConfig } from '../model/config.ts';
import { diffConfigs } from '../model/diff.ts';
import { formatSeconds } from '../model/display.ts';
import type { Plan } from '../plan/plan.ts';
import type { Annotation } from '../report.ts';
import {
  type Bills,
  type End,
  failuresOfVersion,
  type Lack,
  type Left,
  type Proof,
  proofOutput,
} from '../rollout/end.ts';
import { servesWords, servingIn } from '../rollout/evidence/serving.ts';
import { recentMs } from '../times.ts';
import { callNames, changeLine, shownImage } from './plan.ts';
import { formatAmount } from './price.ts';
import { plural } from './text.ts';

interface Told<Kind extends Left['kind'] = Left['kind']> {
  plan: Plan;
  end: End;
  left: Extract<Left, { kind: Kind }>;
  /** The image that the run deploys, short. */
  wanted: string;
  /** What the hint of the cause says; '' for nothing that fits what is left. */
  remedy: string;
}

/** `title`: the end of a title. `now`: what is there, as a sentence without its full stop. `next`: what to do, in sentences. */
interface Row<Kind extends Left['kind']> {
  title: (told: Told<Kind>) => string;
  now: (told: Told<Kind>) => string;
  next: (told: Told<Kind>) => string;
}

const bringsBack = 'To bring the previous version back, deploy its commit again, or push a revert.';
/** By its ID: the spec alone names another endpoint where this one is a preview or got its name from an input. */
const deletes = ({ endpointId = '' }: End) => `the command \`delete\` with \`endpoint-id: ${endpointId}\``;

/** One row for each kind of what a rollout leaves. */
const rows: { readonly [Kind in Left['kind']]: Row<Kind> } = {
  serving: {
    title: ({ end: { operation = 'no change', cause }, wanted }) => `${operation}${cause ? `: ${wanted}` : ''}`,
    now: ({ left }) => proofs[left.proof].words,
    next: () => '',
  },
  untouched: {
    title: ({ end: { endpointId, endpoint, serves } }) => {
      if (endpointId === undefined) return 'nothing created';
      return `not changed${servingIn(serves).length > 0 && endpoint ? `: ${shortImage(endpoint.config)} serves` : ''}`;
    },
    now: ({ end, plan }) =>
      end.endpointId === undefined
        ? `No endpoint is named ${plan.desired.name}, and none was created`
        : 'Nothing was changed',
    next: ({ remedy }) => remedy,
  },
  unproved: {
    title: ({ plan, end: { operation, bills, cause }, wanted }) => {
      if (operation === 'unchanged') return 'not changed';
      if (operation === 'created' && bills === 'nothing') return 'left stopped';
      // The title ends with the bill, which says it.
      if (operation === 'created' && isInVain(bills)) return '';
      return `written, not proved${!wanted || (cause && hasImage(plan, cause)) ? '' : `: ${wanted}`}`;
    },
    now: ({ end }) => {
      if (end.operation === 'unchanged') return 'This run has changed nothing';
      return end.operation === 'created' ? 'This run has created it' : 'It has the new configuration';
    },
    next: ({ end, remedy }) => {
      if (end.bills === 'nothing')
        return `It is stopped, so it bills nothing until the service starts it again; ${deletes(end)} deletes it. ${remedy}`;
      if (end.operation === 'created' && end.bills !== 'when-called')
        return `To end the bill, run ${deletes(end)}. ${remedy}`;
      if (end.cause?.code === 'cancelled') return `A cancelled run restores nothing. ${remedy}`;
      if (!isInVain(end.bills)) return remedy;
      return `${remedy} Push a fix or a revert; or, to give the endpoint up, run ${deletes(end)}.`;
    },
  },
  restored: {
    title: ({ plan, left: { isSeen, except } }) => {
      const previous = previousVersion(plan);
      if (!isSeen) return `${previous} written back, not seen serving`;
      return `restored to ${previous}${except.length > 0 ? ` except ${except.join(', ')}` : ''}`;
    },
    now: ({ left: { isSeen, except } }) =>
      `It has its previous configuration again${isSeen ? '' : ', which nothing has shown to serve'}${except.length > 0 ? ` except ${except.join(', ')}: the service does not show what was there before, or no update can set it` : ''}`,
    next: ({ left, remedy }) =>
      left.isSeen ? remedy : `Run the command \`status\` to see whether it serves. ${remedy}`,
  },
  'not-restored': {
    title: ({ plan, end, left }) =>
      `RESTORE FAILED: it ${left.isSure ? 'still has' : 'may still have'} ${versionLeft(plan, end)}`,
    now: ({ plan, end, left }) => `It ${left.isSure ? 'still has' : 'may still have'} ${versionLeft(plan, end)}`,
    next: () => bringsBack,
  },
  parked: {
    title: () => 'parked',
    now: () => 'It is parked at zero workers',
    next: ({ end, remedy }) => `${remedy} The next deploy starts its workers again; ${deletes(end)} deletes it.`,
  },
  deleted: {
    title: () => 'deleted',
    now: () => 'It is deleted: this run had created it',
    next: ({ remedy }) => remedy,
  },
  gone: {
    title: () => 'deleted by someone else',
    now: () => 'Someone else has deleted it',
    next: () => 'Run the step again: it creates the endpoint anew. With `endpoint-id`, remove that input first.',
  },
  foreign: {
    title: ({ end }) => `changed by someone else${end.endpoint ? `: ${shortImage(end.endpoint.config)}` : ''}`,
    now: ({ end }) => `It has someone else's change${end.endpoint ? `, image ${shortImage(end.endpoint.config)}` : ''}`,
    next: ({ end, wanted }) => {
      const theirs = end.endpoint ? shortImage(end.endpoint.config) : '';
      const what = theirs === wanted || theirs === '' ? 'overwrites it' : `replaces \`${theirs}\` by \`${wanted}\``;
      const isBad = end.cause !== undefined && failuresOfVersion.has(end.cause.code);
      return `Check that change: a run again ${what}.${isBad ? ` ${bringsBack}` : ''}`;
    },
  },
  rival: {
    title: ({ end }) => `created by another run${end.endpoint ? `: ${shortImage(end.endpoint.config)}` : ''}`,
    now: ({ end }) =>
      `It is left as that run made it${end.endpoint ? `, image ${shortImage(end.endpoint.config)}` : ''}`,
    next: () => 'Run the step again: it looks that endpoint up, and plans the change as of any other.',
  },
  'in-doubt': {
    title: ({ left, wanted }) =>
      left.call === 'create-v1' ? 'perhaps created' : `perhaps updated to ${wanted || 'the new configuration'}`,
    now: ({ left, plan }) =>
      left.call === 'create-v1'
        ? `The response to the v1 create was lost, so a new ${plan.desired.name} may exist`
        : `The ${callNames[left.call]} was in progress, and may have taken effect`,
    next: ({ left, remedy }) =>
      left.call === 'create-v1'
        ? 'Run the step again: it looks the endpoint up before it creates anything. If it exists, it is billed; the command `delete` deletes it.'
        : `Run the step again: it reads the endpoint first. ${remedy}`,
  },
};

/** How the version was proved, without its full stop; of a green rollout. */
export function proofSentence({ left, crashes }: End): string {
  if (left.kind !== 'serving') return '';
  const { words } = proofs[left.proof];
  return crashes === '' ? words : `${words}. ${crashes}`;
}

/** Why a green end has a warning. */
type Weakness = Pick<Annotation, 'message'> & { title: string; hint: string };

interface ProofWords {
  words: string;
  weak?: Weakness;
}

const proofs: Readonly<Record<Proof, ProofWords>> = {
  tests: { words: 'Its tests passed on this version' },
  'new-workers': { words: 'A worker of this version is healthy' },
  'kept-workers': { words: 'Its workers were not replaced, and are healthy' },
  shared: {
    words: 'Its tests passed, but an old worker may have answered',
    weak: {
      title: 'an old worker may have answered',
      message: 'The tests passed, but a worker of the old version did not stop, and may have answered.',
      hint: 'Add a test that only the new version passes, such as one that asks the app for its version.',
    },
  },
  'not-tested': {
    words:
      'Not tested: it sleeps at zero workers, and nothing of its version changes. The command `test` wakes a worker',
  },
  'no-tests': {
    words: 'Nothing has run: it needs no worker',
    weak: {
      title: 'no proof',
      message: 'Nothing has run: it scales to zero and has no `tests`, so nothing has shown that this version works.',
      hint: 'Add `tests` to the spec, for example `tests: [/health]`: the first one wakes a worker.',
    },
  },
  'not-waited': {
    words: 'Not waited for',
    weak: {
      title: 'no proof',
      message: 'Nothing has shown that this version works: `wait` is `none`.',
      hint: 'Use `wait: ready`, or run the command `test` in a later step.',
    },
  },
};

/** One and several workers with one of these lacks; the gravest comes first. */
const lackWords: readonly (readonly [lacks: readonly Lack[], one: string, several: string])[] = [
  [['crashed'], 'has crashed', 'have crashed'],
  [['image-pull', 'image-pull-definite'], 'cannot pull the image', 'cannot pull the image'],
  [['no-capacity'], 'finds no free GPU', 'find no free GPU'],
  [['listing'], 'is not listed', 'are not listed'],
  [['time'], 'starts', 'start'],
];

/** Fewer workers than `minNum` serve, and the others need more than time. */
function shortfallWords({ workers, desired }: Plan, { shortfall, endpoint }: End): Weakness[] {
  if (!shortfall || !endpoint) return [];
  const { healthy, lacks } = shortfall;
  // While workers are replaced, the next one may be started, and listed, only after this one.
  const passing: readonly Lack[] = workers === 'kept' ? ['time'] : ['time', 'listing'];
  if (lacks.every((lack) => passing.includes(lack))) return [];
  const others = lackWords.flatMap(([meant, one, several]) => {
    const count = lacks.filter((lack) => meant.includes(lack)).length;
    return count === 0 ? [] : `${count} ${count === 1 ? one : several}`;
  });
  const { minNum } = endpoint.config.workerConfig;
  const counted = `${healthy} of ${minNum} ${healthy === 1 ? 'runs' : 'run'}; ${others.join(', ')}`;
  const hint =
    'A worker without a GPU starts as soon as one is free; another product may have a free one. ' +
    'The command `status` shows what becomes of the others.';
  const message = `${desired.name} serves with fewer workers than \`minNum\`: ${counted}.`;
  return [{ title: 'too few workers', message, hint }];
}

/** What is doubtful of a green end. */
export function endWarnings(plan: Plan, end: End): Annotation[] {
  const { name } = plan.desired;
  const { left, crashes, doubt } = end;
  if (left.kind !== 'serving') return [];
  const { weak } = proofs[left.proof];
  const unchecked = {
    title: 'not checked',
    message: `It serves, but ${doubt}.`,
    hint: 'Run the command `status`, or look at the list of endpoints in the console of the service.',
  };
  const told = [
    ...shortfallWords(plan, end),
    ...(weak ? [{ ...weak, message: crashes === '' ? weak.message : `${weak.message} But ${crashes}.` }] : []),
    ...(doubt === '' ? [] : [unchecked]),
  ];
  return told.map(({ title, ...words }) => ({ severity: 'warning', title: `${name}: ${title}`, ...words }));
}

/** What the run itself cannot change when it is started again: its hints speak of the workflow file. */
const needsWorkflow: ReadonlySet<ErrorCode> = new Set([
  ...(['secrets-missing', 'nothing-rolled-back', 'order-unknown', 'owned', 'limits-exceeded', 'timeout'] as const),
]);

/** What to do about the cause; a run that is started again keeps its workflow file. */
function remedyFor({ code, hint }: DeployError, isRerun: boolean): string {
  if (!isRerun || !needsWorkflow.has(code)) return hint;
  return 'A run that is started again keeps its workflow file: start `rollback.yml` with the image that you want, or push a revert.';
}

interface Telling {
  plan: Plan;
  end: End;
  isRerun?: boolean;
}

function tell<Kind extends Left['kind']>({ plan, end, isRerun = false }: Telling, word: keyof Row<Kind>): string {
  const left = end.left as Extract<Left, { kind: Kind }>;
  const told = { plan, end, left, wanted: shortImage(plan.desired), remedy: fittingRemedy(end, isRerun) };
  return (rows[left.kind as Kind] as Row<Kind>)[word](told).trim();
}

/** A request by hand would go to another version, or wake the one that has failed. */
function fittingRemedy({ cause, left }: End, isRerun: boolean): string {
  if (!cause) return '';
  const isThere = left.kind === 'unproved' || left.kind === 'not-restored';
  return cause.code === 'test-failed' && !isThere ? errorCodes[cause.code] : remedyFor(cause, isRerun);
}

/** `llama: ghcr.io/acme/llama:2 crashed, restored to ghcr.io/acme/llama:1`. */
export function endTitle(plan: Plan, end: End): string {
  const { cause, endpoint, bills } = end;
  const name = endpoint?.config.name ?? plan.desired.name;
  const left = tell({ plan, end }, 'title');
  if (!cause) return `${name}: ${left}`;
  const what = cause.title || `${name}: ${causeWords(plan, cause)}`;
  return [what, left, isInVain(bills) && `STILL BILLED: ${billWords(bills)}`].filter(Boolean).join(', ');
}

const predicates: { readonly [code in ErrorCode]?: string } = {
  'image-not-found': 'not found',
  'image-platform': 'is not built for linux/amd64',
  'image-unresolved': 'has no known digest',
  'image-pull': 'cannot be pulled',
  crashed: 'crashed',
  unhealthy: 'is unhealthy',
  'endpoint-failed': 'failed',
  timeout: 'timed out',
  'test-failed': 'failed a test',
};

/** The image as the subject, where the failure is one of the version. */
function causeWords(plan: Plan, cause: DeployError): string {
  return hasImage(plan, cause) ? `${shortImage(plan.desired)} ${predicates[cause.code] ?? cause.code}` : cause.code;
}

const hasImage = ({ desired }: Plan, { code }: DeployError) =>
  failuresOfVersion.has(code) && desired.image.image !== '';

/** Two digests and a name would not fit into a title. */
function shortImage(config: Pick<EndpointConfig, 'image'>): string {
  return shownImage(config).replace(/(@sha256:[0-9a-f]{12})[0-9a-f]+$/, '$1');
}

/** The version before this one, by its image where that tells them apart. */
function previousVersion({ desired, live }: Plan): string {
  const isTold = live && live.config.image.image !== desired.image.image;
  return isTold ? shortImage(live.config) : 'the previous configuration';
}

function versionLeft({ live }: Plan, { endpoint }: End): string {
  const image = endpoint?.config.image.image;
  return !endpoint || !image || image === live?.config.image.image
    ? 'the new configuration'
    : shortImage(endpoint.config);
}

/** `1 old worker (a:1) serves, 1 new one exited`, without its full stop. */
export function servesSentence({ serves, endpoint, seenAgoMs }: End): string {
  const age = seenAgoMs < recentMs || !endpoint ? '' : `, last seen ${formatSeconds(seenAgoMs / 1000)} ago`;
  const words = servesWords(serves, ({ image, version }) => {
    if (image === '') return ` of ${version === 'earlier' ? 'an earlier' : 'an unknown'} version`;
    return ` (${shortImage({ image: { image, authId: '', command: '' } })})`;
  });
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${age}`;
}

/** `1 worker is billed, 0.69 an hour`, without its full stop. */
export function billsSentence(bills: Bills): string {
  if (bills === 'nothing') return 'Nothing is billed';
  if (bills === 'when-called') return 'Nothing is billed unless it is called';
  if (bills === 'unknown') return 'Nothing shows whether it is billed';
  return billWords(bills, bills.workers === 1 ? ' is billed' : ' are billed');
}

type Billed = Exclude<Bills, string>;

const isInVain = (bills: Bills): bills is Billed => typeof bills !== 'string' && bills.kind === 'in-vain';

function billWords({ workers, hourly }: Billed, verb = ''): string {
  return `${plural(workers, 'worker')}${verb}${hourly === undefined ? '' : `, ${formatAmount(hourly)} an hour`}`;
}

/** The cause, and what went wrong after it. */
export function causeSentence({ cause, problem, left, doubt }: End): string {
  const what = left.kind === 'unproved' ? 'clean-up' : 'restore';
  return [
    cause?.message,
    problem &&
      `${left.kind === 'restored' ? 'Written back, not seen serving' : `The ${what} failed`}: ${problem.message}`,
    cause && doubt,
  ]
    .filter(Boolean)
    .join('. ');
}

/** What is there, who is served, and what is billed. */
export function nowSentences(plan: Plan, end: End): string {
  return `${tell({ plan, end }, 'now')}. ${servesSentence(end)}. ${billsSentence(end.bills)}.`;
}

/** What is left, without its full stop. */
export const leftSentence = (plan: Plan, end: End) => tell({ plan, end }, 'now');

/** The failure of the step, which answers what, who is served, what is billed, and what to do next. */
export function endFailure(telling: Telling): DeployError | undefined {
  const { plan, end } = telling;
  const { cause } = end;
  if (!cause) return undefined;
  return new DeployError({
    ...cause,
    message: `${causeSentence(end)}. ${nowSentences(plan, end).replace(/\.$/, '')}`,
    hint: tell(telling, 'next'),
    title: endTitle(plan, end),
    cause,
  });
}

/** The last lines of a log: who serves, and, where a restore has failed, what is needed to do it by hand. */
export function endLines(plan: Plan, end: End): string[] {
  const { cause, left, endpoint, endpointId } = end;
  const name = `${endpoint?.config.name ?? plan.desired.name}${endpointId === undefined ? '' : ` (${endpointId})`}`;
  if (!cause) {
    const url = endpoint?.url ? ` Its URL is ${endpoint.url}` : '';
    const isProved = proofOutput(end) !== 'none';
    const old = servingIn(end.serves).some(({ age }) => age === 'old');
    return [
      `Done: ${name} ${end.operation ?? ''}. ${servesSentence(end)}.${isProved ? '' : ` ${proofSentence(end)}.`}${url}`,
      ...(old ? ['`wait: rollout` waits until old workers stop.'] : []),
    ];
  }
  const previous =
    left.kind === 'not-restored' && plan.live && diffConfigs({ asked: plan.live.config, found: undefined });
  const byHand = previous ? ['The previous configuration was:', ...previous.map(changeLine)] : [];
  return [`Now: ${name}: ${nowSentences(plan, end)}`, ...byHand];
}
