/** The state of endpoints: a table for the summary, and lines for the log. */

import { codeCell, escapeCell, heading, linkCell, paragraphs, table } from './markdown.ts';
import { formatAge, plural, shortCommit } from './text.ts';

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
  commit: string;
  run: string;
  url: string;
  drift: readonly string[];
  /** Since the last deploy, or the creation where no record tells; undefined where nothing does. */
  ageSeconds: number | undefined;
}

/**
 * `idle`: scaled to zero, the first request starts a worker. `starting`: none is healthy, and none has failed.
 * `outdated`: only workers from before the last deploy are healthy. `parked`: a failed deploy has scaled it to zero.
 */
export type Health = 'serving' | 'idle' | 'starting' | 'failing' | 'outdated' | 'parked';

const signs: Record<EndpointStatus['health'], string> = {
  ...{ serving: '✅', idle: '💤', starting: '⏳', failing: '❌', outdated: '❌', parked: '❌' },
  ...{ absent: '❌', 'not-shown': '🔒' },
};

const columns = ['Endpoint', 'State', 'Workers', 'Image', 'Commit', 'Run', 'Drift', 'URL', 'Age'];

export function statusTable(statuses: readonly EndpointStatus[]): string {
  const rows = statuses.map((status) => {
    const [state, drift, age] = shortly(status);
    return [
      `${signs[status.health]} ${escapeCell(status.name)} ${codeCell(status.id)}`.trimEnd(),
      escapeCell(state),
      [status.workers, ...status.faults].filter(Boolean).map(escapeCell).join('<br>'),
      codeCell(status.image) + (status.image.includes(status.digest) ? '' : `<br>${codeCell(status.digest)}`),
      codeCell(shortCommit(status.commit)),
      ...[escapeCell(status.run), drift, linkCell(status.url), age],
    ];
  });
  return paragraphs([heading('Status'), table(columns, rows)]);
}

/** One line an endpoint in columns, and below it what does not fit into one. */
export function statusLines(statuses: readonly EndpointStatus[]): string[] {
  const rowOf = (status: EndpointStatus) => {
    const [state, drift, age] = shortly(status);
    return [status.name, state, status.workers || '-', drift || '-', age];
  };
  const all = [['ENDPOINT', 'STATE', 'WORKERS', 'DRIFT', 'AGE'], ...statuses.map(rowOf)];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const padded = (cell: string, at: number) => cell.padEnd(widths[at] ?? 0);
  const line = (row: readonly string[]) => row.map(padded).join('  ').trimEnd();
  const [head = '', ...lines] = all.map(line);
  return [head, ...statuses.flatMap((status, at) => [lines[at] ?? '', ...details(status)])];
}

function details({ id, image, digest, commit, run, url, faults, drift }: EndpointStatus): string[] {
  if (id === '') return [];
  const facts: [string, string][] = [
    ['id', id],
    ['image', image],
    ['digest', image.includes(digest) ? '' : digest],
    ['deployed', commit && `commit ${shortCommit(commit)}, run ${run}`],
    ['url', url],
    ['drift', drift.join(', ')],
  ];
  return [
    ...facts.filter(([, value]) => value !== '').map(([name, value]) => `  ${name}: ${value}`),
    ...faults.map((fault) => `  ${fault}`),
  ];
}

/** State, drift and age, as both forms show them; '' for what is not known. */
function shortly({ health, state, drift, ageSeconds }: EndpointStatus): [state: string, drift: string, age: string] {
  const differing = drift.length === 0 ? 'none' : plural(drift.length, 'field');
  return [
    state === '' || state === health ? health : `${health} (${state})`,
    health === 'absent' || health === 'not-shown' ? '' : differing,
    ageSeconds === undefined ? '' : formatAge(ageSeconds),
  ];
}
