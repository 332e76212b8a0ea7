/** The issue in a spec that follows from a registry's answer about its image. */

import { servicePlatform } from '../registry/reference.ts';
import type { Resolution } from '../registry/registries.ts';
import { quote } from '../shown-text.ts';
import { type Issue, type IssueCode, issueAt, type Severity, type SpecDocument } from '../spec/issue.ts';

/** The answer about an image; `unasked` if no registry may or can be asked, with the reason as a clause. */
export type ImageAnswer = Resolution | { readonly kind: 'unasked'; readonly reason: string };

interface ImageCheck {
  document: SpecDocument;
  /** The reference in spec or input. */
  written: string;
  answer: ImageAnswer;
  /** Whether an answer that decides nothing is an error. */
  mustKnow: boolean;
}

/** An error if the registry says no, or nothing that `mustKnow` needs; a notice if it says nothing else. */
export function checkImage({ document, written, answer, mustKnow }: ImageCheck): Issue | undefined {
  const path = ['image', 'image'];
  const issue = (code: IssueCode, what: string, hint: string, severity?: Severity) =>
    issueAt(document, path, { code, what: `is ${quote(written)}, ${what}`, hint, severity });
  if (answer.kind === 'missing')
    return issue(
      'image-not-found',
      'which the registry does not have',
      'Check that the build pushed the image, and its tag or digest.',
    );
  if (answer.kind === 'other-platform') {
    const what = `built for ${answer.platforms.join(', ')} only; the service runs ${servicePlatform}`;
    return issue('image-platform', what, `Build with \`--platform ${servicePlatform}\`, and push the image again.`);
  }
  if (answer.kind === 'found') return undefined;
  const what = `which could not be checked: ${answer.reason}`;
  const hint = undecidedHints[answer.kind === 'unasked' ? 'unasked' : answer.cause];
  if (!mustKnow) return issue('image-unresolved', what, hint, 'notice');
  return issue('image-unresolved', what, `${hint} \`resolve-image: check\` deploys the tag as it is.`);
}

/** What to do about an answer that decides nothing. */
const undecidedHints = {
  unasked: 'No change needed if the image is right; the service decides.',
  'no-access':
    'Check the name of the repository. If it is private, log in first (`docker login`, `docker/login-action` in a workflow) as a user who may read it.',
  'rate-limit': 'Log in to the registry first, or run it again later.',
  unavailable: 'Run it again. If only the service can reach the registry, set `resolve-image: off`.',
  malformed: 'Check the reference. If the registry is right, set `resolve-image: off`.',
} as const;
