/** Endpoints that this repository has deployed and that no spec names, such as what a rename leaves. Pure. */

import type { Endpoint } from '../model/endpoint.ts';
import { ownRecord } from '../model/owner.ts';
import { isTerminating } from '../model/states.ts';
import { isCandidate } from '../plan/candidate.ts';
import type { Plan } from '../plan/plan.ts';
import type { Run } from '../plan/run.ts';
import type { Annotation } from '../report.ts';

/** Each tag is a branch of its own to Git, but they are deployed in turn. */
const deployLineOf = (ref: string) => ref.replace(/^refs\/tags\/.*/, 'refs/tags/');

/** For a list: what this repository has deployed from the branch of this run, or as previews of its pull request. */
export function ownOfBranch({ github, preview }: Run): ((endpoint: Endpoint) => boolean) | undefined {
  const { repository, ref } = github.context;
  if (repository === '') return undefined;
  return (endpoint) => {
    const record = ownRecord(endpoint.config, github.context);
    if (!record || record.pullRequest !== preview?.pullRequest.number || isTerminating(endpoint)) return false;
    return deployLineOf(record.ref) === deployLineOf(ref);
  };
}

/** Those of a list that have none of these names. */
export function orphansIn(
  list: readonly Endpoint[],
  { names, run }: { names: readonly string[]; run: Run },
): Endpoint[] {
  const isOwn = ownOfBranch(run);
  const isThere = (name: string) => list.some(({ config }) => config.name === name);
  return list.filter((endpoint) => {
    const { name } = endpoint.config;
    const { name: noted = name } = ownRecord(endpoint.config, run.github.context) ?? {};
    // A person's copy has the record of the other one, which is still there.
    return isOwn?.(endpoint) && !names.includes(name) && (noted === name || !isThere(noted));
  });
}

interface Creations {
  plans: readonly Plan[];
  /** The names that the specs give, where an input gives another one. */
  specNames: readonly string[];
  run: Run;
}

/** Where a run creates an endpoint, the one of its former name may stay. Jobs of one run do not speak of each other. */
export function orphanWarnings(list: readonly Endpoint[], { plans, specNames, run }: Creations): Annotation[] {
  const { context } = run.github;
  const created = plans.flatMap(({ operation, desired }) => (operation === 'create' ? desired.name : []));
  if (created.length === 0 || run.preview) return [];
  const names = [...plans.map(({ desired }) => desired.name), ...specNames];
  const runOf = ({ config }: Endpoint) => ownRecord(config, context)?.run ?? '';
  const left = orphansIn(list, { names, run }).filter(
    (each) => Number.parseInt(runOf(each), 10) < Number(context.runId) && !isCandidate(each),
  );
  if (left.length === 0) return [];
  const shown = left.map((each) => `${each.config.name} (${each.id}, by run ${runOf(each)})`).join(', ');
  const leftNames = left.map(({ config }) => config.name);
  const message =
    `This run creates ${created.join(', ')}. This repository has also deployed ${shown}, which no spec of this step ` +
    'names: it stays, and is billed while it has workers.';
  const hint = `If its spec was renamed or deleted, run the command \`delete\` with \`name: ${leftNames.join('`, `name: ')}\`.`;
  return [{ severity: 'warning', title: `${leftNames.join(', ')}: stays`, message, hint }];
}
