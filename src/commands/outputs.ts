/** The outputs of the step, each written as soon as it is known, cleaned and bounded. */

import { DeployError } from '../errors.ts';
import {
  type EndpointMember,
  type EndpointOutputs,
  type OutputName,
  type Outputs,
  outputNames,
  type Reporter,
} from '../report.ts';
import { bounded, withoutControls } from '../shown-text.ts';

/** The runner takes the last value of a name, so a run that is killed leaves what was known by then. */
export interface StepOutputs {
  /** Writes what differs from what was written before; a member that is undefined or absent stays as it is. Never throws. */
  set(outputs: Outputs): void;
  /**
   * Adds to the outputs of each endpoint, in the order of the specs. Of one endpoint they are the outputs of the step, too. Of several, the first one's are,
   * with `changed` true when any of them is, and all of them in the JSON array `endpoints`.
   */
  setEndpoints(endpoints: readonly EndpointOutputs[]): void;
  /** Adds to the outputs of one endpoint. The array is written again when the endpoint is created or written to, and at the end. */
  setEndpoint(index: number, outputs: EndpointOutputs): void;
  /** Empties everything, where what was written speaks of endpoints that are gone. */
  clear(): void;
  /** Completes the outputs of a run that is over: `changed` is `false` unless it was set, `failure-reason` is that of the failure. */
  finish(failure: DeployError | undefined): void;
  /** Why outputs could not be written; undefined when all were. */
  failure(): DeployError | undefined;
}

type Name = OutputName | EndpointMember;

export function openOutputs(reporter: Reporter): StepOutputs {
  const written = new Map<string, string>();
  const warned = new Set<string>();
  let endpoints: EndpointOutputs[] = [];
  let failure: DeployError | undefined;

  /** Each warning is given once. */
  function warn(name: OutputName, words: { cause: string; message: string; hint: string }): void {
    const { cause, message, hint } = words;
    if (warned.has(`${name} ${cause}`)) return;
    warned.add(`${name} ${cause}`);
    reporter.annotate({ severity: 'warning', title: `output ${name}`, message, hint });
  }

  function safe(outputs: EndpointOutputs): EndpointOutputs {
    const given = Object.entries(outputs).filter((entry): entry is [Name, string] => entry[1] !== undefined);
    if (outputs.url && !isTellableUrl(outputs.url, reporter))
      warn('url', {
        cause: 'malformed',
        message: 'The output `url` is empty: the service returned no http(s) URL that a script could use.',
        hint: 'Check the endpoint in the console of the service.',
      });
    return Object.fromEntries(given.map(([name, value]) => [name, safeValue(name, value, reporter)]));
  }

  function set(outputs: Outputs): void {
    const cleaned: Outputs = safe(outputs);
    for (const name of outputNames) {
      const mask = reporter.maskIn?.(cleaned[name] ?? '');
      if (mask !== undefined)
        warn(name, {
          cause: mask,
          message: `The output \`${name}\` contains the value of \`${mask}\`: the runner shows \`***\` instead, and drops job outputs that contain it.`,
          hint: 'If the value is not a secret, move it to `envs` in the spec, or to `variables`.',
        });
    }
    write(cleaned);
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
    const { 'failure-reason': reason, ...ofFirst } = first;
    const isChanged = endpoints.some(({ changed }) => changed === 'true');
    set({
      ...ofFirst,
      ...(others.length === 0 && reason !== undefined && { 'failure-reason': reason }),
      ...(endpoints.some(({ changed }) => changed !== undefined) && { changed: String(isChanged) }),
    });
  }

  return {
    set,
    setEndpoints(added) {
      endpoints = added.map((outputs, index) => ({ ...endpoints[index], ...safe(outputs) }));
      combine();
      if (endpoints.length > 0) write({ endpoints: arrayOf(endpoints) });
    },
    setEndpoint(index, outputs) {
      const before = endpoints[index];
      const after = { ...before, ...safe(outputs) };
      endpoints[index] = after;
      combine();
      // What a killed run must have left. Without the plans, so that a fleet does not write its plans once for each endpoint.
      const isWritten = after.changed === 'true' && before?.changed !== 'true';
      if (isWritten || after['endpoint-id'] !== before?.['endpoint-id'])
        write({ endpoints: arrayOf(endpoints.length === 1 ? endpoints : endpoints.map(withoutPlan)) });
    },
    clear() {
      endpoints = [];
      set(Object.fromEntries(Array.from(written.keys(), (name) => [name, ''])));
    },
    finish(ended) {
      combine();
      set({
        ...(!written.get('changed') && { changed: 'false' }),
        // `fromJSON` of the next step fails on an empty text.
        ...((endpoints.length > 0 || !written.get('endpoints')) && { endpoints: arrayOf(endpoints) }),
        'failure-reason': ended?.code ?? '',
      });
    },
    failure: () => failure,
  };
}

function withoutPlan({ plan: _, ...others }: EndpointOutputs): EndpointOutputs {
  return others;
}

function arrayOf(endpoints: readonly EndpointOutputs[]): string {
  return JSON.stringify(
    endpoints.map(({ plan, tests, status, ...each }) => ({
      ...each,
      ...(plan && { plan: JSON.parse(plan) }),
      ...(tests && { tests: JSON.parse(tests) }),
      ...(status && { status: JSON.parse(status) }),
    })),
  );
}

const maxLengths: { readonly [name in Name]?: number } = { 'endpoint-id': 255, state: 200, 'app-name': 255 };
const maxUrlLength = 2048;

function safeValue(name: Name, value: string, reporter: Reporter): string {
  if (name === 'url') return isTellableUrl(value, reporter) ? value : '';
  if (name === 'plan' || name === 'tests' || name === 'status') return safeJson(value, reporter);
  // Made of outputs that are safe.
  if (name === 'endpoints') return value;
  const maxLength = maxLengths[name];
  return maxLength === undefined ? withoutControls(value) : bounded(reporter.redact(value), maxLength);
}

/** An env may hold the host's name; what hangs on the path is nothing that a script needs. */
export function isTellableUrl(url: string, { redact }: Reporter): boolean {
  return isPlainUrl(url) && redact(url) === url;
}

/** Nothing that a shell, a header, HTML or Markdown takes for more than a part of a URL. */
function isPlainUrl(text: string): boolean {
  const url = /^https?:\/\/[\w.~:/?#[\]@!&*+,;=%-]+$/i.test(text) ? URL.parse(text) : null;
  return url !== null && text.length <= maxUrlLength && url.username === '' && url.password === '';
}

/** JSON of our own, in which texts hide what the log hides: an id that the service has chosen, or a command, may hold what is declared to be secret. */
function safeJson(json: string, { redact }: Reporter): string {
  if (redact(json) === json) return json;
  return JSON.stringify(JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? redact(value) : value)));
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
