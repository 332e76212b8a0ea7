/** The state of endpoints: a table for the summary, and lines for the log. */

import type { EarlierVersion } from '../model/record.ts';
import type { Drift } from '../plan/drift.ts';
import { versionWords } from '../plan/history.ts';
import type { Health } from '../rollout/evidence/serving.ts';
import { codeCell, escapeCell, heading, linkCell, paragraphs, table } from './markdown.ts';
import { foreignEnvsText } from './plan.ts';
import { formatAmount } from './price.ts';
import { formatAge, formatShown, plural, shortCommit } from './text.ts';

export interface EndpointStatus extends Drift {
  name: string;
  id: string;
  health: Health | 'absent' | 'not-shown';
  state: string;
  /** Why it is parked or unproved: `slower, run 5002`; '' where its mark does not say it. */
  parked: string;
  /** `1 worker serves, 1 other exited`; '' for an endpoint that is absent or not shown. */
  workers: string;
  /** The faults of its workers: `worker w2: exit code 1`. */
  faults: readonly string[];
  image: string;
  /** What the record says, down to `pullRequest`; '', none or undefined without a record. */
  repository: string;
  commit: string;
  run: string;
  /** The versions that served before, newest first. */
  before: readonly string[];
  pullRequest: number | undefined;
  /** This repository has deployed it, and no spec of the checkout has its name. */
  isOrphan: boolean;
  /** It runs a version before its endpoint gets it. */
  isCandidate: boolean;
  url: string;
  /** The cost an hour of the workers that are up; undefined where no spec has a price. */
  cost: number | undefined;
  /** The time since the last deploy, or the creation where no record tells; undefined where nothing does. */
  ageSeconds: number | undefined;
}

const healthSigns: Record<EndpointStatus['health'], string> = {
  serving: '✅',
  idle: '💤',
  starting: '⏳',
  failing: '❌',
  outdated: '❌',
  parked: '❌',
  unproved: '❌',
  absent: '❌',
  'not-shown': '🔒',
};

/** What each column says in the log. */
function textsOf(status: EndpointStatus) {
  const { name, id, workers, run, ageSeconds, cost } = status;
  return {
    Endpoint: name,
    ID: id,
    State: stateText(status),
    Workers: workers || '-',
    Run: run,
    'Deployed by': deployedBy(status),
    Drift: driftCount(status) || '-',
    Age: ageSeconds === undefined ? '' : formatAge(ageSeconds),
    Cost: cost === undefined ? '' : `${formatAmount(cost)} an hour`,
  };
}

/** What each column says in Markdown. */
function cellsOf(status: EndpointStatus) {
  const { health, name, id, workers, faults, image, commit, url } = status;
  const { State, Run, Age, Cost, 'Deployed by': by } = textsOf(status);
  return {
    Endpoint: `${healthSigns[health]} ${escapeCell(name)} ${codeCell(id)}`.trimEnd(),
    Workers: [workers, ...faults].filter(Boolean).map(escapeCell).join('<br>'),
    State: escapeCell(State),
    Run: escapeCell(Run),
    'Deployed by': [by, ...listDetails(status)].map(escapeCell).join('<br>'),
    Image: codeCell(image),
    Commit: codeCell(shortCommit(commit)),
    URL: linkCell(url),
    Drift: driftCell(status),
    Age,
    Cost,
  };
}

/** The head, and a row for each endpoint; with the cost, where a spec has a price. */
function columnsOf<Name extends string>(
  names: readonly Name[],
  texts: readonly Readonly<Record<Name | 'Cost', string>>[],
): { head: readonly string[]; rows: string[][] } {
  const head = texts.some(({ Cost }) => Cost !== '') ? [...names, 'Cost' as const] : names;
  return { head, rows: texts.map((each) => head.map((name) => each[name])) };
}

type TextName = keyof ReturnType<typeof textsOf>;

const noEndpoint = 'The account has no endpoint.';

/** One line of columns for each endpoint, and its other details below it. */
function linesOf(
  statuses: readonly EndpointStatus[],
  { names, below }: { names: readonly TextName[]; below: (status: EndpointStatus) => readonly string[] },
): string[] {
  if (statuses.length === 0) return [noEndpoint];
  const { head, rows } = columnsOf(names, statuses.map(textsOf));
  const cells = [head.map((name) => name.toUpperCase()), ...rows];
  const widths = head.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  return cells.flatMap((line, index) => {
    const padded = line.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  ');
    return [padded.trimEnd(), ...statuses.slice(index - 1, index).flatMap(below)];
  });
}

function markdownOf(
  statuses: readonly EndpointStatus[],
  { title, names }: { title: string; names: readonly (keyof ReturnType<typeof cellsOf>)[] },
): string {
  const { head, rows } = columnsOf(names, statuses.map(cellsOf));
  return paragraphs([heading(title), table(head, rows) || noEndpoint]);
}

