// Pull requests and commits, which nobody changes here over HTTP.
import type { Handler } from './routes.ts';
import { answer, notFound } from './wire.ts';
import { compare } from './world.ts';

export const getPull: Handler = ({ world, bodies, call }) => {
  const pull = world.pulls.get(Number(call.path.pull_number));
  if (pull === undefined) throw notFound();
  return answer(200, bodies.pull(pull));
};

export const compareCommits: Handler = ({ world, bodies, call, url, description }) => {
  const [base = '', head = ''] = (call.path.basehead ?? '').split('...');
  const comparison = compare(world, { base, head });
  if (comparison === undefined) throw notFound();
  const page = Number(call.query.page ?? 1);
  const perPage = Number(call.query.per_page ?? 250);
  const { files, ...example } = description.example('commit-comparison');
  return answer(200, {
    ...example,
    url,
    base_commit: bodies.commit(base),
    merge_base_commit: bodies.commit(comparison.mergeBase),
    status: comparison.status,
    ahead_by: comparison.aheadBy,
    behind_by: comparison.behindBy,
    total_commits: comparison.aheadBy,
    commits: comparison.commits.slice((page - 1) * perPage, page * perPage).map(bodies.commit),
    // "The list of changed files is only shown on the first page of results."
    ...(page === 1 ? { files } : {}),
  });
};
