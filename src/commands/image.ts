/** Which images a command asks their registries about, when it asks, and what becomes of the answers. */

import { checkImage, type ImageAnswer, type UndecidedAnswer, undecidedHint } from '../check/image.ts';
import type { Spec } from '../model/spec.ts';
import type { Plan, ResolvedImage } from '../plan/plan.ts';
import { parseReference, pinReference } from '../registry/reference.ts';
import type { Registries } from '../registry/registries.ts';
import type { Issue } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';
import type { CommandContext } from './context.ts';

export interface NamedSpec {
  document: SpecDocument;
  spec: Spec;
}

export interface PlannedSpec {
  document: SpecDocument;
  plan: Plan;
}

type ImageContext = Pick<CommandContext, 'inputs' | 'reporter' | 'signal' | 'github' | 'connections'>;

/** The questions of one command about images. Each image is asked about once, and each question takes 3 s at most. */
export interface Images {
  /** With `resolve-image: pin` the specs with digests in place of tags, asked for at once; otherwise the specs as they are. */
  pin(specs: readonly NamedSpec[]): Promise<readonly (NamedSpec & { resolvedImage?: ResolvedImage })[]>;
  /** Asks about the images that the plans bring to an endpoint; returns the plans with what is known of their images. */
  checkPlans(planned: readonly PlannedSpec[]): Promise<readonly PlannedSpec[]>;
  /** Asks about the images of the specs, whatever they would change; returns what was found, with references as they are written. */
  checkSpecs(specs: readonly NamedSpec[]): Promise<readonly ResolvedImage[]>;
  /** The errors of all questions so far. */
  issues(): readonly Issue[];
  /** Ends what is still asked. */
  close(): Promise<void>;
}

/** Opens nothing before the first question. */
export function openImages({ inputs, reporter, signal, github, connections }: ImageContext): Images {
  const { resolveImage } = inputs;
  const issues: Issue[] = [];
  const answers = new Map<string, Promise<ImageAnswer>>();
  const closed = new AbortController();
  const asking = AbortSignal.any([signal, closed.signal]);
  let registries: Promise<Registries> | undefined;

  async function resolve(written: string): Promise<ImageAnswer> {
    // Whoever proposes a spec must not choose what this machine connects to.
    if (github.context.trust.kind !== 'trusted')
      return { kind: 'unasked', came: 'registries are not queried for code that anyone can propose' };
    const parsed = parseReference(written);
    if (parsed.kind === 'invalid') {
      const { found, allowed } = parsed.problem;
      return { kind: 'unasked', came: `it has ${found}; allowed: ${allowed}` };
    }
    registries ??= connections.registries();
    return (await registries).resolve(parsed.reference, asking);
  }

  function ask(written: string): Promise<ImageAnswer> {
    const answer = answers.get(written) ?? resolve(written);
    answers.set(written, answer);
    return answer;
  }

  /** Keeps the error, if the answer is one. */
  async function judge({
    document,
    written,
    mustKnow,
  }: {
    document: SpecDocument;
    written: string;
    mustKnow: boolean;
  }): Promise<{ answer: ImageAnswer; resolvedImage: ResolvedImage | undefined }> {
    const answer = await ask(written);
    const parsed = parseReference(written);
    const repository = parsed.kind === 'reference' ? parsed.reference : undefined;
    const issue = checkImage({ document, written, repository, answer, mustKnow });
    if (issue) issues.push(issue);
    if (answer.kind !== 'found') return { answer, resolvedImage: undefined };
    const { digest, bytes } = answer;
    return { answer, resolvedImage: { written, digest, bytes } };
  }

  return {
    pin(specs) {
      if (resolveImage !== 'pin') return Promise.resolve(specs);
      return Promise.all(
        specs.map(async ({ document, spec }) => {
          const written = spec.image?.image;
          if (written === undefined || hasDigest(written)) return { document, spec };
          const { resolvedImage } = await judge({ document, written, mustKnow: true });
          if (!resolvedImage) return { document, spec };
          const pinned = pinReference(written, resolvedImage.digest);
          return { document, spec: { ...spec, image: { ...spec.image, image: pinned } }, resolvedImage };
        }),
      );
    },
    async checkPlans(planned) {
      const undecided: Undecided[] = [];
      const checked = await Promise.all(
        planned.map(async ({ document, plan }) => {
          if (!isToBeAsked(plan, resolveImage)) return { document, plan };
          const written = plan.desired.image.image;
          const judged = await judge({ document, written, mustKnow: false });
          keepUndecided(undecided, { written, answer: judged.answer });
          return { document, plan: { ...plan, resolvedImage: judged.resolvedImage } };
        }),
      );
      noticeUndecided(undecided, reporter);
      return checked;
    },
    async checkSpecs(specs) {
      if (resolveImage === 'off') return [];
      const undecided: Undecided[] = [];
      const resolved = await Promise.all(
        specs.map(async ({ document, spec }) => {
          const written = spec.image?.image;
          if (written === undefined) return [];
          const judged = await judge({ document, written, mustKnow: false });
          keepUndecided(undecided, { written, answer: judged.answer });
          return judged.resolvedImage ?? [];
        }),
      );
      noticeUndecided(undecided, reporter);
      return resolved.flat();
    },
    issues: () => issues,
    async close() {
      closed.abort(new Error('the answer is no longer needed'));
      await (await registries)?.close();
    },
  };
}

/** A tag that was pinned has been asked about; one that could not be pinned is an error. */
function isToBeAsked(plan: Plan, mode: CommandContext['inputs']['resolveImage']): boolean {
  const { operation, changes, desired, resolvedImage } = plan;
  if (mode === 'off' || resolvedImage !== undefined || desired.image.image === '') return false;
  if (mode === 'pin' && !hasDigest(desired.image.image)) return false;
  return operation === 'create' || operation === 'replace' || changes.some(({ member }) => member === 'image.image');
}

function hasDigest(written: string): boolean {
  return written.includes('@');
}

interface Undecided {
  written: string;
  answer: UndecidedAnswer;
}

function keepUndecided(undecided: Undecided[], { written, answer }: { written: string; answer: ImageAnswer }): void {
  if (answer.kind !== 'unknown' && answer.kind !== 'unasked') return;
  if (!undecided.some((other) => other.written === written)) undecided.push({ written, answer });
}

/** One notice, however many images there are. */
function noticeUndecided(undecided: readonly Undecided[], reporter: ImageContext['reporter']): void {
  if (undecided.length === 0) return;
  const whys = undecided.map(({ written, answer }) => `${written}: ${answer.came}`);
  reporter.annotate({
    severity: 'notice',
    title: 'image not checked',
    message: `Could not check before the deploy whether ${undecided.length === 1 ? 'the image exists' : 'the images exist'}. ${whys.join('; ')}.`,
    hint: [...new Set(undecided.map(({ answer }) => undecidedHint(answer)))].join(' '),
  });
}