/** `ghcr.io/acme/llama:1, run 5001, until 3 d ago`. */
export function earlierText(version: EarlierVersion, nowMs: number): string {
  const { at, left, commit = '' } = version;
  const until = at === undefined ? [] : `until ${formatAge(Math.max(0, (nowMs - Date.parse(at)) / 1000))} ago`;
  const end = left ? `rolled back${commit && ` (commit ${shortCommit(commit)})`}` : [];
  return [versionWords(version), until, end].flat().join(', ');
}

export const statusTable = (statuses: readonly EndpointStatus[]) =>
  markdownOf(statuses, {
    title: 'Status',
    names: ['Endpoint', 'State', 'Workers', 'Image', 'Commit', 'Run', 'Drift', 'URL', 'Age'],
  });

export const statusLines = (statuses: readonly EndpointStatus[]) =>
  linesOf(statuses, { names: ['Endpoint', 'State', 'Workers', 'Drift', 'Age'], below: details });

/** All endpoints of an account. */
export const listTable = (statuses: readonly EndpointStatus[]) =>
  markdownOf(statuses, {
    title: plural(statuses.length, 'endpoint'),
    names: ['Endpoint', 'State', 'Workers', 'Deployed by', 'Age'],
  });

export const listLines = (statuses: readonly EndpointStatus[]) =>
  linesOf(statuses, {
    names: ['Endpoint', 'ID', 'State', 'Workers', 'Deployed by', 'Age'],
    below: (status) => listDetails(status).map((each) => `  ${each}`),
  });

function listDetails(status: EndpointStatus): string[] {
  const last = status.before.slice(0, 1).map((version) => `before: ${version}`);
  return [...last, status.isOrphan ? `no spec here: ${lastDeploy(status)}` : []].flat();
}

function stateText({ health, state, parked }: EndpointStatus): string {
  if (parked !== '') return `${health}: ${parked}`;
  return state === '' || state === health ? health : `${health} (${state})`;
}

/** `acme/llama@aaaaaaaaaaaa, pull request #7`. */
function deployedBy({ repository, commit, run, pullRequest, isCandidate }: EndpointStatus): string {
  const by = repository === '' ? run || 'no record' : `${repository}@${shortCommit(commit)}`;
  const more = isCandidate ? ', candidate' : '';
  return pullRequest === undefined ? `${by}${more}` : `${by}, pull request #${pullRequest}`;
}

/** The last deploy of an endpoint that no spec names; '' of any other. */
const lastDeploy = ({ isOrphan, isCandidate, repository, run, ageSeconds = 0 }: EndpointStatus) =>
  (isOrphan || isCandidate) && repository !== '' ? `last deployed by run ${run}, ${formatAge(ageSeconds)} ago` : '';

const hasNoSpec = (notCompared: EndpointStatus['notCompared']) => notCompared.includes('the spec');

/** '' where nothing was compared. */
function driftCount({ health, drift, keptEnvs, notCompared, isCandidate }: EndpointStatus): string {
  if (health === 'absent' || health === 'not-shown') return '';
  if (hasNoSpec(notCompared)) return isCandidate ? 'candidate' : 'no spec';
  const count = drift.length + keptEnvs.length;
  return count === 0 ? 'none' : plural(count, 'field');
}

function driftCell(status: EndpointStatus): string {
  const { notCompared } = status;
  const shown = differencesOf(status).map(codeCell).join('<br>') || driftCount(status);
  return notCompared.length === 0 || hasNoSpec(notCompared)
    ? shown
    : `${shown}<br>not compared: ${notCompared.map(escapeCell).join(', ')}`;
}

/** The differences, such as `workerConfig.maxNum 9 (spec: 3)`: an arrow would point the other way than in a plan. */
function differencesOf({ drift, keptEnvs }: EndpointStatus): string[] {
  const shown = drift.map(({ member, kind, from, to, secret }) => {
    const what = { add: 'is missing', remove: 'is not in the spec', change: 'differs' }[kind];
    return `${formatShown(member)} ${secret ? what : `${formatShown(from)} (spec: ${formatShown(to)})`}`;
  });
  return keptEnvs.length === 0 ? shown : [...shown, `kept: ${foreignEnvsText(keptEnvs)}`];
}

function details(status: EndpointStatus): string[] {
  const { id, image, commit, run, before, url, faults, notCompared, isCandidate } = status;
  const rows = {
    id,
    image,
    deployed: commit && `commit ${shortCommit(commit)}, run ${run}`,
    before: before.join('\n  before: '),
    url,
    drift: differencesOf(status).join(', '),
    'not compared': hasNoSpec(notCompared) ? '' : notCompared.join(', '),
    [isCandidate ? 'candidate' : 'no spec here']: lastDeploy(status),
  };
  const known = Object.entries(rows).filter(([, value]) => value !== '');
  return [...known.map(([name, value]) => `  ${name}: ${value}`), ...faults.map((fault) => `  ${fault}`)];
}
