/** What deploy and plan have in common: specs, limits and live endpoints → checked plans, before the first write. */

import { type Found, lookUpAll, nearIn } from '../account/find.ts';
import { isDeployedHere, orphansBeside, orphanWarnings } from '../account/orphans.ts';
import { openReads, withEnvs } from '../account/reads.ts';
import { checkDocuments, checkPlan, warnNearNames } from '../check/plan.ts';
import { asDeployError, DeployError } from '../errors.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { Endpoint, Limits } from '../model/endpoint.ts';
import { needsVerdict } from '../model/load.ts';
import type { Spec } from '../model/spec.ts';
import { whyNotFirst } from '../plan/candidate.ts';
import { digestPlans } from '../plan/digest.ts';
import { isTakenOver, mayShow } from '../plan/ownership.ts';
import { makePlan, type Plan, planToJson } from '../plan/plan.ts';
import { candidateName, limitWorkers, previewName, previewSpec, renamedSpec } from '../plan/preview-spec.ts';
import { pinReference } from '../registry/reference.ts';
import { failureSummary } from '../render/failure.ts';
import { tellRefusal } from '../render/outcome.ts';
import { digestIn, endpointOutputs } from '../render/outputs.ts';
import { tellRunFailure } from '../render/run-failure.ts';
import type { EndpointOutputs } from '../report.ts';
import type { CommandContext } from '../run/context.ts';
import { askRegistries, namesIn, type ReadSpecs, readSpecs, reportIssues } from '../run/specs.ts';
import { writeComment } from '../run/tell-github.ts';
import { hasErrors, type Issue, type SpecDocument } from '../spec/issue.ts';

/** A document, and its spec under the name that is deployed. */
type NamedSpec = { document: SpecDocument; spec: Spec };

/**
 * Reads the specs, asks the service for limits and endpoints side by side, and plans; in the order of the specs.
 * Throws before any write: a `DeployError` with everything that is wrong, static rules and live limits in one list, or
 * what the service or the look-up refused. The comment of the run then says why: an older one would be out of date.
 */
export async function prepare(context: CommandContext): Promise<{ plans: Plan[]; planDigest: string }> {
  const { inputs, outputs, preview } = context;
  let names: readonly string[] = [];
  try {
    const read = await readSpecs(context);
    const nameOf = (name: string) => (preview ? previewName(name, preview.pullRequest.number) : name);
    names = namesIn(read.documents).map(nameOf);
    // A broken spec needs no look-up.
    const nameSpec = (given: Spec, { ownName }: SpecDocument) => {
      const spec = renamedSpec(given, ownName);
      return preview ? previewSpec(limitWorkers(spec, inputs.preview?.workers ?? 1), preview.pullRequest.number) : spec;
    };
    const named: readonly NamedSpec[] = hasErrors(read.issues)
      ? []
      : read.documents.flatMap((each) => (each.spec ? { document: each, spec: nameSpec(each.spec, each) } : []));
    // Before anything is written: a secret that no request can carry.
    for (const { spec } of named)
      if (spec.tests?.length) (await import('../tests/request.ts')).assertSendable(spec.tests, inputs.secretEnvs);
    outputs.setEndpoints(named.map(({ spec }) => ({ name: spec.name })));
    const plans = await planSpecs({ ...read, named }, context);
    // The digest approves the plans, so there is none where a plan may not be seen.
    return { plans, planDigest: plans.every(({ isShown }) => isShown) ? digestPlans(plans, inputs) : '' };
  } catch (thrown) {
    const failure = tellRunFailure(asDeployError(thrown), context, { isTold: false });
    await writeComment(context, { names, markdown: failureSummary(failure) });
    throw failure;
  }
}

async function planSpecs(
  { documents, issues, named }: ReadSpecs & { named: readonly NamedSpec[] },
  context: CommandContext,
): Promise<Plan[]> {
  const { inputs, outputs, github } = context;
  // The other values of a broken spec are still compared with the limits, so that one run shows all there is.
  const isBroken = hasErrors(issues);
  const isDeploy = inputs.command === 'deploy';
  const reading = readLimits(context, { isNeeded: isDeploy && !isBroken });
  const [limits, planned] = await Promise.all([reading, isBroken ? [] : planNamed(named, context)]);
  const plans = planned.map(({ plan }) => plan);
  outputs.setEndpoints(plans.map((plan) => planOutputs(plan, isDeploy)));
  const limited = { limits, mayExceed: inputs.allow.has('beyond-limits') };
  const checked: Issue[] = isBroken
    ? checkDocuments(documents, limited)
    : planned.flatMap(({ document, plan }) => (plan.isShown ? checkPlan({ document, plan, ...limited }) : []));
  const ofImages = planned.flatMap((each) => each.issues);
  const refusedBy = (failure: DeployError) => (isDeploy ? tellRefusal(plans, failure, github.context) : undefined);
  await reportIssues([...issues, ...checked, ...ofImages], context, refusedBy);
  return plans;
}

