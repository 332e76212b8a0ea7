/** What a registry's answer about an image means for the spec that names it. */

import { servicePlatform } from '../registry/reference.ts';
import type { Resolution } from '../registry/registries.ts';
import { type Issue, type IssuePath, issueAt, memberText, valueText } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';

/** What came of the question; `unasked` where the image must not or cannot be asked about, `came` as the end of a sentence. */
export type ImageAnswer = Resolution | { readonly kind: 'unasked'; readonly came: string };

export type UndecidedAnswer = Extract<ImageAnswer, { kind: 'unknown' | 'unasked' }>;

export interface ImageCheck {
  readonly document: SpecDocument;
  /** The reference as the spec or the input has it. */
  readonly written: string;
  /** Of the registry and the repository in it, for messages. */
  readonly repository: { readonly domain: string; readonly path: string } | undefined;
  readonly answer: ImageAnswer;
  /** Whether an answer that decides nothing is an error. */
  readonly mustKnow: boolean;
}

const path: IssuePath = ['image', 'image'];

/** An error where the registry says no, and where it says nothing that `mustKnow` needs; undefined otherwise. */
export function checkImage(check: ImageCheck): Issue | undefined {
  const { document, written, answer, mustKnow } = check;
  const subject = `${memberText(document.inFile(path))} is ${valueText(written)}`;
  switch (answer.kind) {
    case 'found':
      return undefined;
    case 'missing':
      return issueAt(document, path, {
        code: 'image-not-found',
        message: `${subject}, which does not exist: ${missingText(check, answer.what)}`,
        hint: missingHint(answer),
      });
    case 'other-platform':
      return issueAt(document, path, {
        code: 'image-platform',
        message: `${subject}, built for ${answer.platforms.join(', ')} only; the service runs ${servicePlatform}`,
        hint: `Build with \`--platform ${servicePlatform}\`, and push the image again.`,
      });
    default:
      if (!mustKnow) return undefined;
      return issueAt(document, path, {
        code: 'image-unresolved',
        message: `${subject}, and its digest could not be resolved: ${answer.came}`,
        hint: `${undecidedHint(answer)} \`resolve-image: check\` deploys the tag as it is.`,
      });
  }
}

/** What to do about an answer that decides nothing. */
export function undecidedHint(answer: UndecidedAnswer): string {
  if (answer.kind === 'unasked') return 'No change needed if the image is right; the service decides.';
  switch (answer.reason) {
    case 'no-access':
      return 'Check the name of the repository. If it is private, log in first (`docker login`, `docker/login-action` in a workflow) as a user who may read it.';
    case 'rate-limit':
      return 'Log in to the registry first, or run it again later.';
    case 'unavailable':
      return 'Run it again. If only the service can reach the registry, set `resolve-image: off`.';
    default:
      return 'Check the reference. If the registry is right, set `resolve-image: off`.';
  }
}

type Missing = Extract<ImageAnswer, { kind: 'missing' }>;

function missingText({ written, repository }: ImageCheck, what: Missing['what']): string {
  if (!repository) return `the registry has no such ${what}`;
  const { domain, path: name } = repository;
  if (what === 'digest') return `${domain} has no image with this digest in ${name}`;
  const tag = /:([\w.-]+)$/.exec(written)?.[1] ?? 'latest';
  return `${domain} has no tag ${tag} in ${name}`;
}

function missingHint({ what, nearTags }: Missing): string {
  const shown = nearTags.map((tag) => `\`${tag}\``).join(', ');
  if (nearTags.length > 0) return `Did you mean ${shown}? If not, push the image first.`;
  return what === 'digest'
    ? 'Check that the build pushed the image, and its digest.'
    : 'Check that the build pushed the image, and under which tag.';
}
