/** The state of endpoints: a table for the summary, and lines for the log. */

import type { Change } from '../model/diff.ts';
import { codeCell, escapeCell, heading, linkCell, paragraphs, table } from './markdown.ts';
import { foreignEnvsText } from './plan.ts';
import { formatAmount } from './price.ts';
import { formatAge, formatShown, plural, shortCommit } from './text.ts';

export interface EndpointStatus {
  name: string;
  id: string;
  health: Health | 'absent' | 'not-shown';
  state: string;
  /** `1 running, 1 exited`; '' for none. */
  workers: string;
  /** What is wrong with workers: `worker w2: exit code 1`. */
  faults: readonly string[];
  image: string;
  digest: string;
  /** Of the record; '' and undefined without one. */
  repository: string;
  commit: string;
  run: string;
  pullRequest: number | undefined;
  url: string;
  /** What a deploy of the spec would change. */
  drift: readonly Change[];
  /** Keys of envs that no deploy has written and that the spec does not have: a deploy keeps them. */
  keptEnvs: readonly string[];
  notCompared: readonly string[];
  /** By the hour, of the workers that are up; undefined where no spec has a price. */
  cost: number | undefined;
  /** Since the last deploy, or the creation where no record tells; undefined where nothing does. */
  ageSeconds: number | undefined;
}

/**
 * `idle`: scaled to zero, the first request starts a worker. `starting`: none is healthy, and none has failed.
 * `outdated`: only workers from before the last deploy are healthy. `parked`: a failed deploy has scaled it to zero.
 */
export type Health = 'serving' | 'idle' | 'starting' | 'failing' | 'outdated' | 'parked';

const healthSigns: Record<EndpointStatus['health'], string> = {
  ...{ serving: '✅', idle: '💤', starting: '⏳', failing: '❌', outdated: '❌', parked: '❌' },
  ...{ absent: '❌', 'not-shown': '🔒' },
};

export function statusTable(statuses: readonly EndpointStatus[]): string {
  const cost = costColumn(statuses, 'Cost');
  const rows = statuses.map((status) => {
    const { image, digest, commit, run, url } = status;
    const [state, , age] = shortly(status);
    return [
      ...[nameCell(status), escapeCell(state), workersCell(status)],
      codeCell(image) + (image.includes(digest) ? '' : `<br>${codeCell(digest)}`),
      ...[codeCell(shortCommit(commit)), escapeCell(run), driftCell(status), linkCell(url), age],
      ...cost.cell(status),
    ];
  });
  const columns = ['Endpoint', 'State', 'Workers', 'Image', 'Commit', 'Run', 'Drift', 'URL', 'Age', ...cost.title];
  return paragraphs([heading('Status'), table(columns, rows)]);
}

/** One line of columns for each endpoint, and its other facts below it. */
export function statusLines(statuses: readonly EndpointStatus[]): string[] {
  const cost = costColumn(statuses, 'COST');
  const rows = statuses.map((status) => {
    const [state, drift, age] = shortly(status);
    return [status.name, state, status.workers || '-', drift || '-', age, ...cost.cell(status)];
  });
  const columns = ['ENDPOINT', 'STATE', 'WORKERS', 'DRIFT', 'AGE', ...cost.title];
  const [head = '', ...lines] = columnLines([columns, ...rows]);
  return [head, ...statuses.flatMap((status, at) => [lines[at] ?? '', ...details(status)])];
}

/** All endpoints of an account. */
export function listTable(statuses: readonly EndpointStatus[]): string {
  const cost = costColumn(statuses, 'Cost');
  const rows = statuses.map((status) => {
    const [state, , age] = shortly(status);
    const cells = [nameCell(status), escapeCell(state), workersCell(status), escapeCell(deployedBy(status)), age];
    return [...cells, ...cost.cell(status)];
  });
  const none = 'The account has no endpoint.';
  const title = heading(plural(statuses.length, 'endpoint'));
  const columns = ['Endpoint', 'State', 'Workers', 'Deployed by', 'Age', ...cost.title];
  return paragraphs([title, table(columns, rows) || none]);
}

