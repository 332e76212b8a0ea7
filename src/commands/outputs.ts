/** The outputs of the step, each written as soon as it is known. */

import type { Clock } from '../clock.ts';
import { DeployError } from '../errors.ts';
import { type EndpointOutputs, type Outputs, outputNames, type Reporter } from '../report.ts';
import { openSafeOutputs } from './safe-outputs.ts';

/** The runner takes the last value of a name, so a run that is killed leaves what was known by then. */
export interface StepOutputs {
  /** Writes what differs from what was written before; a member that is undefined or absent stays as it is. Never throws. */
  set(outputs: Outputs): void;
  /**
   * Writes outputs that grow with every endpoint: at once while they are short. Where they are long, what is to be written while they have their pause is written after it,
   * so that all writes together take a bounded share of the time. The last one counts, and is written before the end of the run whatever happens.
   */
  setGrowing(make: () => Outputs): void;
  /**
   * Adds to the outputs of each endpoint, in the order of the specs. Of one endpoint they are the outputs of the step, too. Of several, the first one's are,
   * with `changed` true when any of them is, and all of them in the JSON array `endpoints`.
   */
  setEndpoints(endpoints: readonly EndpointOutputs[]): void;
  /** Adds to the outputs of one endpoint among those of {@link setEndpoints}. */
  setEndpoint(index: number, outputs: EndpointOutputs): void;
  /** Empties everything, where what was written speaks of endpoints that are gone. */
  clear(): void;
  /** Completes the outputs of a run that is over: `changed` is `false` unless it was set, `failure-reason` is that of the failure. */
  finish(failure: DeployError | undefined): void;
  /** Why outputs could not be written; undefined when all were. */
  failure(): DeployError | undefined;
}

/** Fewer characters are a few endpoints, which may be written again at any time. */
const longLength = 20_000;
/** Of what is long, so many are written in a millisecond: 200 endpoints are written again after a quarter of a second. */
const charactersPerMs = 1000;

export function openOutputs(
  reporter: Pick<Reporter, 'setOutput' | 'redact' | 'annotate' | 'maskIn'>,
  clock: Pick<Clock, 'monotonicMs' | 'sleep'>,
): StepOutputs {
  const safe = openSafeOutputs(reporter);
  const written = new Map<string, string>();
  /** What {@link written} was made of. */
  const asked = new Map<string, string>();
  let endpoints: EndpointOutputs[] = [];
  let failure: DeployError | undefined;
  let growing: (() => Outputs) | undefined;
  let pausedUntilMs = 0;
  let pause: AbortController | undefined;

  /** `make` gives what is {@link safe}. */
  function grow(make: () => Outputs): void {
    growing = make;
    const leftMs = pausedUntilMs - clock.monotonicMs();
    if (leftMs <= 0) writeGrown();
    else if (!pause) {
      pause = new AbortController();
      clock.sleep(leftMs, pause.signal).then(writeGrown, () => {});
    }
  }

  function writeGrown(): void {
    endPause();
    const outputs = growing?.() ?? {};
    growing = undefined;
    for (const name of Object.keys(outputs)) asked.delete(name);
    write(outputs);
    const length = outputs.endpoints?.length ?? 0;
    pausedUntilMs = length < longLength ? 0 : clock.monotonicMs() + length / charactersPerMs;
  }

  function endPause(): void {
    pause?.abort();
    pause = undefined;
  }

  function set(given: Outputs): void {
    const isNew = ([name, value]: [string, string]) => value !== asked.get(name);
    const fresh = Object.entries(given).filter(isNew);
    for (const [name, value] of fresh) asked.set(name, value);
    write(safe(Object.fromEntries(fresh)));
  }

  function write(outputs: Outputs): void {
    for (const name of outputNames) {
      const value = outputs[name];
      // What follows an entry that broke off would be read as part of it.
      if (failure || value === undefined || value === written.get(name)) continue;
      try {
        reporter.setOutput(name, value);
        written.set(name, value);
      } catch (cause) {
        failure = unwritable(name, cause);
      }
    }
  }

  function combine(): void {
    const [first, ...others] = endpoints;
    if (!first) return;
    if (others.length === 0) {
      set(first);
      return;
    }
    const { 'failure-reason': _, ...ofFirst } = first;
    set({
      ...ofFirst,
      ...(endpoints.some(({ changed }) => changed !== undefined) && {
        changed: String(endpoints.some(({ changed }) => changed === 'true')),
      }),
    });
  }

  /** Each member is safe. Whether a mask stands in it is looked for at the end: that takes longer than to write it. */
  const array = (): Outputs => {
    if (endpoints.length === 0) return {};
    const members = endpoints.map(({ plan, tests, status, ...each }) => ({
      ...each,
      ...(plan && { plan: JSON.parse(plan) }),
      ...(tests && { tests: JSON.parse(tests) }),
      ...(status && { status: JSON.parse(status) }),
    }));
    return { endpoints: JSON.stringify(members) };
  };

  return {
    set,
    setGrowing: (make) => grow(() => safe(make())),
    setEndpoints(added) {
      endpoints = added.map((outputs, index) => ({ ...endpoints[index], ...safe(outputs) }));
      combine();
      grow(array);
    },
    setEndpoint(index, outputs) {
      const before = endpoints[index];
      const after = { ...before, ...safe(outputs) };
      endpoints[index] = after;
      // What a killed run must have left: which endpoint there is, and that it was written to.
      const isWritten = after.changed === 'true' && before?.changed !== 'true';
      combine();
      if (isWritten || after['endpoint-id'] !== before?.['endpoint-id']) grow(array);
    },
    clear() {
      endpoints = [];
      growing = undefined;
      endPause();
      set(Object.fromEntries(Array.from(written.keys(), (name) => [name, ''])));
    },
    finish(ended) {
      if (growing) writeGrown();
      combine();
      set(array());
      set({
        ...(!written.get('changed') && { changed: 'false' }),
        // `fromJSON` of the next step fails on an empty text.
        ...(!written.get('endpoints') && { endpoints: '[]' }),
        'failure-reason': ended?.code ?? '',
      });
    },
    failure: () => failure,
  };
}

function unwritable(name: string, cause: unknown): DeployError {
  return new DeployError({
    code: 'github',
    message: `the output \`${name}\` could not be written: ${cause instanceof Error ? cause.message : cause}`,
    hint: 'Check that the file behind `GITHUB_OUTPUT` exists and is writable.',
    cause,
  });
}

/** One failure for the step, which names each endpoint that failed; undefined when none did. That of a single endpoint is the step's own. */
export function combineFailures(
  endpoints: readonly { name: string; failure: DeployError | undefined }[],
): DeployError | undefined {
  if (endpoints.length === 1) return endpoints[0]?.failure;
  const failed = endpoints.flatMap(({ name, failure }) => (failure ? [{ name, failure }] : []));
  const [first] = failed;
  if (!first) return undefined;
  return new DeployError({
    code: first.failure.code,
    message: `${failed.length} of ${endpoints.length} endpoints failed:\n${failed.map(({ name, failure }) => `${failure.title || name}: ${failure.message} [${failure.code}]`).join('\n')}`,
    hint: [...new Set(failed.map(({ failure }) => failure.hint))].join('\n'),
    cause: first.failure,
  });
}
