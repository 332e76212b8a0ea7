/** What deploy and plan have in common: specs, live limits and live endpoints → one plan for each spec, checked before the first write. */

import { checkDocuments, checkPlan } from '../check/plan.ts';
import { DeployError } from '../errors.ts';
import type { Templates } from '../model/display.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Limits } from '../model/limits.ts';
import type { Spec } from '../model/spec.ts';
import { makePlan, type Plan } from '../plan/plan.ts';
import { shownImage } from '../render/plan.ts';
import { routingLine } from '../render/trail.ts';
import { assertNameFree, findForDeploy, type Lookup, mayBeNamed } from '../rollout/lookup.ts';
import type { ServiceClient } from '../service/client.ts';
import { hasErrors } from '../spec/issue.ts';
import { type CommandContext, redactEnvs } from './context.ts';
import { endpointOutputs } from './endpoint-outputs.ts';
import { type NamedSpec, openImages, type PlannedSpec } from './image.ts';
import { mayShow, withEnvs } from './ownership.ts';
import { imageOrigin, readSpecs, reportIssues } from './specs.ts';

export interface PrepareOptions {
  client: ServiceClient;
  /** Whether the command fails when the live limits cannot be read. */
  needsLimits: boolean;
  /** What becomes of each spec before it is looked up: another name for a preview. */
  transform?: ((spec: Spec) => Spec) | undefined;
  /** Called with the names as soon as the specs are read, to ask others beside the service. */
  onNames?: (names: readonly string[]) => void;
}

/**
 * Reads the specs, asks the service for limits and endpoints side by side, and plans; in the order of the specs. Throws before any write: a `SpecError`
 * with everything that is wrong, static rules and live limits in one list, or what the service or the look-up refused.
 */
export async function prepare(context: CommandContext, options: PrepareOptions): Promise<Plan[]> {
  const { inputs, outputs, reporter } = context;
  const { client, needsLimits, transform = (spec: Spec) => spec, onNames } = options;
  warnOfEmptySecrets(context);
  const { documents, issues, shownTexts } = await readSpecs(context);
  assertFewPreviews(inputs, documents.length);
  // A broken spec needs no look-up, but its other values are still compared with the limits, so that one run shows all there is.
  const isBroken = hasErrors(issues);
  const sound = documents.flatMap((document) =>
    document.spec && !isBroken ? [{ document, spec: transform(document.spec) }] : [],
  );
  for (const { spec } of sound) await assertTestsSendable(spec, inputs);
  const names = sound.map(({ spec }) => spec.name);
  outputs.setEndpoints(names.map((name) => ({ name })));
  onNames?.(names);
  const images = openImages(context);
  const planAll = async (specs: readonly NamedSpec[]): Promise<readonly PlannedSpec[]> => {
    const [find, pinned] = await Promise.all([lookUpAll(context, { client, names }), images.pin(specs)]);
    const looked = await Promise.all(
      pinned.map(async (each) => ({
        ...each,
        found: await withEnvsOf(find(each.spec), { client, signal: context.signal }),
      })),
    );
    redactEnvs(
      looked.flatMap(({ found }) => [found.live, found.successor]),
      reporter,
    );
    const planned = looked.map(({ document, spec, resolvedImage, found }) => ({
      document,
      plan: { ...planFor(spec, { found, inputs, templates: document.templates }), resolvedImage },
    }));
    return images.checkPlans(planned);
  };
  const [limits, planned] = await Promise.all([
    readLimits(context, { client, isNeeded: needsLimits && !isBroken }),
    isBroken ? undefined : planAll(sound),
  ]).finally(images.close);
  const shown = (planned ?? []).filter(({ plan }) => mayShow(plan, context));
  for (const { plan } of shown) reporter.debug?.(routingLine(plan));
  outputs.setEndpoints(
    (planned ?? []).map(({ plan }) => ({
      name: plan.desired.name,
      ...(mayShow(plan, context) ? endpointOutputs(plan.live) : { 'endpoint-id': plan.live?.id ?? '' }),
    })),
  );
  const live = { limits, mayExceed: inputs.allow.has('beyond-limits') };
  const checked = planned
    ? shown.flatMap(({ document, plan }) => checkPlan({ document, plan, ...live }))
    : checkDocuments(documents, live);
  await reportIssues({ issues: [...issues, ...checked, ...images.issues()], shownTexts }, context);
  for (const { document, plan } of shown) {
    const { name, image } = plan.desired;
    if (image.image)
      reporter.info(`Image: ${name} uses ${shownImage(plan.desired)}, from ${imageOrigin(document, inputs)}.`);
  }
  return (planned ?? []).map(({ plan }) => plan);
}

