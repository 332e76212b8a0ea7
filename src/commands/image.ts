/** Which images a command asks their registries about, when it asks, and what becomes of the answers. */

import { checkImage, type ImageAnswer, type UndecidedAnswer, undecidedHint } from '../check/image.ts';
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

interface Question {
  document: SpecDocument;
  /** Undefined where nothing is asked. */
  written: string | undefined;
}

interface Findings {
  /** One for each question. */
  resolved: readonly (ResolvedImage | undefined)[];
  issues: readonly Issue[];
}

/** With `resolve-image: pin` the specs with digests in place of tags; otherwise the specs as they are. */
export async function pinImages(
  specs: readonly NamedSpec[],
  context: CommandContext,
): Promise<{ specs: readonly NamedSpec[]; issues: readonly Issue[] }> {
  if (context.inputs.resolveImage !== 'pin') return { specs, issues: [] };
  const tags = specs.map(({ document, spec: { image } }) => ({
    document,
    written: image?.image === undefined || hasDigest(image.image) ? undefined : image.image,
  }));
  const { resolved, issues } = await ask(tags, { context, mustKnow: true });
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
  const { resolved, issues } = await ask(images, { context, mustKnow: false });
  const checked = planned.map(({ document, plan }, index) => ({
    document,
    plan: { ...plan, resolvedImage: plan.resolvedImage ?? resolved[index] },
  }));
  return { planned: checked, issues };
}

/** Asks about the images of the specs, also those that change nothing. */
export async function checkSpecImages(documents: readonly SpecDocument[], context: CommandContext): Promise<Findings> {
  if (context.inputs.resolveImage === 'off') return { resolved: [], issues: [] };
  const images = documents.map((document) => ({ document, written: document.spec?.image?.image }));
  return ask(images, { context, mustKnow: false });
}

/** Asks about each image once; each question takes 3 s at most. */
async function ask(
  questions: readonly Question[],
  { context, mustKnow }: { context: CommandContext; mustKnow: boolean },
): Promise<Findings> {
  const written = new Set(questions.flatMap((question) => question.written ?? []));
  const answers = new Map(
    await Promise.all(Array.from(written, async (image) => [image, await resolve(image, context)] as const)),
  );
  if (!mustKnow) noticeUndecided(answers, context);
  return {
    resolved: questions.map((question) => {
      const answer = answers.get(question.written ?? '');
      if (answer?.kind !== 'found') return undefined;
      return { written: question.written ?? '', digest: answer.digest, bytes: answer.bytes };
    }),
    issues: questions.flatMap((question) => {
      const answer = answers.get(question.written ?? '');
      if (question.written === undefined || !answer) return [];
      const parsed = parseReference(question.written);
      const repository = parsed.kind === 'reference' ? parsed.reference : undefined;
      const { document } = question;
      return checkImage({ document, written: question.written, repository, answer, mustKnow }) ?? [];
    }),
  };
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

/** One notice, however many images there are. */
function noticeUndecided(answers: ReadonlyMap<string, ImageAnswer>, { reporter }: CommandContext): void {
  const isUndecided = (answer: ImageAnswer): answer is UndecidedAnswer =>
    answer.kind === 'unknown' || answer.kind === 'unasked';
  const undecided = Array.from(answers, ([written, answer]) => ({ written, answer })).flatMap(({ written, answer }) =>
    isUndecided(answer) ? { written, answer } : [],
  );
  if (undecided.length === 0) return;
  const whys = undecided.map(({ written, answer }) => `${written}: ${answer.came}`);
  reporter.annotate({
    severity: 'notice',
    title: 'image not checked',
    message: `Could not check before the deploy whether ${undecided.length === 1 ? 'the image exists' : 'the images exist'}. ${whys.join('; ')}.`,
    hint: [...new Set(undecided.map(({ answer }) => undecidedHint(answer)))].join(' '),
  });
}
