/** Endpoints that this repository has deployed and that no spec names, such as what a rename leaves. Pure. */

import type { Endpoint } from '../model/endpoint.ts';
import { ownRecord } from '../model/owner.ts';
import type { Noted } from '../model/record.ts';
import { isTerminating } from '../model/states.ts';
import { isCandidate } from '../plan/candidate.ts';
import type { Plan } from '../plan/plan.ts';
import type { Run } from '../plan/run.ts';
import type { Annotation } from '../report.ts';

/** Each tag, and each merge of a queue, is a ref of its own, but they are deployed in turn. */
const deployLineOf = (ref: string) =>
  ref.replace(/^refs\/tags\/.*/, 'refs/tags/').replace(/^refs\/heads\/gh-readonly-queue\/(.+)\/.*/, 'refs/heads/$1');

/** Whether this repository has deployed it, or as a preview of the pull request of this run. */
export function isDeployedHere(config: Noted, { github, preview }: Run): boolean {
  const record = ownRecord(config, github.context);
  return record !== undefined && record.pullRequest === preview?.pullRequest.number;
}

/** {@link isDeployedHere}, and it is not being deleted. */
export const isOwn = (endpoint: Endpoint, run: Run) => isDeployedHere(endpoint.config, run) && !isTerminating(endpoint);

/** The endpoints of a list that have none of these names, and were deployed from the branch of this run. */
export function orphansIn(
  list: readonly Endpoint[],
  { names, run }: { names: readonly string[]; run: Run },
): Endpoint[] {
  const { context } = run.github;
  const { ref, pullRequest } = context;
  // A merge is deployed from the base, or by a tag of it.
  const lines = pullRequest && !run.preview ? [`refs/heads/${pullRequest.base}`, 'refs/tags/'] : [deployLineOf(ref)];
  return list.filter((endpoint) => {
    const record = isOwn(endpoint, run) && ownRecord(endpoint.config, context);
    return record && !names.includes(endpoint.config.name) && lines.includes(deployLineOf(record.ref));
  });
}

interface Creations {
  plans: readonly Plan[];
  /** The names that the specs give, where an input gives another one. */
  specNames: readonly string[];
  /** No variable is in a name: another job of the run may give it another value. */
  isWhole: boolean;
  run: Run;
}

/** An endpoint that stays beside those that a run creates; `words`: `llama (ep-1, by run 5001.1)`. */
type Orphan = { name: string; words: string };

/** Left by a renamed spec, or renamed by someone: then its record has the name that the run creates. */
export function orphansBeside(list: readonly Endpoint[], { plans, specNames, run, isWhole }: Creations): Orphan[] {
  const { context } = run.github;
  const created = createdBy(plans);
  if (created.length === 0) return [];
  const names = [...plans.map(({ desired }) => desired.name), ...specNames];
  const isThere = (name: string) => list.some(({ config }) => config.name === name);
  const ofBranch = isWhole && !run.preview ? orphansIn(list, { names, run }) : [];
  return list
    .filter((each) => isOwn(each, run))
    .flatMap((endpoint) => {
      const { name } = endpoint.config;
      const { name: noted = name, run: by = '' } = ownRecord(endpoint.config, context) ?? {};
      const isRenamed = noted !== name && created.includes(noted) && !names.includes(name);
      // A person's copy has the record of the other one. Jobs of one run do not speak of each other.
      const isOther = (noted === name || !isThere(noted)) && Number.parseInt(by, 10) < Number(context.runId);
      const isLeft = isOther && ofBranch.includes(endpoint) && !isCandidate(endpoint);
      if (!isRenamed && !isLeft) return [];
      return { name, words: `${name} (${endpoint.id}, ${noted === name ? '' : `as ${noted} `}by run ${by})` };
    });
}

const createdBy = (plans: readonly Plan[]) =>
  plans.flatMap(({ operation, desired }) => (operation === 'create' ? desired.name : []));

export function orphanWarnings(orphans: readonly Orphan[], plans: readonly Plan[]): Annotation[] {
  if (orphans.length === 0) return [];
  const names = orphans.map(({ name }) => name);
  const message =
    `This run creates ${createdBy(plans).join(', ')}. This repository has also deployed ` +
    `${orphans.map(({ words }) => words).join(', ')}, which no spec of this step names: it stays, and is billed ` +
    'while it has workers.';
  const hint =
    'If its spec was renamed or deleted, or someone has renamed it in the console, run the command `delete` with ' +
    `\`name: ${names.join('`, `name: ')}\`.`;
  return [{ severity: 'warning', title: `${names.join(', ')}: stays`, message, hint }];
}
