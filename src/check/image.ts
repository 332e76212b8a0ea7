/** What a registry's answer about an image means for the spec that names it. */

import { servicePlatform } from '../registry/reference.ts';
import type { Resolution } from '../registry/registries.ts';
import { type Issue, type IssuePath, issueAt, memberText, type SpecDocument, valueText } from '../spec/issue.ts';

/** What came of the question; `unasked` where the image must not or cannot be asked about, with why as a clause. */
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
    case 'missing': {
      const message = `${subject}, which does not exist: ${missingText(check, answer.what)}`;
      return issueAt(document, path, { code: 'image-not-found', message, hint: missingHint(answer) });
    }
    case 'other-platform': {
      const message = `${subject}, built for ${answer.platforms.join(', ')} only; the service runs ${servicePlatform}`;
      const hint = `Build with \`--platform ${servicePlatform}\`, and push the image again.`;
      return issueAt(document, path, { code: 'image-platform', message, hint });
    }
    default: {
      const message = `${subject}, and its digest could not be resolved: ${answer.came}`;
      const hint = `${undecidedHint(answer)} \`resolve-image: check\` deploys the tag as it is.`;
      return mustKnow ? issueAt(document, path, { code: 'image-unresolved', message, hint }) : undefined;
    }
  }
}

/** What to do about an answer that decides nothing. */
export const undecidedHint = (answer: UndecidedAnswer): string =>
  undecidedHints[answer.kind === 'unasked' ? 'unasked' : answer.reason];

const undecidedHints = {
  unasked: 'No change needed if the image is right; the service decides.',
  'no-access':
    'Check the name of the repository. If it is private, log in first (`docker login`, `docker/login-action` in a workflow) as a user who may read it.',
  'rate-limit': 'Log in to the registry first, or run it again later.',
  unavailable: 'Run it again. If only the service can reach the registry, set `resolve-image: off`.',
  malformed: 'Check the reference. If the registry is right, set `resolve-image: off`.',
} as const;

type Missing = Extract<ImageAnswer, { kind: 'missing' }>;

function missingText({ written, repository }: ImageCheck, what: Missing['what']): string {
  if (!repository) return `the registry has no such ${what}`;
  const { domain, path: name } = repository;
  if (what === 'digest') return `${domain} has no image with this digest in ${name}`;
  return `${domain} has no tag ${/:([\w.-]+)$/.exec(written)?.[1] ?? 'latest'} in ${name}`;
}

function missingHint({ what, nearTags }: Missing): string {
  const shown = nearTags.map((tag) => `\`${tag}\``).join(', ');
  if (nearTags.length > 0) return `Did you mean ${shown}? If not, push the image first.`;
  return `Check that the build pushed the image, and ${what === 'digest' ? 'its digest' : 'under which tag'}.`;
}
