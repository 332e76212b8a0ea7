/** What deploy and plan have in common: specs, limits and live endpoints → checked plans, before the first write. */

import { checkDocuments, checkPlan } from '../check/plan.ts';
import { asDeployError, DeployError } from '../errors.ts';
import type { Limits } from '../model/endpoint.ts';
import type { Spec } from '../model/spec.ts';
import { digestPlans } from '../plan/digest.ts';
import { makePlan, type Plan } from '../plan/plan.ts';
import { limitWorkers, previewSpec } from '../plan/preview.ts';
import { failureSummary } from '../render/failure.ts';
import { shownImage } from '../render/plan.ts';
import { trailLine } from '../render/text.ts';
import { assertNameFree, findForDeploy, type Lookup, mayBeNamed } from '../rollout/lookup.ts';
import { hasErrors, type Issue } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';
import { writeComment } from './comment.ts';
import type { CommandContext } from './context.ts';
import { planOutputs } from './endpoint-outputs.ts';
import { checkPlanImages, type NamedSpec, type PlannedSpec, pinImages } from './image.ts';
import { mayShow, readNow, withEnvs } from './ownership.ts';
import type { Preview } from './preview.ts';
import { imageOrigin, type ReadSpecs, readSpecs, reportIssues } from './specs.ts';

/**
 * Reads the specs, asks the service for limits and endpoints side by side, and plans; in the order of the specs.
 * `needsLimits`: whether the command fails when the live limits cannot be read. Throws before any write: a `SpecError`
 * with everything that is wrong, static rules and live limits in one list, or what the service or the look-up refused.
 * The comment of the run then says why: an older one would still show what is no longer proposed.
 */
export async function prepare(
  context: CommandContext,
  { preview, needsLimits }: { preview: Preview | undefined; needsLimits: boolean },
): Promise<Plan[]> {
  const { inputs, outputs } = context;
  let named: readonly NamedSpec[] = [];
  try {
    const read = await readSpecs(context);
    assertFewPreviews(context, read.documents.length);
    // A broken spec needs no look-up.
    if (!hasErrors(read.issues)) named = read.documents.flatMap((document) => nameSpec(document, preview));
    // Before anything is written: a secret that no request can carry.
    for (const { spec } of named)
      if (spec.tests?.length) (await import('../tests/request.ts')).assertSendable(spec.tests, inputs.secretEnvs);
    outputs.setEndpoints(named.map(({ spec }) => ({ name: spec.name })));
    const plans = await planSpecs(read, { context, named, needsLimits });
    // What approves the plans; nothing where one of them may not be seen.
    if (plans.every((plan) => mayShow(plan, context)))
      outputs.set({ 'plan-digest': digestPlans(plans, inputs.apiKey) });
    return plans;
  } catch (thrown) {
    const failure = asDeployError(thrown);
    await writeComment(context, {
      endpoints: named.map(({ spec }) => spec.name),
      markdown: failureSummary(inputs.command, failure),
      isPreview: preview !== undefined,
    });
    throw failure;
  }
}

/** That of a preview has a name of its own. */
function nameSpec(document: SpecDocument, preview: Preview | undefined): NamedSpec[] {
  const { spec } = document;
  if (!spec) return [];
  if (!preview) return [{ document, spec }];
  return [{ document, spec: previewSpec(limitWorkers(spec, preview.options), preview.pullRequest.number) }];
}

async function planSpecs(
  { documents, issues, shownTexts }: ReadSpecs,
  { context, named, needsLimits }: { context: CommandContext; named: readonly NamedSpec[]; needsLimits: boolean },
): Promise<Plan[]> {
  const { inputs, outputs, reporter } = context;
  // The other values of a broken spec are still compared with the limits, so that one run shows all there is.
  const isBroken = hasErrors(issues);
  const [limits, { planned, issues: imageIssues }] = await Promise.all([
    readLimits(context, { isNeeded: needsLimits && !isBroken }),
    isBroken ? { planned: [], issues: [] } : planNamed(named, context),
  ]);
  outputs.setEndpoints(planned.map(({ plan }) => planOutputs(plan, context)));
  const shown = planned.filter(({ plan }) => mayShow(plan, context));
  for (const { plan } of shown) {
    const { operation, calls, changes, unverifiable, v2Members, live, desired } = plan;
    const members = changes.map(({ member }) => member);
    const facts = { name: desired.name, endpoint: live?.id, operation, calls, members, v2Members, unverifiable };
    reporter.debug?.(trailLine('plan', facts));
  }
  const live = { limits, mayExceed: inputs.allow.has('beyond-limits') };
  const checked: Issue[] = isBroken
    ? checkDocuments(documents, live)
    : shown.flatMap(({ document, plan }) => checkPlan({ document, plan, ...live }));
  await reportIssues({ issues: [...issues, ...checked, ...imageIssues], shownTexts }, context);
  for (const { document, plan } of shown) {
    const { name, image } = plan.desired;
    if (image.image)
      reporter.info(`Image: ${name} uses ${shownImage(plan.desired)}, from ${imageOrigin(document, inputs)}.`);
  }
  return planned.map(({ plan }) => plan);
}

