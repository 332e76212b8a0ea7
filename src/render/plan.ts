/** A plan in words: the live endpoint and its changes, field by field, without values of envs. */

import type { Change, Differences } from '../model/diff.ts';
import { hidden } from '../model/display.ts';
import { readParked, readRecord } from '../model/record.ts';
import { comparedTests } from '../model/shortened.ts';
import { versionsBefore } from '../plan/history.ts';
import type { Plan, ResolvedImage } from '../plan/plan.ts';
import { candidateName } from '../plan/preview-spec.ts';
import type { Call } from '../plan/route.ts';
import { fenced, heading, linkCell, paragraphs, proseCell } from './markdown.ts';
import { costOfPlan } from './price.ts';
import { formatShown, joined, plural, shortCommit } from './text.ts';

export const callNames: { readonly [call in Call]: string } = {
  'create-v1': 'v1 create',
  'update-v1': 'v1 update',
  'update-v2': 'v2 update',
};

/** The lines of a plan for the log; only the endpoint's name and ID where no more may be shown. */
export function planLines(plan: Plan): string[] {
  if (!plan.isShown) return [hiddenLine(plan)];
  return [...openingLines(plan), ...plan.changes.map(changeLine), ...noteLines(plan)];
}

function hiddenLine({ live, desired }: Plan): string {
  return `Look-up: ${desired.name} is ${live?.id ?? ''}, but this run is not allowed to see more of it.`;
}

/** A plan without its fields: the live endpoint, and the writes. `hasUrl`: false if a link follows. */
function openingLines(plan: Plan, { hasUrl } = { hasUrl: true }): string[] {
  const { resolvedImage } = plan;
  const cost = costOfPlan(plan);
  const image = resolvedImage ? imageLine(resolvedImage) : [];
  return [foundLine(plan, hasUrl), image, headline(plan), cost ? `Cost: ${cost}` : []].flat();
}

function foundLine({ live, desired, near, beside = [] }: Plan, hasUrl: boolean): string {
  const like = near ? `, but ${near.names.join(', ')} ${near.why}` : '';
  const stays = beside.length > 0 ? `; no spec of this step names ${beside.join(', ')}, which stays` : '';
  if (!live) return `Look-up: no endpoint is named ${desired.name}${like}${stays}.`;
  const { config, id, url, state } = live;
  const record = readRecord(config);
  const left = record && versionsBefore(record).find((each) => each.left);
  const held = left
    ? `; the version of ${shortCommit(left.commit ?? '')} is rolled back, so its deploy is skipped`
    : '';
  const at = url && hasUrl ? `, at ${url}` : '';
  return `Look-up: ${config.name} is ${id}, ${state.state || 'without a state'}${at}${held}.`;
}

function headline({ operation, changes, calls, live, desired, workers }: Plan): string {
  if (operation === 'unchanged') return 'Plan: no changes.';
  const by = `(${calls.map((call) => callNames[call]).join(', then ')})`;
  if (operation === 'create') return `Plan: create ${desired.name} ${by}.`;
  const effect = workers === 'kept' ? 'workers stay' : 'workers are replaced';
  if (changes.length > 0) return `Plan: change ${plural(changes.length, 'field')} ${by}; ${effect}`;
  if (readParked(live.config)) return `Plan: end the parking of the endpoint, and change no field ${by}`;
  return `Plan: take the endpoint over, and change no field ${by}; ${effect}`;
}

const changeSigns = { add: '+', remove: '-', change: '~' } as const;

export function changeLine(change: Change): string {
  return `  ${changeSigns[change.kind]} ${formatShown(change.member)}${changeValues(change)}`;
}

function changeValues({ kind, from, to, secret }: Change): string {
  if (secret) return kind === 'remove' ? '' : ': value not shown';
  return kind === 'add' ? `: ${formatShown(to)}` : `: ${formatShown(from)} → ${formatShown(to)}`;
}

/** `envs.DEBUG (no deploy has written it)`. */
export function foreignEnvsText(keys: readonly string[]): string {
  const names = keys.map((key) => formatShown(`envs.${key}`)).join(', ');
  return `${names} (no deploy has written ${keys.length === 1 ? 'it' : 'them'})`;
}

