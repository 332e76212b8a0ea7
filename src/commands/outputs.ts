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

type Name = OutputName | EndpointMember;

/** The runner takes the last value of a name, so a run that is killed leaves what was known by then. */
export class StepOutputs {
  readonly #reporter: Reporter;
  readonly #written = new Map<string, string>();
  readonly #warned = new Set<string>();
  #endpoints: EndpointOutputs[] = [];
  #failure: DeployError | undefined;

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
  }

  /** Writes what differs from what was written before; a member that is undefined or absent stays as it is. Never throws. */
  set(outputs: Outputs): void {
    const cleaned: Outputs = this.#clean(outputs);
    for (const name of outputNames) {
      const mask = this.#reporter.maskIn?.(cleaned[name] ?? '');
      if (mask !== undefined)
        this.#warn(name, {
          cause: mask,
          message: `The output \`${name}\` contains the value of \`${mask}\`: the runner shows \`***\` instead, and drops job outputs that contain it.`,
          hint: 'If the value is not a secret, move it to `envs` in the spec, or to `variables`.',
        });
    }
    this.#write(cleaned);
  }

  /**
   * Adds to the outputs of each endpoint, in the order of the specs. Of one endpoint they are the outputs of the step, too. Of several, the first one's are,
   * with `changed` true when any of them is, and all of them in the JSON array `endpoints`.
   */
  setEndpoints(added: readonly EndpointOutputs[]): void {
    this.#endpoints = added.map((outputs, index) => ({ ...this.#endpoints[index], ...this.#clean(outputs) }));
    this.#combine();
    if (this.#endpoints.length > 0) this.#write({ endpoints: arrayOf(this.#endpoints) });
  }

  /** Adds to the outputs of one endpoint. The array is written again when the endpoint is created or written to, and at the end. */
  setEndpoint(index: number, outputs: EndpointOutputs): void {
    const before = this.#endpoints[index];
    const after = { ...before, ...this.#clean(outputs) };
    this.#endpoints[index] = after;
    this.#combine();
    const isWritten = after.changed === 'true' && before?.changed !== 'true';
    if (!isWritten && after['endpoint-id'] === before?.['endpoint-id']) return;
    // A fleet does not write its plans again for each of its endpoints.
    const isFleet = this.#endpoints.length > 1;
    this.#write({ endpoints: arrayOf(isFleet ? this.#endpoints.map(withoutPlan) : this.#endpoints) });
  }

  /** Empties everything, where what was written speaks of endpoints that are gone. */
  clear(): void {
    this.#endpoints = [];
    this.set(Object.fromEntries(Array.from(this.#written.keys(), (name) => [name, ''])));
  }

  /** Completes the outputs of a run that is over: `changed` is `false` unless it was set, `failure-reason` is that of the failure. */
  finish(ended: DeployError | undefined): void {
    this.#combine();
    this.set({
      ...(!this.#written.get('changed') && { changed: 'false' }),
      // `fromJSON` of the next step fails on an empty text.
      endpoints: arrayOf(this.#endpoints),
      'failure-reason': ended?.code ?? '',
    });
  }

  /** Why outputs could not be written; undefined when all were. */
  failure(): DeployError | undefined {
    return this.#failure;
  }

  #combine(): void {
    const [first, ...others] = this.#endpoints;
    if (!first) return;
    const { 'failure-reason': reason, ...ofFirst } = first;
    const changes = this.#endpoints.flatMap(({ changed }) => changed ?? []);
    this.set({
      ...ofFirst,
      ...(others.length === 0 && reason !== undefined && { 'failure-reason': reason }),
      ...(changes.length > 0 && { changed: String(changes.includes('true')) }),
    });
  }

  #clean(outputs: EndpointOutputs): EndpointOutputs {
    if (outputs.url && !isTellableUrl(outputs.url, this.#reporter))
      this.#warn('url', {
        cause: 'malformed',
        message: 'The output `url` is empty: the service returned no http(s) URL that a script could use.',
        hint: 'Check the endpoint in the console of the service.',
      });
    const given = Object.entries(outputs).filter((entry): entry is [Name, string] => entry[1] !== undefined);
    return Object.fromEntries(given.map(([name, value]) => [name, safeValue(name, value, this.#reporter)]));
  }

  /** Each warning is given once. */
  #warn(name: OutputName, { cause, message, hint }: { cause: string; message: string; hint: string }): void {
    if (this.#warned.has(`${name} ${cause}`)) return;
    this.#warned.add(`${name} ${cause}`);
    this.#reporter.annotate({ severity: 'warning', title: `output ${name}`, message, hint });
  }

  #write(outputs: Outputs): void {
    for (const name of outputNames) {
      const value = outputs[name];
      // What follows an entry that broke off would be read as part of it.
      if (this.#failure || value === undefined || value === this.#written.get(name)) continue;
      try {
        this.#reporter.setOutput(name, value);
        this.#written.set(name, value);
      } catch (cause) {
        this.#failure = unwritable(name, cause);
      }
    }
  }
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
