/** The tests of an endpoint as a rollout asks for them: one path that must return 2xx. */

import type { Clock } from '../clock.ts';
import type { TestEndpoint } from '../rollout/test-phase.ts';
import type { TestResult } from '../rollout/test-result.ts';
import type { Probe } from '../service/probe.ts';

/** A cold start may hold the first request for long. */
const requestTimeoutMs = 60_000;

/** Undefined for no test. */
export function testPort(
  paths: readonly string[],
  { probe, clock }: { probe: Probe; clock: Clock },
): TestEndpoint | undefined {
  if (paths.length === 0) return undefined;
  return async (endpoint, { signal, deadlineMs }) => {
    const results: TestResult[] = [];
    for (const path of paths) {
      const base = URL.parse(endpoint.url);
      if (!base) return { kind: 'failed', results, message: `it has no URL: "${endpoint.url}"`, canHeal: true };
      const url = new URL(`${base.origin}${base.pathname.replace(/\/+$/, '')}${path}`);
      const startedMs = clock.monotonicMs();
      const timeoutMs = Math.max(1000, Math.min(requestTimeoutMs, deadlineMs - startedMs));
      const answer = await probe(url, { timeoutMs, signal });
      const status = answer.kind === 'lost' ? undefined : answer.status;
      results.push({ title: `GET ${path}`, status, seconds: (clock.monotonicMs() - startedMs) / 1000 });
      if (status !== undefined && status >= 200 && status < 300) continue;
      const message = `GET ${path} ${answer.kind === 'lost' ? answer.came : `answered ${answer.status}`}`;
      const canHeal = status === undefined || [404, 408, 425, 429, 502, 503, 504].includes(status);
      return { kind: 'failed', results, message, canHeal };
    }
    return { kind: 'passed', results };
  };
}