/** The outputs of a plan, carried out or not; name and ID alone of an endpoint that must not be shown. */
function planOutputs(plan: Plan, isDeploy: boolean): EndpointOutputs {
  const { desired, live, isShown } = plan;
  if (!isShown) return { name: desired.name, 'endpoint-id': live?.id ?? '' };
  const { image } = desired.image;
  const planned = { name: desired.name, image, 'image-digest': digestIn(image), plan: JSON.parse(planToJson(plan)) };
  const found = endpointOutputs(live);
  // A plan names the image that a later step is to deploy; before a deploy has succeeded, the live one counts.
  const known = isDeploy ? { ...planned, ...found } : { ...found, ...planned };
  // A later step promotes only an image that has passed its tests in this run.
  return { ...known, ...(needsVerdict(plan) && { 'image-digest': '' }) };
}

/** The plans; `resolve-image: pin` puts digests in place of tags. Registries are asked about what a plan changes. */
async function planNamed(named: readonly NamedSpec[], context: CommandContext) {
  const { inputs, reporter } = context;
  const tagToPin = ({ image }: Spec) =>
    inputs.resolveImage === 'pin' && !image?.image?.includes('@') ? image?.image : undefined;
  const tags = named.map((each) => ({ ...each, written: tagToPin(each.spec) }));
  const names = named.map(({ spec }) => spec.name);
  const candidates = new Set(names.map(candidateName));
  const isCandidate = ({ config }: Endpoint) => candidates.has(config.name);
  const [{ found, list }, pinned] = await Promise.all([
    lookUpAll({ names, keeps: (each) => candidates.has(each.name) || isDeployedHere(each, context) }, context),
    askRegistries(tags, { context, mustKnow: true }),
  ]);
  // A look-up by ID lists nothing.
  const byName = inputs.endpointId !== '' && named.some(({ spec }) => spec.candidate === true);
  const listed = byName ? await openReads(context).list({ only: ({ name }) => candidates.has(name) }) : list;
  const beside = await Promise.all(listed.filter(isCandidate).map((each) => withEnvs(each, context)));
  const planned = pinned.map(({ document, spec, resolvedImage, issues }, index) => {
    const image = resolvedImage && { ...spec.image, image: pinReference(resolvedImage.written, resolvedImage.digest) };
    const looked = found[index] as Found;
    const { live, others } = looked;
    const made = makePlan({
      spec: image ? { ...spec, image } : spec,
      secretEnvs: inputs.secretEnvs,
      live,
      templates: document.templates,
      imageFrom: 'input' in document.place(['image', 'image']) ? 'input' : undefined,
      isTakenOver: isTakenOver(live, context),
      ownName: document.ownName || undefined,
    });
    const near = live ? undefined : nearIn(looked);
    const why = whyNotFirst(made, context);
    const first = {
      isFirst: why === undefined,
      why,
      found: beside.find(({ config }) => config.name === candidateName(spec.name)),
    };
    const plan = { ...made, resolvedImage, near, isShown: mayShow(live, context), first };
    const written = isToBeAsked(plan, inputs) ? plan.desired.image.image : undefined;
    const { compare, ownName } = plan;
    // The names of this step are no others, and need not be listed yet.
    const isOfStep = compare && [ownName, ...names].includes(compare.with);
    const twin = compare && !isOfStep ? nearIn({ name: compare.with, others }) : undefined;
    return { document, plan, issues: [...issues, ...warnNearNames(document, plan, twin)], written };
  });
  const answered = await askRegistries(planned, { context, mustKnow: false });
  const isWhole = !named.some(({ document }) => document.written(['name'])?.includes('${'));
  const specNames = named.flatMap(({ document }) => document.ownName ?? []);
  const plans = planned.map(({ plan }) => plan);
  const orphans = orphansBeside(list, { plans, specNames, isWhole, run: context });
  for (const warning of orphanWarnings(orphans, plans)) reporter.annotate(warning);
  return answered.map(({ document, plan, issues, resolvedImage = plan.resolvedImage }) => {
    return { document, plan: { ...plan, resolvedImage, beside: orphans.map(({ words }) => words) }, issues };
  });
}

/** A pinned tag has been resolved already; a tag that could not be pinned is an error already. */
function isToBeAsked({ operation, changes, desired, resolvedImage }: Plan, { resolveImage }: Inputs): boolean {
  const { image } = desired.image;
  if (resolveImage === 'off' || resolvedImage !== undefined || image === '') return false;
  if (resolveImage === 'pin' && !image.includes('@')) return false;
  return operation === 'create' || changes.some(({ member }) => member === 'image.image');
}

/** The limits; undefined, with a warning, when they did not come and are not needed. A refused key always stops. */
export async function readLimits(
  context: CommandContext,
  { isNeeded }: { isNeeded: boolean },
): Promise<Limits | undefined> {
  const { inputs, reporter } = context;
  let unread = {
    message: 'the service returned limits in an unknown form',
    hint: 'The service decides; a value that it refuses fails the deploy.',
  };
  try {
    const limits = await openReads(context).limits();
    if (Object.keys(limits).length > 0) return limits;
  } catch (error) {
    const isTolerable = error instanceof DeployError && error.code !== 'unauthorized' && error.code !== 'cancelled';
    if ((isNeeded && !inputs.allow.has('beyond-limits')) || !isTolerable) throw error;
    unread = error;
  }
  const message = `The values of the spec were not checked against the live limits: ${unread.message}.`;
  reporter.warn({ title: 'limits not checked', message, hint: unread.hint });
  return undefined;
}
