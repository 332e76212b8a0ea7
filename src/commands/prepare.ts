/** Owns what deploy and plan have in common: specs, live limits and live endpoints → one plan a spec, everything checked before the first write. */

import { checkCreation } from '../check/creation.ts';
import { checkV2Bounds } from '../check/v2-bounds.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Spec } from '../model/spec.ts';
import { makePlan, type Plan } from '../plan/plan.ts';
import type { Outputs } from '../report.ts';
import { findForDeploy, type Lookup } from '../rollout/lookup.ts';
import type { Timeline } from '../rollout/timeline.ts';
import type { ServiceClient } from '../service/client.ts';
import { hasErrors, type Issue, type IssuePath, issueAt } from '../spec/issue.ts';
import { checkMergedWorkers } from '../spec/rules.ts';
import type { SpecDocument } from '../spec/spec.ts';
import { concealEnvs } from './conceal.ts';
import type { CommandContext } from './context.ts';
import { askLimits, limitIssues } from './limits.ts';
import { endpointOutputs } from './outputs.ts';
import { readSpecs, reportIssues } from './specs.ts';

/** One spec on its way to its endpoint. */
export interface Target {
  document: SpecDocument;
  plan: Plan;
}

export interface Preparation {
  client: ServiceClient;
  /** Whether a plan may go on when the live limits could not be read. */
  needsLimits: boolean;
  /** What becomes of each spec before it is looked up: another name for a preview. */
  transform?: ((spec: Spec) => Spec) | undefined;
  /** Learns the names as soon as the specs are read, to ask others beside the service. */
  onNames?: (names: readonly string[]) => void;
  timeline: Timeline;
}

/**
 * Reads the specs, asks the service for limits and endpoints side by side, and plans. Throws before any write: a `SpecError` with everything that is wrong,
 * static rules and live limits in one list, or what the service or the look-up refused.
 */
export async function prepare(
  context: CommandContext,
  { client, needsLimits, transform = (spec) => spec, onNames, timeline }: Preparation,
): Promise<Target[]> {
  timeline.begin('validate');
  const { documents, issues, shownTexts } = await readSpecs(context);
  // A broken spec needs no look-up, but its other values are still compared with the limits, so that one run shows all there is.
  const isBroken = hasErrors(issues);
  const specs = documents.flatMap((document) =>
    document.spec && !isBroken ? [{ document, spec: transform(document.spec) }] : [],
  );
  const names = specs.map(({ spec }) => spec.name);
  context.learn(knownOf(names.map((name) => ({ name }))));
  onNames?.(names);
  timeline.begin('look-up');
  const [limits, find] = await Promise.all([
    askLimits(context, { client, isNeeded: needsLimits && !isBroken }),
    isBroken ? undefined : lookUpAll(context, { client, names }),
  ]);
  const againstLimits = limitIssues(documents, { limits, mode: context.inputs.limits });
  const targets = find
    ? specs.map(({ document, spec }) => planOne({ document, spec, found: find(spec), context }))
    : [];
  context.learn(knownOf(targets.map(({ plan }) => ({ name: plan.desired.name, ...endpointOutputs(plan.live) }))));
  await reportIssues({ issues: [...issues, ...againstLimits, ...targets.flatMap(planIssues)], shownTexts }, context);
  return targets;
}

/** What is known of each endpoint, as the outputs of the step: single ones of the first, and all of them where there are several. */
function knownOf(endpoints: readonly Outputs[]): Outputs {
  const [first, ...others] = endpoints;
  return { ...first, ...(others.length > 0 && { endpoints: JSON.stringify(endpoints) }) };
}

/** One look at the account serves every spec. */
async function lookUpAll(
  { inputs, signal }: CommandContext,
  { client, names }: { client: ServiceClient; names: readonly string[] },
): Promise<(spec: Spec) => Lookup> {
  if (inputs.endpointId) {
    const live = await client.get(inputs.endpointId, { signal });
    return () => ({ live });
  }
  // Pages that show every name need not be read twice; whoever is missing has to be proved absent before anything is created.
  const isEnough = (endpoints: readonly Endpoint[]) =>
    names.every((name) => endpoints.some(({ config }) => config.name === name));
  const list = await client.list({ signal, isEnough });
  return ({ name, appName }) => findForDeploy(list, { name, appName, allowReplace: inputs.allowReplace });
}

function planOne({
  document,
  spec,
  found,
  context,
}: {
  document: SpecDocument;
  spec: Spec;
  found: Lookup;
  context: CommandContext;
}): Target {
  const { inputs, reporter } = context;
  for (const endpoint of [found.live, found.successor]) if (endpoint) concealEnvs(endpoint, reporter);
  return {
    document,
    plan: makePlan({
      spec,
      secretEnvs: inputs.secretEnvs,
      ...found,
      updateApi: inputs.updateApi,
      resend: inputs.force,
    }),
  };
}

/**
 * What only the plan can tell: members that a new endpoint needs, workers that contradict the number the spec leaves out, v2's own bounds where
 * v2 has to carry a member, members that no call carries.
 */
function planIssues({ document, plan }: Target): Issue[] {
  const isNew = plan.operation === 'create' || (plan.operation === 'replace' && !plan.successor);
  const { minNum, maxNum } = plan.desired.workerConfig;
  const outsideV2 = checkV2Bounds(document, plan.v2Members);
  // A bound says more than that the member cannot be carried.
  const problems = plan.problems.filter(({ member }) => !outsideV2.some(({ path }) => isOf(member, path)));
  return [
    ...(isNew ? checkCreation(document) : []),
    ...(plan.operation === 'unchanged' ? [] : checkMergedWorkers(document, { minNum: minNum, maxNum: maxNum })),
    ...outsideV2,
    ...problems.map(({ member, message, hint }) =>
      issueAt(document, member.split('.'), { code: 'not-updatable', message, hint }),
    ),
  ];
}

/** Workers' settings are judged one by one, every other block as a whole. */
function isOf(member: string, path: IssuePath): boolean {
  const [block] = member.split('.');
  return block === 'workerConfig' ? member === path.join('.') : block === path[0];
}