/** Tests, what stays although this run does not give it, and fields that cannot be compared. */
function noteLines(plan: Plan): string[] {
  const { kept, keptEnvs, foreignEnvs, unverifiable, operation } = plan;
  const unseen = operation === 'unchanged' ? '' : unverifiable.join(', ');
  const named = kept.map(({ member, to }) => formatShown(member) + (to === hidden ? '' : ` ${formatShown(to)}`));
  const fields = [...named, ...keptEnvs].join(', ');
  const lines = [
    firstLine(plan),
    testsLine(plan),
    fields && `kept: ${fields} (not in the spec)`,
    foreignEnvs.length > 0 && `kept: ${foreignEnvsText(foreignEnvs)}`,
    unseen && `Sent, but not verifiable because the service never returns them: ${unseen}`,
  ];
  return lines.flatMap((line) => (line ? `  ${line}` : []));
}

/** `first: as llama-candidate, 2 tests, compared with llama by prompts, 8 at once`; '' without a candidate. */
function firstLine({ first, desired, tests, compare, load }: Plan): string | undefined {
  if (!first.isFirst) return first.why;
  const storage = desired.volumeMounts.some(({ type }) => type !== 'local') ? '; both mount the cloud storage' : '';
  const asked = [
    `as ${candidateName(desired.name)}`,
    plural(tests.length, 'test'),
    compare && `compared with ${compare.with}${compare.set ? ' by prompts' : ''}`,
    load && `${load.at} at once`,
  ];
  return `first: ${joined(asked)}${storage}`;
}

/** `tests: 2 (1 added, 1 removed)`, since the record of the endpoint; '' without tests, and where they are held. */
function testsLine({ tests, heldTests, live }: Plan): string {
  if (heldTests) return '';
  const { added, removed } = comparedTests(tests, live && readRecord(live.config));
  const counts = joined([added > 0 && `${added} added`, removed > 0 && `${removed} removed`]);
  return tests.length === 0 && removed === 0 ? '' : `tests: ${tests.length}${counts && ` (${counts})`}`;
}

/** Changes as a block that GitHub colours; '' without changes. */
export function changeBlock(changes: readonly Change[]): string {
  const lines = changes.flatMap((change) => {
    const { member, kind, from, to, secret } = change;
    const name = formatShown(member);
    if (secret) return `${{ ...changeSigns, change: '!' }[kind]} ${name}${changeValues(change)}`;
    return [
      ...(kind === 'add' ? [] : [`- ${name}: ${formatShown(from)}`]),
      ...(kind === 'remove' ? [] : [`+ ${name}: ${formatShown(to)}`]),
    ];
  });
  return lines.length === 0 ? '' : fenced('diff', lines);
}

/** What differs from production, for the summary of a comparison. */
export function shownDifferences({ name, changes }: Differences): string {
  return changes.length === 0 ? '' : paragraphs([proseCell(`Differs from ${name}:`), changeBlock(changes)]);
}

/** The plan as a reviewer reads it, for the summary and a comment; `note` is Markdown below the title. */
export function planSummary(plan: Plan, { title, note }: { title?: string; note?: string } = {}): string {
  const head = heading(title ?? `Plan for ${plan.desired.name}`);
  if (!plan.isShown) return paragraphs([head, proseCell(hiddenLine(plan)), note]);
  const [found = '', ...others] = openingLines(plan, { hasUrl: false }).map(proseCell);
  return paragraphs([
    head,
    note,
    plan.live?.url ? `${found} ${linkCell(plan.live.url)}` : found,
    ...others,
    changeBlock(plan.changes),
    ...noteLines(plan).map((line) => proseCell(line.trim())),
  ]);
}

/** Tag and digest in one line. */
export function imageLine({ written, digest }: ResolvedImage): string {
  // A reference by digest contains the digest.
  return `Image: ${formatShown(written)} is ${written.includes('@') ? 'there' : digest}.`;
}
