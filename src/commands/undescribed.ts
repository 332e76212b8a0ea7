/** Endpoints that this repository has deployed, and that no spec describes any more: the run that stops it says so. */

import { removedLines } from '../github/commits.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { ownRecord } from '../model/owner.ts';
import { readOwner } from '../model/record.ts';
import { isTerminating } from '../model/states.ts';
import type { Plan } from '../plan/plan.ts';
import { previewName } from '../plan/preview-spec.ts';
import { yamlWords } from '../spec/source.ts';
import type { CommandContext } from './context.ts';

/** Each tag is a branch of its own to Git, but they are deployed in turn. */
const deployLineOf = (ref: string) => ref.replace(/^refs\/tags\/.*/, 'refs/tags/');

/** For a list: what this repository has deployed from the branch of this run, or as previews of its pull request. */
export function ownOfBranch({ github, preview }: CommandContext): ((endpoint: Endpoint) => boolean) | undefined {
  const { repository, ref } = github.context;
  if (repository === '') return undefined;
  return (endpoint) => {
    const record = ownRecord(endpoint.config, github.context);
    if (!record || record.pullRequest !== preview?.pullRequest.number || isTerminating(endpoint)) return false;
    return deployLineOf(record.ref) === deployLineOf(ref);
  };
}

/** Of a list, those that neither these names nor any other YAML file of the checkout mentions. */
export async function findUndescribed(
  list: readonly Endpoint[],
  { names, context }: { names: readonly string[]; context: CommandContext },
): Promise<Endpoint[]> {
  const isOwn = ownOfBranch(context);
  const isThere = (name: string) => list.some(({ config }) => config.name === name);
  const others = list.filter((endpoint) => {
    const { name } = endpoint.config;
    const { name: noted = name } = readOwner(endpoint.config) ?? {};
    // A person's copy has the record of the other one, which is still there.
    return isOwn?.(endpoint) && !names.includes(name) && (noted === name || !isThere(noted));
  });
  if (others.length === 0) return [];
  const words = await context.connections.workspace.readWords();
  // Too many files to be read: an endpoint may be described in any of them.
  if (!words) return [];
  const described = deployedNames(words, context);
  // `llama-${{ matrix.stage }}` may be any name that begins so.
  const starts = [...words].filter((word) => /.\$$/.test(word)).map((word) => word.slice(0, -1));
  return others.filter(
    ({ config: { name } }) => !described.has(name) && !starts.some((start) => name.startsWith(start)),
  );
}

/** Under which names specs of these names are deployed. */
function deployedNames(names: Iterable<string>, { preview }: CommandContext): ReadonlySet<string> {
  return new Set(preview ? Array.from(names, (name) => previewName(name, preview.pullRequest.number)) : names);
}

/**
 * Told by the run that creates an endpoint, since the name may have changed, or whose push has removed the name; a
 * line of the log for any other run. Not by a run that is older than the last deploy of the endpoint. Of a preview,
 * which costs nothing until the close, only by the run whose push has removed the name: another job may describe it.
 */
export async function tellUndescribed(
  list: readonly Endpoint[],
  { plans, context }: { plans: readonly Plan[]; context: CommandContext },
): Promise<void> {
  const { github, reporter, preview } = context;
  const { runId } = github.context;
  const found = await findUndescribed(list, { names: plans.map(({ desired }) => desired.name), context });
  const left = found.filter(({ config }) => Number.parseInt(readOwner(config)?.run ?? '', 10) < Number(runId));
  if (left.length === 0) return;
  const names = left.map(({ config }) => config.name);
  const shown = left.map(({ id, config }) => `${config.name} (${id}, by run ${readOwner(config)?.run})`).join(', ');
  const stays = preview ? 'sleeps until the pull request closes' : 'stays and is billed while it has workers';
  const message = `This repository has deployed ${shown}, and no spec describes it any more. It ${stays}.`;
  const isCreation = plans.some(({ operation }) => operation === 'create');
  const isTold = (isCreation && !preview) || (await hasRemoved(names, context));
  if (!isTold) return preview ? undefined : reporter.info(message);
  const hint = `To delete what no other job deploys, run the command \`delete\` with \`name: ${names.join('`, `name: ')}\`.`;
  reporter.annotate({ severity: 'warning', title: `${names.join(', ')}: not deployed any more`, message, hint });
}

/** Whether the push of the run has taken one of the names out of a file; but for previews, also if GitHub is silent. */
async function hasRemoved(names: readonly string[], context: CommandContext): Promise<boolean> {
  const { github, preview } = context;
  const { before, sha } = github.context;
  // A new branch or tag comes after zeros.
  if (/^0*$/.test(before)) return false;
  const lines = await removedLines(github.api, { base: before, head: sha });
  if (!lines) return preview === undefined;
  const removed = deployedNames(
    lines.flatMap((line) => yamlWords(line.slice(1))),
    context,
  );
  return names.some((name) => removed.has(name));
}
