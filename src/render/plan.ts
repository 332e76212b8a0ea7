/** A plan in words: what was found and what will change, member by member. Env values are not in a plan and cannot be shown. */

import type { Change } from '../model/diff.ts';
import type { Plan } from '../plan/plan.ts';
import type { Call } from '../plan/route.ts';
import { imageLine } from './image.ts';
import { codeCell, escapeCell, heading, proseCell, table } from './markdown.ts';
import { formatShown, plural } from './text.ts';

const callNames: { readonly [call in Call]: string } = {
  'create-v1': 'v1 create',
  'update-v1': 'v1 update',
  'update-v2': 'v2 update',
  'delete-v1': 'v1 delete of the old endpoint',
};

export function callName(call: Call): string {
  return callNames[call];
}

/** The lines of a plan for a log, the endpoint that was found first. */
export function planLines(plan: Plan): string[] {
  return [...openingLines(plan), ...plan.changes.map(changeLine), ...unverifiableLines(plan)];
}

/** What was found, and what will be done about it: a plan without its members. */
function openingLines(plan: Plan): string[] {
  const { resolvedImage, live } = plan;
  const image = resolvedImage ? [imageLine(resolvedImage, live?.config.image.image)] : [];
  return [...foundLines(plan), ...image, headline(plan)];
}

function foundLines({ live, successor, desired }: Plan): string[] {
  const lines = [foundLine({ live, desired })];
  return successor
    ? [
        ...lines,
        `Look-up: ${successor.config.name} is also ${successor.id}, ${successor.state.state || 'without a state'}, with the spec's appName: an interrupted replacement.`,
      ]
    : lines;
}

function foundLine({ live, desired }: Pick<Plan, 'live' | 'desired'>): string {
  if (!live) return `Look-up: no endpoint is named ${desired.name}.`;
  return `Look-up: ${live.config.name} is ${live.id}, ${live.state.state || 'without a state'}${live.url ? `, at ${live.url}` : ''}.`;
}

function headline({ operation, changes, calls, live, successor, desired }: Plan): string {
  const by = calls.map(callName).join(', then ');
  switch (operation) {
    case 'create':
      return `Plan: create ${desired.name} (${by}) with`;
    case 'update':
      return changes.length > 0
        ? `Plan: change ${plural(changes.length, 'member')} (${by})`
        : `Plan: send again what cannot be compared (${by})`;
    case 'replace':
      if (successor && live)
        return `Plan: go on with the replacement: ${successor.id} takes the place of ${live.id} (${by})`;
      return `Plan: ${desired.name} must be replaced, because no update can change appName (${live?.config.appName} → ${desired.appName}): ${by}`;
    case 'unchanged':
      return 'Plan: nothing to change.';
  }
}

const signs = { add: '+', remove: '-', change: '~' } as const;

export function changeLine({ member, kind, from, to, secret }: Change): string {
  const sign = `  ${signs[kind]} ${member}`;
  if (secret) return kind === 'remove' ? sign : `${sign}: value not shown`;
  if (kind === 'add') return `${sign}: ${formatShown(to)}`;
  return `${sign}: ${formatShown(from)} → ${formatShown(to)}`;
}

/** What cannot be compared, and what that means for this plan. */
function unverifiableLines({ unverifiable, operation }: Plan): string[] {
  if (unverifiable.length === 0) return [];
  const members = unverifiable.join(', ');
  return operation === 'unchanged'
    ? [`  The service never returns ${members}: whether they changed cannot be told. \`force: true\` sends them again.`]
    : [`  Sent, cannot be verified, because the service never returns them: ${members}`];
}

/** The change as a Markdown table; '' when there is none. */
export function changeTable(changes: readonly Change[]): string {
  const rows = changes.map(({ member, kind, from, to, secret }) => {
    const show = (value: Change['from']) =>
      secret ? '<i>not shown</i>' : codeCell(value === null ? '' : formatShown(value));
    return [signs[kind], codeCell(member), kind === 'add' ? '' : show(from), kind === 'remove' ? '' : show(to)];
  });
  return table(['', 'Member', 'From', 'To'], rows);
}

/** The plan as a reviewer reads it, for the summary and a comment. */
export function planSummary(plan: Plan): string {
  return [
    heading(`Plan for ${escapeCell(plan.desired.name)}`),
    ...openingLines(plan).map(proseCell),
    changeTable(plan.changes),
    ...unverifiableLines(plan).map((line) => proseCell(line.trim())),
    '',
  ].join('\n\n');
}
