/** The outputs of the step, written as soon as they are known. Light, because every run starts with them. */

import { DeployError } from '../errors.ts';
import { type EndpointOutputs, type Outputs, outputNames, type Reporter } from '../report.ts';
import type { RolloutEvent } from '../rollout/events.ts';
import { bounded, isPlainUrl, withoutControls } from '../shown-text.ts';

const maxOutputLengths: Readonly<Record<string, number>> = { 'endpoint-id': 255, state: 200, 'app-name': 255 };

/** The runner takes the last value of a name, so a killed run leaves the outputs that it had set by then. */
export class StepOutputs {
  readonly #reporter: Reporter;
  readonly #written = new Map<string, string>();
  #hasWarned = false;
  #hasEnded = false;
  #endpoints: EndpointOutputs[] = [];
  #failure: DeployError | undefined;
  /** Endpoints that others have replaced. */
  #hasChanged = false;

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
  }

  /** Whether something was, or may have been, written. */
  get hasChanged(): boolean {
    return this.#hasChanged || this.#endpoints.some(({ changed }) => changed === 'true');
  }

  /** The outputs of each endpoint, as far as they are known. */
  get endpoints(): readonly EndpointOutputs[] {
    return this.#endpoints;
  }

  /** Adds outputs in the order of the specs; those of the first are the outputs of the step. Never throws. */
  setEndpoints(added: readonly EndpointOutputs[]): void {
    this.#endpoints = added.map((outputs, index) => ({ ...this.#endpoints[index], ...this.#clean(outputs) }));
    this.#combine();
    if (this.#endpoints.length > 0) this.#write({ endpoints: JSON.stringify(this.#endpoints) });
  }

  /**
   * Adds to the outputs of one endpoint. When it is created or written to, the array is written, with what a killed run
   * must not lose: a fleet writes it once for each of its endpoints.
   */
  setEndpoint(index: number, outputs: EndpointOutputs): void {
    const before = this.#endpoints[index];
    const after = { ...before, ...this.#clean(outputs) };
    this.#endpoints[index] = after;
    this.#combine();
    const isWritten = after.changed === 'true' && before?.changed !== 'true';
    if (isWritten || after['endpoint-id'] !== before?.['endpoint-id'])
      this.#write({ endpoints: JSON.stringify(this.#endpoints, ['name', 'endpoint-id', 'changed']) });
  }

  /**
   * Adds what the end of a command says; `ofRun`: where the first endpoint does not say it. A second end takes the place
   * of the first: nothing but `changed` speaks any more of its endpoints, which no longer exist.
   */
  end(endpoints: readonly EndpointOutputs[], ofRun: Outputs): void {
    if (this.#hasEnded) {
      this.#hasChanged = this.#written.get('changed') === 'true';
      this.#endpoints = [];
      const names = [...this.#written.keys()].filter((name) => name !== 'changed');
      this.#write(Object.fromEntries(names.map((name) => [name, ''])));
    }
    this.#hasEnded = true;
    this.setEndpoints(endpoints);
    this.#write(this.#clean(ofRun));
  }

  /** What a run that is killed from here on must not lose: it may have left an endpoint that is billed. */
  follow(index: number, event: RolloutEvent): void {
    if (event.kind === 'write-sent') this.setEndpoint(index, { changed: 'true' });
    if (event.kind === 'write-shown') this.setEndpoint(index, { url: event.url });
    if (event.kind === 'write-accepted' || event.kind === 'create-found')
      this.setEndpoint(index, { 'endpoint-id': event.endpointId });
  }

  /** Completes the outputs; default of `changed`: `false`. A run that could not write an output has failed. */
  finish(ended: DeployError | undefined): DeployError | undefined {
    this.#combine();
    this.#write({
      ...(!this.#written.get('changed') && { changed: 'false' }),
      // `fromJSON` of the next step fails on an empty text.
      endpoints: JSON.stringify(this.#endpoints),
      'failure-reason': ended?.code ?? '',
    });
    return ended ?? this.#failure;
  }

  #combine(): void {
    // The failure of the step is known at its end.
    const [{ 'failure-reason': _, ...ofFirst } = {}] = this.#endpoints;
    const isTold = this.#endpoints.some(({ changed }) => changed !== undefined);
    this.#write({ ...ofFirst, ...(isTold && { changed: String(this.hasChanged) }) });
  }

  #clean(outputs: EndpointOutputs): EndpointOutputs {
    const { redact } = this.#reporter;
    const safe = (name: string, value: unknown): unknown => {
      const isPlain = isPlainUrl(String(value)) && redact(String(value)) === value;
      if (name === 'url' && value !== '' && !isPlain) {
        const message = 'The output `url` is empty: the service returned no http(s) URL that a script could use.';
        const hint = 'Check the endpoint in the console of the service.';
        if (!this.#hasWarned) this.#reporter.annotate({ severity: 'warning', title: 'output url', message, hint });
        this.#hasWarned = true;
        return '';
      }
      if (typeof value === 'string') return bounded(redact(withoutControls(value)), maxOutputLengths[name] ?? Infinity);
      return JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'string' ? redact(each) : each));
    };
    const given = Object.entries(outputs).filter(([, value]) => value !== undefined);
    return Object.fromEntries(given.map(([name, value]) => [name, safe(name, value)]));
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
        const why = cause instanceof Error ? cause.message : cause;
        const message = `the output \`${name}\` could not be written: ${why}`;
        const hint = 'Check that the file behind `GITHUB_OUTPUT` exists and is writable.';
        this.#failure = new DeployError({ code: 'github', message, hint, cause });
      }
    }
  }
}
