/** The outputs of the step, written as soon as they are known. Light, because every run starts with them. */

import type { Command } from '../command-table.ts';
import { codeWords, DeployError, type Now } from '../errors.ts';
import { parseReference } from '../registry/reference.ts';
import { type EndpointOutputs, type Outputs, outputNames, type Reporter } from '../report.ts';
import type { Reading } from '../rollout/events.ts';
import { bounded, isPlainUrl, withoutControls } from '../shown-text.ts';
import type { TestPass } from '../tests/run.ts';

/** Of a failure before anything of the endpoint is read, or of what may not be shown. */
export const unreadNow: Now = {
  left: 'Nothing was changed',
  served: 'This run has not read who serves',
  billed: 'What is billed is as before',
};

const unknownNow: Now = {
  left: 'It may have been changed',
  served: 'Nothing shows who serves',
  billed: 'Nothing shows what is billed',
};

const maxOutputLengths: Readonly<Record<string, number>> = { 'endpoint-id': 255, state: 200, 'app-name': 255 };

/** The runner takes the last value of a name, so a killed run leaves the outputs that it had set by then. */
export class StepOutputs {
  readonly #reporter: Reporter;
  readonly #written = new Map<string, string>();
  #hasWarned = false;
  #endpoints: EndpointOutputs[] = [];
  #failure: DeployError | undefined;
  /** Before {@link clear}. */
  #hasChanged = false;

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
  }

  /**
   * Adds a title that names the cause and the end state. `isUnchanged`: nothing but an output can show a write;
   * undefined where the command has told the end of what it read.
   */
  titled(failure: DeployError, command: Command, isUnchanged?: boolean): DeployError {
    if (failure.title !== '') return failure;
    const mayWrite = ['deploy', 'delete', 'sweep'].includes(command);
    const written = this.#endpoints.filter(({ changed }) => changed === 'true');
    const isSure = (isUnchanged ?? failure.code !== 'internal') && !this.#hasChanged && written.length === 0;
    const isUnknown = this.#hasChanged || written.some(({ operation }) => !operation);
    const operations = new Set(this.#endpoints.flatMap(({ operation }) => operation || []));
    const end = isSure ? 'not changed' : isUnknown ? 'perhaps changed' : [...operations].join(' and ');
    const names = this.#endpoints.flatMap(({ name }) => name || []).join(', ');
    const title = `${names || command}: ${codeWords(failure.code)}${mayWrite && end ? `, ${end}` : ''}`;
    const isTold = isUnchanged === undefined || failure.code === 'inputs-invalid';
    // The end of each endpoint is known, and stands in log and summary.
    const isKnown = written.length > 0 && !isUnknown;
    if (isKnown || (isTold && command !== 'deploy')) return failure.withTitle(title);
    return failure.withTitle(title, isSure ? unreadNow : unknownNow);
  }

  /** Writes what differs from before; a member that is undefined or absent stays as it is. Never throws. */
  set(outputs: Outputs): void {
    this.#write(this.#clean(outputs));
  }

  /** Adds in the order of the specs. Those of the first are the outputs of the step; all are in `endpoints`. */
  setEndpoints(added: readonly EndpointOutputs[]): void {
    this.#endpoints = added.map((outputs, index) => ({ ...this.#endpoints[index], ...this.#clean(outputs) }));
    this.#combine();
    if (this.#endpoints.length > 0) this.#write({ endpoints: JSON.stringify(this.#endpoints) });
  }

  /** Adds to the outputs of one endpoint. The array is written, without plans, when it is created or written to. */
  setEndpoint(index: number, outputs: EndpointOutputs): void {
    const before = this.#endpoints[index];
    const after = { ...before, ...this.#clean(outputs) };
    this.#endpoints[index] = after;
    this.#combine();
    const isWritten = after.changed === 'true' && before?.changed !== 'true';
    if (isWritten || after['endpoint-id'] !== before?.['endpoint-id'])
      this.#write({ endpoints: JSON.stringify(this.#endpoints.map(({ plan: _, ...others }) => others)) });
  }

  /** How each endpoint has ended, in their order; returns one failure for the step, undefined where none has failed. */
  endEndpoints(results: readonly EndpointEnd[]): DeployError | undefined {
    for (const [index, { failure }] of results.entries())
      this.setEndpoint(index, { 'failure-reason': failure?.code ?? '' });
    return combineFailures(results);
  }

  /** Empties all outputs but `changed`: they speak of endpoints that no longer exist. */
  clear(): void {
    this.#hasChanged = this.#written.get('changed') === 'true';
    this.#endpoints = [];
    const names = [...this.#written.keys()].filter((name) => name !== 'changed');
    this.#write(Object.fromEntries(names.map((name) => [name, ''])));
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
    const changes = this.#endpoints.flatMap(({ changed }) => changed ?? []);
    this.#write({
      ...ofFirst,
      ...(changes.length > 0 && { changed: String(this.#hasChanged || changes.includes('true')) }),
    });
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
        const message = `the output \`${name}\` could not be written: ${cause instanceof Error ? cause.message : cause}`;
        const hint = 'Check that the file behind `GITHUB_OUTPUT` exists and is writable.';
        this.#failure = new DeployError({ code: 'github', message, hint, cause });
      }
    }
  }
}

/** The times of the tests; JSON drops undefined members. */
export function testOutputs({ results, coldStartSeconds }: TestPass): EndpointOutputs {
  const rounded = (value: number | undefined, places = 1) => value && Math.round(value * places) / places;
  const tests = results.map((result, index) => ({
    test: result.title,
    outcome: result.outcome,
    status: result.status,
    'first-token-ms': rounded(result.firstTokenMs),
    'first-content-ms': rounded(result.firstContentMs),
    'tokens-per-second': rounded(result.tokensPerSecond, 10),
    'total-ms': rounded(result.totalMs),
    'is-warm-up': result.isWarmUp || undefined,
    'cold-start-ms': index === 0 ? rounded(coldStartSeconds && coldStartSeconds * 1000) : undefined,
  }));
  return { tests };
}

/** The outputs of an endpoint as it was read; none where it is absent. */
export function endpointOutputs(endpoint: Reading | undefined): EndpointOutputs {
  if (!endpoint) return {};
  const { id, url, state, config } = endpoint;
  const { image } = config.image;
  const named = { name: config.name, 'app-name': config.appName, state: state.state };
  return { 'endpoint-id': id, url, ...named, image, 'image-digest': digestIn(image) };
}

/** '' for a tag: where it points now need not be where it pointed when a worker pulled it. */
export function digestIn(image: string): string {
  const parsed = parseReference(image);
  return ('domain' in parsed && parsed.digest) || '';
}

/** How a command has ended for one endpoint. */
export interface EndpointEnd {
  name: string;
  failure: DeployError | undefined;
}

/** Names each endpoint that failed. */
function combineFailures(endpoints: readonly EndpointEnd[]): DeployError | undefined {
  if (endpoints.length === 1) return endpoints[0]?.failure;
  const failed = endpoints.flatMap(({ name, failure }) => (failure ? [{ name, failure }] : []));
  const [first] = failed;
  if (!first) return undefined;
  const titles = failed.map(({ name, failure }) => failure.title || name);
  const lines = failed.map(({ failure }, index) => `${titles[index]}: ${failure.told} [${failure.code}]`);
  return new DeployError({
    code: first.failure.code,
    message: `${failed.length} of ${endpoints.length} endpoints failed:\n${lines.join('\n')}`,
    hint: [...new Set(failed.map(({ failure }) => failure.hint))].join('\n'),
    title: titles.join('; '),
    cause: first.failure,
  });
}

/** One endpoint after the other; each failure is among its outputs, and one failure names them all. */
export async function eachInTurn<Each>(
  endpoints: readonly Each[],
  { outputs }: { outputs: StepOutputs },
  act: (endpoint: Each, index: number) => Promise<EndpointEnd>,
): Promise<DeployError | undefined> {
  const results: EndpointEnd[] = [];
  for (const [index, endpoint] of endpoints.entries()) results.push(await act(endpoint, index));
  return outputs.endEndpoints(results);
}