export function listLines(statuses: readonly EndpointStatus[]): string[] {
  if (statuses.length === 0) return ['The account has no endpoint.'];
  const cost = costColumn(statuses, 'COST');
  const rows = statuses.map((status) => {
    const [state, , age] = shortly(status);
    return [status.name, status.id, state, status.workers || '-', deployedBy(status), age, ...cost.cell(status)];
  });
  return columnLines([['ENDPOINT', 'ID', 'STATE', 'WORKERS', 'DEPLOYED BY', 'AGE', ...cost.title], ...rows]);
}

/** What the workers that are up cost an hour; no column where no spec has a price. */
function costColumn(statuses: readonly EndpointStatus[], title: string) {
  const isShown = statuses.some(({ cost }) => cost !== undefined);
  const text = (cost: number | undefined) => (cost === undefined ? '' : `${formatAmount(cost)} an hour`);
  return {
    title: isShown ? [title] : [],
    cell: ({ cost }: EndpointStatus) => (isShown ? [text(cost)] : []),
  };
}

/** `acme/llama@aaaaaaaaaaaa, pull request #7`. */
function deployedBy({ repository, commit, pullRequest }: EndpointStatus): string {
  if (repository === '') return 'no record';
  return `${repository}@${shortCommit(commit)}${pullRequest === undefined ? '' : `, pull request #${pullRequest}`}`;
}

function columnLines(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const nameCell = ({ health, name, id }: EndpointStatus) =>
  `${healthSigns[health]} ${escapeCell(name)} ${codeCell(id)}`.trimEnd();

const workersCell = ({ workers, faults }: EndpointStatus) =>
  [workers, ...faults].filter(Boolean).map(escapeCell).join('<br>');

function driftCell(status: EndpointStatus): string {
  const { notCompared } = status;
  const [, none] = shortly(status);
  const shown = differencesOf(status).map(codeCell).join('<br>') || none;
  return notCompared.length === 0 ? shown : `${shown}<br>not compared: ${notCompared.map(escapeCell).join(', ')}`;
}

/** `workerConfig.maxNum 3 → 9`: what the spec says, and what is there. */
function differenceOf({ member, kind, from, to, secret }: Change): string {
  const what = { add: 'is missing', remove: 'is not in the spec', change: 'differs' }[kind];
  return `${formatShown(member)} ${secret ? what : `${formatShown(to)} → ${formatShown(from)}`}`;
}

function differencesOf({ drift, keptEnvs }: EndpointStatus): string[] {
  const kept = keptEnvs.length === 0 ? [] : [`kept: ${foreignEnvsText(keptEnvs)}`];
  return [...drift.map(differenceOf), ...kept];
}

function details(status: EndpointStatus): string[] {
  const { id, image, digest, commit, run, url, faults, notCompared } = status;
  if (id === '') return [];
  const facts: [string, string][] = [
    ['id', id],
    ['image', image],
    ['digest', image.includes(digest) ? '' : digest],
    ['deployed', commit && `commit ${shortCommit(commit)}, run ${run}`],
    ['url', url],
    ['drift', differencesOf(status).join(', ')],
    ['not compared', notCompared.join(', ')],
  ];
  return [
    ...facts.filter(([, value]) => value !== '').map(([name, value]) => `  ${name}: ${value}`),
    ...faults.map((fault) => `  ${fault}`),
  ];
}

/** State, drift and age, as all tables show them; '' for unknown. */
function shortly({
  health,
  state,
  drift,
  keptEnvs,
  ageSeconds,
}: EndpointStatus): [state: string, drift: string, age: string] {
  const count = drift.length + keptEnvs.length;
  const differing = count === 0 ? 'none' : plural(count, 'field');
  return [
    state === '' || state === health ? health : `${health} (${state})`,
    health === 'absent' || health === 'not-shown' ? '' : differing,
    ageSeconds === undefined ? '' : formatAge(ageSeconds),
  ];
}
