// Pull requests and commits, which nobody changes here over HTTP.
import { pageAnswer } from './pages.ts';
import type { Handler } from './routes.ts';
import { answer, notFound } from './wire.ts';
import { compare } from './world.ts';

export const listPulls: Handler = ({ world, bodies, call, url }) => {
  const { state = 'open', sort = 'created', direction = sort === 'created' ? 'desc' : 'asc' } = call.query;
  if (sort !== 'created') throw new Error(`sorting pull requests by ${sort} is not played`);
  const found = [...world.pulls.values()].filter((pull) => state === 'all' || pull.state === state);
  found.sort((a, b) => (direction === 'desc' ? b.number - a.number : a.number - b.number));
  return pageAnswer(
    found.map((pull) => bodies.pull(pull, 'list')),
    { call, url },
  );
};

export const getPull: Handler = ({ world, bodies, call }) => {
  const pull = world.pulls.get(Number(call.path.pull_number));
  if (pull === undefined) throw notFound();
  return answer(200, bodies.pull(pull, 'get'));
};

export const getRef: Handler = ({ world, description, call, url }) => {
  const ref = call.path.ref ?? '';
  const sha = world.branches.get(ref.replace(/^heads\//, ''));
  if (sha === undefined) throw notFound();
  return answer(200, {
    ...description.example('git-ref'),
    ref: `refs/${ref}`,
    url,
    object: { type: 'commit', sha, url: `${url.slice(0, url.indexOf('/git/'))}/git/commits/${sha}` },
  });
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
