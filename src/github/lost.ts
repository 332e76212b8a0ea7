/** Owns reading what Octokit throws: an answer, a broken connection, a time limit. Knows neither requests nor repeats. */

import { type Headers, judgeAnswer, type Lost } from './failure.ts';

interface Thrown {
  error: unknown;
  now: Date;
  timeoutMs: number;
  isTimeout: boolean;
  isCancelled: boolean;
}

/** Every error that a request can end with; `mayHaveHappened` as if it had been a write. */
export function judgeError({ error, now, timeoutMs, isTimeout, isCancelled }: Thrown): Lost {
  const lost = { kind: 'unavailable', status: undefined } as const;
  const response = responseOf(error);
  if (response) return judgeAnswer({ ...response, now });
  if (isCancelled)
    return { ...lost, came: 'was not waited for: the run was cancelled', passes: false, mayHaveHappened: true };
  if (isTimeout)
    return {
      ...lost,
      came: `did not answer within ${Math.ceil(timeoutMs / 1000)} s`,
      passes: true,
      mayHaveHappened: true,
    };
  const { code, message } = rootOf(error);
  const neverLeft = code !== undefined && (neverSent.has(code) || /CERT|SSL|TLS/.test(code));
  const came = `could not be reached: ${code ?? message}`;
  return { ...lost, came, passes: true, mayHaveHappened: !neverLeft };
}

/** Codes of connections that never stood, so that no byte of the request left. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function responseOf(error: unknown): { status: number; headers: Headers; data: unknown } | undefined {
  if (!(error instanceof Error) || !('response' in error)) return undefined;
  // Octokit's RequestError; the class itself is not imported, since that would load the library with this file.
  return error.response as { status: number; headers: Headers; data: unknown } | undefined;
}

/** fetch says "fetch failed" and hides the reason in a chain of causes. */
function rootOf(error: unknown): { code: string | undefined; message: string } {
  let root = error;
  for (let depth = 0; depth < 5 && root instanceof Error && root.cause !== undefined; depth += 1) root = root.cause;
  if (!(root instanceof Error)) return { code: undefined, message: String(root) };
  const code = 'code' in root && typeof root.code === 'string' ? root.code : undefined;
  return { code, message: root.message };
}