async function planNamed(
  named: readonly NamedSpec[],
  context: CommandContext,
): Promise<{ planned: readonly PlannedSpec[]; issues: readonly Issue[] }> {
  const { inputs } = context;
  const names = named.map(({ spec }) => spec.name);
  const [find, pinned] = await Promise.all([lookUpAll(names, context), pinImages(named, context)]);
  const looked = await Promise.all(
    pinned.specs.map(async (each) => ({ ...each, found: await readFound(find(each.spec), context) })),
  );
  const planned = looked.map(({ document, spec, resolvedImage, found }) => {
    const { templates } = document;
    const resend = inputs.allow.has('resend');
    const plan = makePlan({ spec, secretEnvs: inputs.secretEnvs, ...found, resend, templates });
    return { document, plan: { ...plan, resolvedImage } };
  });
  const checked = await checkPlanImages(planned, context);
  return { planned: checked.planned, issues: [...pinned.issues, ...checked.issues] };
}

/** Anyone who opens a pull request writes its specs, and each endpoint is billed. */
function assertFewPreviews({ inputs: { preview } }: CommandContext, count: number): void {
  if (!preview || count <= preview.endpoints) return;
  throw new DeployError({
    code: 'limits-exceeded',
    message: `\`spec\` matches ${count} specs, and a pull request has at most ${preview.endpoints} preview endpoints`,
    hint: `Let \`spec\` match fewer, or allow it by a line of \`preview\`: \`endpoints=${count}\`.`,
  });
}

/**
 * The live limits, or undefined when they did not come and the command can do without (`isNeeded: false`): then a
 * warning says that the ranges were not checked. A key that is refused, and a cancelled run, always stop.
 */
export async function readLimits(
  { inputs, reporter, signal, connections }: CommandContext,
  { isNeeded }: { isNeeded: boolean },
): Promise<Limits | undefined> {
  const warn = (why: string, hint: string) =>
    reporter.annotate({
      severity: 'warning',
      title: 'live limits',
      message: `The values of the spec were not checked against the live limits: ${why}.`,
      hint,
    });
  try {
    const client = await connections.service();
    const limits = await client.limits({ signal });
    if (Object.keys(limits).length > 0) return limits;
    warn(
      'the service returned limits in an unknown form',
      'The service decides; a value that it refuses fails the deploy.',
    );
  } catch (error) {
    const isTolerable = error instanceof DeployError && error.code !== 'unauthorized' && error.code !== 'cancelled';
    if ((isNeeded && !inputs.allow.has('beyond-limits')) || !isTolerable) throw error;
    warn(error.message, error.hint);
  }
  return undefined;
}

async function readFound({ live, successor }: Lookup, context: CommandContext): Promise<Lookup> {
  // By its ID, it is looked up by such a reading.
  if (live && context.inputs.endpointId) return { live: await withEnvs(live, context) };
  return {
    live: live && (await readNow(live, context)),
    ...(successor && { successor: await readNow(successor, context) }),
  };
}

/** One look at the account serves every spec. */
async function lookUpAll(
  names: readonly string[],
  { inputs, signal, connections }: CommandContext,
): Promise<(spec: Spec) => Lookup> {
  const client = await connections.service();
  if (inputs.endpointId) {
    const live = await client.get(inputs.endpointId, { signal });
    // A rename must not make a second endpoint of the name.
    const renamed = names.filter((name) => name !== live.config.name);
    const list = renamed.length > 0 ? await client.list({ signal, only: mayBeNamed(renamed) }) : undefined;
    for (const name of renamed) if (list) assertNameFree(list, { id: live.id, name });
    return () => ({ live });
  }
  const list = await client.list({ signal, only: mayBeNamed(names) });
  return ({ name, appName }) => findForDeploy(list, { name, appName, allowReplace: inputs.allow.has('replace') });
}
