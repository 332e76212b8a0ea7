/** Which images a command asks their registries about, when it asks, and what becomes of the answers. */

import { checkImage, type ImageAnswer, undecidedHint } from '../check/image.ts';
import type { Spec } from '../model/spec.ts';
import type { Plan, ResolvedImage } from '../plan/plan.ts';
import { parseReference, pinReference } from '../registry/reference.ts';
import type { Issue } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';
import type { CommandContext } from './context.ts';

export interface NamedSpec {
  document: SpecDocument;
  spec: Spec;
  resolvedImage?: ResolvedImage | undefined;
}

export interface PlannedSpec {
  document: SpecDocument;
  plan: Plan;
}

/** With `resolve-image: pin` the specs with digests in place of tags; otherwise the specs as they are. */
export async function pinImages(
  specs: readonly NamedSpec[],
  context: CommandContext,
): Promise<{ specs: readonly NamedSpec[]; issues: readonly Issue[] }> {
  if (context.inputs.resolveImage !== 'pin') return { specs, issues: [] };
  const tags = specs.map(({ document, spec: { image } }) => {
    const written = image?.image;
    return { document, written: written !== undefined && hasDigest(written) ? undefined : written };
  });
  const { resolved, issues } = await askRegistries(tags, { context, mustKnow: true });
  const pinned = specs.map(({ document, spec }, index) => {
    const resolvedImage = resolved[index];
    if (!resolvedImage) return { document, spec };
    const image = pinReference(resolvedImage.written, resolvedImage.digest);
    return { document, spec: { ...spec, image: { ...spec.image, image } }, resolvedImage };
  });
  return { specs: pinned, issues };
}

/** Asks about the images that the plans bring to an endpoint; returns the plans with what is known of their images. */
export async function checkPlanImages(
  planned: readonly PlannedSpec[],
  context: CommandContext,
): Promise<{ planned: readonly PlannedSpec[]; issues: readonly Issue[] }> {
  const images = planned.map(({ document, plan }) => ({
    document,
    written: isToBeAsked(plan, context) ? plan.desired.image.image : undefined,
  }));
  const { resolved, issues } = await askRegistries(images, { context, mustKnow: false });
  const checked = planned.map(({ document, plan }, index) => ({
    document,
    plan: { ...plan, resolvedImage: plan.resolvedImage ?? resolved[index] },
  }));
  return { planned: checked, issues };
}

/** A tag that was pinned has been asked about; one that could not be pinned is an error. */
function isToBeAsked({ operation, changes, desired, resolvedImage }: Plan, { inputs }: CommandContext): boolean {
  const { image } = desired.image;
  if (inputs.resolveImage === 'off' || resolvedImage !== undefined || image === '') return false;
  if (inputs.resolveImage === 'pin' && !hasDigest(image)) return false;
  return operation === 'create' || operation === 'replace' || changes.some(({ member }) => member === 'image.image');
}

function hasDigest(written: string): boolean {
  return written.includes('@');
}

/** Asks about each image once, 3 s at most; not where `written` is undefined. `resolved`: one for each question. */
export async function askRegistries(
  questions: readonly { document: SpecDocument; written: string | undefined }[],
  { context, mustKnow }: { context: CommandContext; mustKnow: boolean },
): Promise<{ resolved: readonly (ResolvedImage | undefined)[]; issues: readonly Issue[] }> {
  const images = new Set(questions.flatMap(({ written }) => written ?? []));
  const asked = Array.from(images, async (image) => [image, await resolve(image, context)] as const);
  const answers = new Map(await Promise.all(asked));
  if (!mustKnow) noticeUndecided(answers, context);
  const resolved = questions.map(({ written = '' }) => {
    const answer = answers.get(written);
    return answer?.kind === 'found' ? { written, digest: answer.digest, bytes: answer.bytes } : undefined;
  });
  const issues = questions.flatMap(({ document, written = '' }) => {
    const answer = answers.get(written);
    if (!answer) return [];
    const parsed = parseReference(written);
    const repository = parsed.kind === 'reference' ? parsed.reference : undefined;
    return checkImage({ document, written, repository, answer, mustKnow }) ?? [];
  });
  return { resolved, issues };
}

async function resolve(written: string, { github, connections, signal }: CommandContext): Promise<ImageAnswer> {
  // Whoever proposes a spec must not choose what this machine connects to.
  if (github.context.trust.kind !== 'trusted')
    return { kind: 'unasked', came: 'registries are not queried for code that anyone can propose' };
  const parsed = parseReference(written);
  if (parsed.kind === 'invalid') {
    const { found, allowed } = parsed.problem;
    return { kind: 'unasked', came: `it has ${found}; allowed: ${allowed}` };
  }
  return (await connections.registries()).resolve(parsed.reference, signal);
}

/** One notice, however many images there are. */
function noticeUndecided(answers: ReadonlyMap<string, ImageAnswer>, { reporter }: CommandContext): void {
  const undecided = [...answers].flatMap(([written, answer]) =>
    answer.kind === 'unknown' || answer.kind === 'unasked'
      ? [{ why: `${written}: ${answer.came}`, hint: undecidedHint(answer) }]
      : [],
  );
  if (undecided.length === 0) return;
  const what = undecided.length === 1 ? 'the image exists' : 'the images exist';
  reporter.annotate({
    severity: 'notice',
    title: 'image not checked',
    message: `Could not check before the deploy whether ${what}. ${undecided.map(({ why }) => why).join('; ')}.`,
    hint: [...new Set(undecided.map(({ hint }) => hint))].join(' '),
  });
}
