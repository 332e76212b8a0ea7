/** The command `sweep`: deletes previews of this repository that are too old or whose pull request is to have none. */

import { DeployError } from '../errors.ts';
import type { GitHubFailure } from '../github/api.ts';
import { type PullRequestNow, readPullRequests } from '../github/pull-requests.ts';
import { explainRefusal, type PreviewRules, refusalOf } from '../plan/preview.ts';
import { closeSummary, type Deletion, deletionLines, sweepSummary } from '../render/run-comment.ts';
import { formatAge } from '../render/text.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import {
  concludeDeletions,
  deleteAll,
  listWithRecords,
  type PreviewEndpoint,
  readPreviewEndpoint,
} from './deletions.ts';
import { assertTrusted } from './ownership.ts';
import { previewSubject, retire, writeComment } from './tell-github.ts';

export const sweep: CommandFunction = async (context) => {
  const { inputs, reporter, signal, github } = context;
  if (github.context.repository === '')
    throw new DeployError({
      code: 'inputs-invalid',
      message: '`sweep` deletes the previews of a repository, so it runs only inside a workflow',
      hint: 'Run it in a workflow with `on: schedule`.',
    });
  assertTrusted(context);
  const endpoints = await listWithRecords(context, (name) => /-pr-\d+$/.test(name));
  const previews = endpoints.flatMap((endpoint) => readPreviewEndpoint(endpoint, context) ?? []);
  const numbers = new Set(previews.map(({ pullRequest }) => pullRequest));
  const { pulls, failure } = await readPullRequests(github.api, [...numbers]);
  // What GitHub did not answer after that says nothing about GitHub.
  signal.throwIfAborted();
  const deletions = await deleteAll(endpoints, {
    context,
    // Deployed again meanwhile, a preview is young; under another record, it is another repository's.
    reasonOf: (endpoint) => {
      const preview = readPreviewEndpoint(endpoint, context);
      return preview && sweepReason(preview, { now: pulls.get(preview.pullRequest), rules: inputs.preview });
    },
  });
  const judged = new Set(deletions.map(({ endpoint }) => endpoint.id));
  const left = previews.filter(({ endpoint }) => !judged.has(endpoint.id));
  const kept = left.map(({ endpoint, pullRequest, ageSeconds }): Deletion => {
    const state = pulls.get(pullRequest)?.state;
    // One of a pull request that is over is left only by a cancelled run.
    const why =
      state === undefined ? 'may still be open' : `is ${state}${state === 'open' ? '' : ', but the run was cancelled'}`;
    return {
      endpoint,
      state: 'kept',
      reason: `pull request #${pullRequest} ${why}, deployed ${formatAge(ageSeconds)} ago`,
    };
  });
  const all = [...deletions, ...kept];
  reporter.info(deletionLines(all, 'No previews to delete.'));
  await reporter.summarize(sweepSummary(all));
  await tellGitHub(previews, all, context);
  const undecided = left.filter(({ pullRequest }) => !pulls.has(pullRequest));
  return concludeDeletions(deletions, context) ?? reportUndecided(undecided, { context, pulls, failure });
};

/** Why the preview is deleted, as the end of a sentence. Without `rules`, the state alone decides. */
export function sweepReason(
  { pullRequest, ageSeconds }: Omit<PreviewEndpoint, 'endpoint'>,
  { now, rules }: { now?: PullRequestNow | undefined; rules?: SweepRules | undefined },
): string | undefined {
  const age = `deployed ${formatAge(ageSeconds)} ago`;
  if (now && now.state !== 'open') return `pull request #${pullRequest} is ${now.state}, ${age}`;
  const refusal = now && rules && refusalOf({ ...now, isOpen: true }, rules);
  if (rules && refusal && refusal !== 'untold') return `${explainRefusal(refusal, rules)}, ${age}`;
  const maxAgeSeconds = rules?.maxAgeSeconds ?? Number.POSITIVE_INFINITY;
  return ageSeconds > maxAgeSeconds ? `older than ${formatAge(maxAgeSeconds)}, ${age}` : undefined;
}

type SweepRules = PreviewRules & { maxAgeSeconds: number | undefined };

/** Sets the Deployments of what was deleted inactive, and says in the comments of its pull requests that it is gone. */
async function tellGitHub(
  previews: readonly PreviewEndpoint[],
  ends: readonly Deletion[],
  context: CommandContext,
): Promise<void> {
  for (const [pullRequest, own] of Map.groupBy(previews, (preview) => preview.pullRequest)) {
    const ids = new Set(own.map(({ endpoint }) => endpoint.id));
    const ended = ends.filter(({ endpoint }) => ids.has(endpoint.id));
    const gone = ended.filter(({ state }) => state === 'deleted');
    if (gone.length === 0 || context.signal.aborted) continue;
    if (gone.length === own.length) await retire(context, previewSubject(context, pullRequest), 'deleted by a sweep');
    const endpoints = gone.map(({ endpoint }) => endpoint.config.name);
    const markdown = closeSummary(pullRequest, ended);
    await writeComment(context, { pullRequest, endpoints, markdown, endsPreviews: true });
  }
}

/** What GitHub does not say counts as open, so billed endpoints may stay: a green sweep would hide that for ever. */
function reportUndecided(
  left: readonly PreviewEndpoint[],
  {
    context,
    pulls,
    failure,
  }: { context: CommandContext; pulls: ReadonlyMap<number, unknown>; failure: GitHubFailure | undefined },
): DeployError | undefined {
  if (left.length === 0) return undefined;
  const previews = left.map(
    ({ endpoint, pullRequest, ageSeconds }) =>
      `${endpoint.config.name} (#${pullRequest}, ${formatAge(ageSeconds)} old)`,
  );
  const kept = `so these previews were kept: ${previews.join(', ')}`;
  const failed = (message: string, hint: string) => new DeployError({ code: 'github', message, hint });
  if (failure) return failed(`the state of some pull requests is unknown, ${kept}. ${failure.message}`, failure.hint);
  const gone =
    'If the pull requests are really gone, delete the endpoints by hand, or give `preview` the line `max-age=14d`.';
  // A token that may not read pull requests finds none.
  if (pulls.size === 0)
    return failed(
      `GitHub found none of the pull requests, ${kept}`,
      `Give the job \`permissions: { pull-requests: read }\`. ${gone}`,
    );
  const message = `GitHub did not find some of the pull requests, ${kept}.`;
  context.reporter.annotate({ severity: 'warning', title: 'sweep', message, hint: gone });
  return undefined;
}
