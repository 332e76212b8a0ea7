/** The faults of a worker, by the words of the service. */

import { bounded } from '../shown-text.ts';
import type { State } from './endpoint.ts';

export type Fault = 'image-pull-definite' | 'image-pull' | 'no-capacity' | 'crashed';

/**
 * Only words of failure: "pulling image" is progress and may last for minutes. A text names a fault when all of its
 * patterns match. The order counts, because a message about a pull also quotes the registry, which may say anything.
 */
const namedBy: readonly [Fault, ...RegExp[]][] = [
  // The last words of a container may be about anything: memory that is not available, a model that is not found.
  ['crashed', /^(?!.* pull).* exit/, / (?:code|status)|^ exited/],
  ['crashed', /^(?!.* pull).* for url /, / (?:not found|unauthori[sz]ed|forbidden|denied)/],
  ['image-pull-definite', / (?:manifest unknown|no such image|no matching manifest|name unknown)/],
  ['image-pull-definite', / (?:invalidimagename|invalid image name|invalid reference)/],
  [
    'image-pull-definite',
    / (?:pull|image|manifest|repository|artifact|errimagepull)/,
    / (?:not found|does not exist|unauthori[sz]ed|denied|forbidden|authentication required)/,
  ],
  ['image-pull', / (?:toomanyrequests|invalid image|errimagepull|imagepull)/],
  ['image-pull', / pull/, / (?:fail|err|unable|cannot|could not|back-off|backoff|timed out|timeout)/],
  ['no-capacity', / fail/, / to schedule/],
  ['no-capacity', / insufficient/, / (?:resource|capacity|gpu)/],
  ['no-capacity', / (?:unschedulable|out of stock|no capacity|no free gpu|no available)/],
  ['crashed', / (?:crash[ -]?loop|back-off restarting|out of memory|oom[ -]?kill)/],
  ['crashed', / exit/, / (?:code|status|container|exited)/],
];

/** The registry limits its clients or does not answer: that does not speak against the image. */
const passing = / (?:toomanyrequests|too many requests|rate limit|timed out|timeout|connection re|50[234])/;

const maxStateText = 2048;

export function faultNamedIn(text: string): Fault | undefined {
  // A word counts from its beginning: `terraform` is no error.
  const words = ` ${text
    .slice(0, maxStateText)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, ' ')}`;
  const fault = namedBy.find(([, ...patterns]) => patterns.every((pattern) => pattern.test(words)))?.[0];
  return fault === 'image-pull-definite' && passing.test(words) ? 'image-pull' : fault;
}

/** Whether the words are about a failed health check: the service may kill the worker for it, with any exit code. */
export function namesHealthCheck(text: string): boolean {
  return /health[\s_-]?check|\b(?:liveness|readiness|startup)[\s_-]?probe/i.test(text);
}

/** The service's own words; '' without any. */
export function wordsOf({ error, message }: State): string {
  return bounded([...new Set([error, message].map((text) => text.trim()).filter(Boolean))].join(': '), maxStateText);
}

export function quoteState(state: State): string {
  const words = wordsOf(state);
  return words && `: "${words}"`;
}

/** The detail in the words of a fault: an exit code has more than a back-off, a failed health check more than both. */
export function detailOf(words: string): number {
  if (namesHealthCheck(words)) return 3;
  if (/back-?off/i.test(words)) return 1;
  return faultNamedIn(words) === undefined ? 0 : 2;
}
