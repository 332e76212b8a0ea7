/** Which previews of a pull request should be there: one table, whoever asks. */

import type { Endpoint } from '../model/endpoint.ts';
import type { OwnedRecord } from '../model/record.ts';
import { isPreviewName, previewName } from './preview-spec.ts';

export interface PreviewRules {
  /** Only pull requests with this label have a preview; '' for all of them. */
  label: string;
  /** Whether drafts have one. */
  drafts: boolean;
  /** A sweep deletes older previews, also those of an open pull request; undefined for no limit. */
  maxAgeSeconds: number | undefined;
}

/** Undefined members are unknown. */
export interface PullRequestTraits {
  state: 'open' | 'closed' | 'merged' | undefined;
  labels: readonly string[] | undefined;
  isDraft: boolean | undefined;
}

/** Nothing is known of the pull request. */
export const unknownPull: PullRequestTraits = { state: undefined, labels: undefined, isDraft: undefined };

/** An endpoint whose record names this repository and a pull request. */
export interface RecordedPreview {
  endpoint: Endpoint;
  record: OwnedRecord;
}

export interface PreviewQuestion {
  /** The action of the event of the pull request, or the command `delete` or `sweep`. */
  event: string;
  number: number;
  pull: PullRequestTraits;
  /** The pull request before the event, or when the run began. */
  before: PullRequestTraits;
  rules: PreviewRules;
  /** The names that the specs of the step give, without `-pr-7`; undefined for each that cannot be read. */
  names: readonly (string | undefined)[];
}

/** What a pull request is to have: previews, none of this step, none at all. */
type PullStanding = 'due' | 'refused' | 'over' | 'unknown';

/** `why` is the end of a sentence. */
export type JudgedPreview = RecordedPreview & { why: string };

export interface PreviewAnswer {
  standing: PullStanding;
  /** Why this run deploys no preview, as the end of a sentence. */
  why: string;
  /** Whether this run deploys previews. */
  create: boolean;
  /** The previews among those that are `listed` that have to go. */
  remove: JudgedPreview[];
  keep: JudgedPreview[];
  /** Whether the pull request may have a preview that no list shows yet. */
  mayBeLate: boolean;
}

/** Those whose record names the pull request, and the time of the question. */
interface ListedPreviews {
  listed: readonly RecordedPreview[];
  nowMs: number;
}

/**
 * Every event ends previews that are no longer due: GitHub keeps one waiting run of a concurrency group, so this run
 * may have replaced the run of `unlabeled`. Never throws.
 */
export function reconcile(
  question: PreviewQuestion,
  { listed, nowMs }: ListedPreviews = { listed: [], nowMs: 0 },
): PreviewAnswer {
  const { event, number, before, rules, names } = question;
  const { maxAgeSeconds = Infinity } = rules;
  const [standing, why] = standingOf(question);
  const create = standing === 'due' && mayDeploy(event);
  const judged = listed.map((preview) => {
    const isTooOld = event === 'sweep' && nowMs - Date.parse(preview.record.time) > maxAgeSeconds * 1000;
    const { name } = preview.endpoint.config;
    const isNamed = names.some((given) => given !== undefined && previewName(given, number) === name);
    const [verdict, because] = decide<Judgement>(
      [
        [!isPreviewOf(number, preview), 'keep', `a preview of pull request #${number} has another name`],
        [standing === 'over', 'remove', why],
        [isTooOld, 'remove', `older than \`max-age\` (${why})`],
        [standing !== 'refused', 'keep', why],
        [isNamed, 'remove', why],
        [names.includes(undefined), 'keep', `${why}, but a spec of this step cannot be read`],
      ],
      ['keep', `${why}, but no spec of this step has its name`],
    );
    return { verdict, preview: { ...preview, why: because } };
  });
  const of = (wanted: Judgement) => judged.flatMap(({ verdict, preview }) => (verdict === wanted ? preview : []));
  const [stood] = standingOf({ ...question, pull: before });
  return {
    standing,
    create,
    remove: of('remove'),
    keep: of('keep'),
    why: standing === 'due' && !create ? `the event \`${event}\` deploys none` : why,
    mayBeLate: (standing === 'refused' || standing === 'over') && stood !== 'refused',
  };
}

/** Whether an event of this action ever deploys; `submitted`: a review, where `untrusted` is in `allow`. */
export function mayDeploy(action: string): boolean {
  return ['opened', 'reopened', 'synchronize', 'labeled', 'ready_for_review', 'submitted'].includes(action);
}

/** Whether it fits; what it decides, and why, as the end of a sentence. */
type PreviewRow<Decision> = readonly [fits: boolean, decision: Decision, why: string];

/** The decision and reason of the first row that fits. */
function decide<Decision>(rows: readonly PreviewRow<Decision>[], otherwise: [Decision, string]): [Decision, string] {
  const [, decision, why] = rows.find(([fits]) => fits) ?? [true, ...otherwise];
  return [decision, why];
}

function standingOf({ event, number, pull, rules: { label, drafts } }: PreviewQuestion): [PullStanding, string] {
  const { state, labels, isDraft } = pull;
  // GitHub takes `GPU-preview` and `gpu-preview` for one label.
  const hasLabel = label === '' || labels?.some((each) => each.toLowerCase() === label.toLowerCase());
  const which = `pull request #${number}`;
  return decide(
    [
      [state === 'closed' || state === 'merged', 'over', `${which} is ${state}`],
      [event === 'delete', 'over', `the command \`delete\` ends the previews of ${which}`],
      [hasLabel === false, 'refused', `${which} does not have the label \`${label}\``],
      [!drafts && isDraft === true, 'refused', `${which} is a draft`],
      [state === undefined, 'unknown', `${which} may still be open`],
      [hasLabel === undefined || (!drafts && isDraft === undefined), 'unknown', `${which} ${unknownTraits}`],
    ],
    ['due', `${which} is open`],
  );
}

const unknownTraits = 'may have a preview: neither the event nor GitHub says its labels, or whether it is a draft';

type Judgement = 'remove' | 'keep';

/** Nobody's preview is, for example, a copy that a person has made: its record says the same, its name does not. */
export function isPreviewOf(number: number, { endpoint, record }: RecordedPreview): boolean {
  const { name } = endpoint.config;
  return record.pullRequest === number && record.name === name && isPreviewName(name, number);
}
