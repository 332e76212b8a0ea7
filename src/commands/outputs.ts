/** The outputs of the step, each written as soon as it is known. */

import { DeployError } from '../errors.ts';
import { type Outputs, outputNames, type Reporter } from '../report.ts';
import { openSafeOutputs } from './safe-outputs.ts';

/** The runner takes the last value of a name, so a run that is killed leaves what was known by then. */
export interface StepOutputs {
  /** Writes what differs from what was written before; a member that is undefined or absent stays as it is. Never throws. */
  set(outputs: Outputs): void;
  /**
   * Adds to the outputs of each endpoint, in the order of the specs. Of one endpoint they are the outputs of the step, too. Of several, the first one's are,
   * with `changed` true when any of them is, every digest on a line of its own, and all of them in the JSON array `endpoints`.
   */
  setEndpoints(endpoints: readonly Outputs[]): void;
  /** Adds to the outputs of one endpoint among those of {@link setEndpoints}. */
  setEndpoint(index: number, outputs: Outputs): void;
  /** Empties everything, where what was written speaks of endpoints that are gone. */
  clear(): void;
  /** Completes the outputs of a run that is over: `changed` is `false` unless it was set, `failure-reason` is that of the failure. */
  finish(failure: DeployError | undefined): void;
  /** Why outputs could not be written; undefined when all were. */
  failure(): DeployError | undefined;
}

export function openOutputs(reporter: Pick<Reporter, 'setOutput' | 'redact' | 'annotate' | 'maskIn'>): StepOutputs {
  const safe = openSafeOutputs(reporter);
  const written = new Map<string, string>();
  let endpoints: Outputs[] = [];
  let failure: DeployError | undefined;

  function set(given: Outputs): void {
    const outputs = safe(given);
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

  /** The array grows with its endpoints, so it is not written again for each of their outputs. */
  function combine({ withArray }: { withArray: boolean }): void {
    const [first, ...others] = endpoints;
    if (!first) return;
    const array = withArray ? { endpoints: JSON.stringify(endpoints) } : {};
    if (others.length === 0) {
      set({ ...first, ...array });
      return;
    }
    const { 'failure-reason': _, ...ofFirst } = first;
    const digests = endpoints.flatMap((each) => each['plan-digest'] ?? []);
    set({
      ...ofFirst,
      ...(endpoints.some(({ changed }) => changed !== undefined) && {
        changed: String(endpoints.some(({ changed }) => changed === 'true')),
      }),
      ...(digests.length > 0 && { 'plan-digest': digests.join('\n') }),
      ...array,
    });
  }

  return {
    set,
    setEndpoints(added) {
      endpoints = added.map((outputs, index) => ({ ...endpoints[index], ...safe(outputs) }));
      combine({ withArray: true });
    },
    setEndpoint(index, outputs) {
      const before = endpoints[index];
      const after = { ...before, ...safe(outputs) };
      endpoints[index] = after;
      // What a killed run must have left: which endpoint there is, and that it was written to.
      const isWritten = after.changed === 'true' && before?.changed !== 'true';
      combine({ withArray: isWritten || after['endpoint-id'] !== before?.['endpoint-id'] });
    },
    clear() {
      endpoints = [];
      set(Object.fromEntries(Array.from(written.keys(), (name) => [name, ''])));
    },
    finish(ended) {
      combine({ withArray: true });
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
    message: `${failed.length} of ${endpoints.length} endpoints failed:\n${failed.map(({ name, failure }) => `${name}: ${failure.message} [${failure.code}]`).join('\n')}`,
    hint: [...new Set(failed.map(({ failure }) => failure.hint))].join('\n'),
    cause: first.failure,
  });
}