/** Anybody who opens a pull request writes its specs, and each endpoint is billed. */
function assertFewPreviews({ preview }: Pick<CommandContext['inputs'], 'preview'>, count: number): void {
  if (!preview || count <= preview.endpoints) return;
  throw new DeployError({
    code: 'limits-exceeded',
    message: `\`spec\` matches ${count} specs, and a pull request has at most ${preview.endpoints} preview endpoints`,
    hint: `Let \`spec\` match fewer, or allow it by a line of \`preview\`: \`endpoints=${count}\`.`,
  });
}

/**
 * The live limits, or undefined when they did not come and the command can do without (`isNeeded: false`): then a warning says that
 * the ranges were not checked. A key that is refused, and a cancelled run, always stop.
 */
export async function readLimits(
  { inputs, reporter, signal }: Pick<CommandContext, 'inputs' | 'reporter' | 'signal'>,
  { client, isNeeded }: { client: Pick<ServiceClient, 'limits'>; isNeeded: boolean },
): Promise<Limits | undefined> {
  const warn = (why: string, hint: string) =>
    reporter.annotate({
      severity: 'warning',
      title: 'live limits',
      message: `The values of the spec were not checked against the live limits: ${why}.`,
      hint,
    });
  try {
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

async function withEnvsOf(
  { live, successor }: Lookup,
  options: { client: ServiceClient; signal: AbortSignal },
): Promise<Lookup> {
  return {
    live: live && (await withEnvs(live, options)),
    ...(successor && { successor: await withEnvs(successor, options) }),
  };
}

/** Before anything is written: a secret that no request can carry. */
async function assertTestsSendable(
  { tests = [] }: Spec,
  { secretEnvs }: Pick<CommandContext['inputs'], 'secretEnvs'>,
): Promise<void> {
  if (tests.length === 0) return;
  const { assertSendable } = await import('../tests/endpoint-tests.ts');
  assertSendable(tests, secretEnvs);
}

/** One look at the account serves every spec. */
async function lookUpAll(
  { inputs, signal }: CommandContext,
  { client, names }: { client: ServiceClient; names: readonly string[] },
): Promise<(spec: Spec) => Lookup> {
  if (inputs.endpointId) {
    const live = await client.get(inputs.endpointId, { signal });
    // A rename must not make a second endpoint of the name.
    const renamed = names.filter((name) => name !== live.config.name);
    const list = renamed.length > 0 ? await client.list({ signal, only: mayBeNamed(renamed) }) : undefined;
    for (const name of renamed) if (list) assertNameFree(list, { id: live.id, name });
    return () => ({ live });
  }
  // Pages that show every name need not be read twice; whoever is missing has to be proved absent before anything is created.
  // The list after a create is the second look: an endpoint that this one passed over is a rival there.
  const isEnough = (endpoints: readonly Endpoint[]) =>
    names.every((name) => endpoints.some(({ config }) => config.name === name));
  const list = await client.list({ signal, only: mayBeNamed(names), isEnough, isReadAgain: true });
  return ({ name, appName }) => findForDeploy(list, { name, appName, allowReplace: inputs.allow.has('replace') });
}

function planFor(
  spec: Spec,
  { found, inputs, templates }: { found: Lookup; inputs: CommandContext['inputs']; templates: Templates },
): Plan {
  return makePlan({
    spec,
    secretEnvs: inputs.secretEnvs,
    ...found,
    resend: inputs.allow.has('resend'),
    templates,
  });
}

/** Warns of entries of `secret-envs` without a value: that is what a misspelt secret is, and one that the run may not read. */
function warnOfEmptySecrets({ inputs, reporter }: Pick<CommandContext, 'inputs' | 'reporter'>): void {
  const keys = [...inputs.secretEnvs].flatMap(([key, value]) => (value === '' ? [key] : []));
  if (keys.length === 0) return;
  reporter.annotate({
    severity: 'warning',
    title: 'secret-envs',
    message: `The \`secret-envs\` input gives no value for ${keys.join(', ')}.`,
    hint: 'Check the name of the secret, and whether this run may read it: runs by Dependabot and for forks get no secrets.',
  });
}
