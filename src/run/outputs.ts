/** The outputs of the step, written as soon as they are known. Light, because every run starts with them. */

import { DeployError } from '../errors.ts';
import { type EndpointOutputs, type Outputs, outputNames, type Reporter } from '../report.ts';
import type { RolloutEvent } from '../rollout/events.ts';
import { bounded, isPlainUrl, withoutControls } from '../shown-text.ts';

const maxOutputLengths: Readonly<Record<string, number>> = { 'endpoint-id': 255, state: 200, 'app-name': 255 };

export type StepOutputs = ReturnType<typeof openOutputs>;

/** The runner takes the last value of a name, so a killed run leaves the outputs that it had set by then. */
export function openOutputs(reporter: Reporter) {
  const written = new Map<string, string>();
  let endpoints: EndpointOutputs[] = [];
  let failure: DeployError | undefined;
  let [hasWarned, hasEnded] = [false, false];
  /** Endpoints that others have replaced. */
  let hadChanged = false;

  const hasChanged = () => hadChanged || endpoints.some(({ changed }) => changed === 'true');

  function write(outputs: Outputs): void {
    for (const name of outputNames) {
      const value = outputs[name];
      // What follows an entry that broke off would be read as part of it.
      if (failure || value === undefined || value === written.get(name)) continue;
      try {
        reporter.setOutput(name, value);
        written.set(name, value);
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : cause;
        const message = `the output \`${name}\` could not be written: ${why}`;
        const hint = 'Check that the file behind `GITHUB_OUTPUT` exists and is writable.';
        failure = new DeployError({ code: 'github', message, hint, cause });
      }
    }
  }

  function combine(): void {
    // The failure of the step is known at its end.
    const [{ 'failure-reason': _, ...ofFirst } = {}] = endpoints;
    const isTold = endpoints.some(({ changed }) => changed !== undefined);
    write({ ...ofFirst, ...(isTold && { changed: String(hasChanged()) }) });
  }

  function clean(outputs: EndpointOutputs): EndpointOutputs {
    const { redact } = reporter;
    const safe = (name: string, value: unknown): unknown => {
      const isPlain = isPlainUrl(String(value)) && redact(String(value)) === value;
      if (name === 'url' && value !== '' && !isPlain) {
        const message = 'The output `url` is empty: the service returned no http(s) URL that a script could use.';
        const hint = 'Check the endpoint in the console of the service.';
        if (!hasWarned) reporter.warn({ title: 'output url', message, hint });
        hasWarned = true;
        return '';
      }
      if (typeof value === 'string') return bounded(redact(withoutControls(value)), maxOutputLengths[name] ?? Infinity);
      return JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'string' ? redact(each) : each));
    };
    const given = Object.entries(outputs).filter(([, value]) => value !== undefined);
    return Object.fromEntries(given.map(([name, value]) => [name, safe(name, value)]));
  }

  /** Adds outputs in the order of the specs; the first endpoint's are the outputs of the step. Never throws. */
  function setEndpoints(added: readonly EndpointOutputs[]): void {
    endpoints = added.map((outputs, index) => ({ ...endpoints[index], ...clean(outputs) }));
    combine();
    if (endpoints.length > 0) write({ endpoints: JSON.stringify(endpoints) });
  }

  /**
   * Adds to the outputs of one endpoint. When it is created or written to, the array is written, with what a killed run
   * must not lose: a fleet writes it for each of its endpoints.
   */
  function setEndpoint(index: number, outputs: EndpointOutputs): void {
    const before = endpoints[index];
    const after = { ...before, ...clean(outputs) };
    endpoints[index] = after;
    combine();
    if (after.changed === 'true')
      write({ endpoints: JSON.stringify(endpoints, ['name', 'endpoint-id', 'url', 'changed']) });
  }

  return {
    setEndpoints,
    setEndpoint,
    /** Whether something was, or may have been, written. */
    get hasChanged(): boolean {
      return hasChanged();
    },
    /** The outputs of each endpoint, as far as they are known. */
    get endpoints(): readonly EndpointOutputs[] {
      return endpoints;
    },
    /**
     * Adds what the end of a command says; `ofRun`: where the first endpoint does not say it. A second end takes the
     * place of the first: nothing but `changed` speaks any more of its endpoints, which no longer exist.
     */
    end(added: readonly EndpointOutputs[], ofRun: Outputs): void {
      if (hasEnded) {
        hadChanged = written.get('changed') === 'true';
        endpoints = [];
        const names = [...written.keys()].filter((name) => name !== 'changed');
        write(Object.fromEntries(names.map((name) => [name, ''])));
      }
      hasEnded = true;
      setEndpoints(added);
      write(clean(ofRun));
    },
    /** What a run that is killed from here on must not lose: it may have left an endpoint that is billed. */
    follow(index: number, event: RolloutEvent): void {
      if (event.kind === 'write-sent') setEndpoint(index, { changed: 'true' });
      if (event.kind === 'write-shown') setEndpoint(index, { url: event.url });
      if (event.kind === 'write-accepted' || event.kind === 'create-found')
        setEndpoint(index, { 'endpoint-id': event.endpointId });
    },
    /** Completes the outputs; default of `changed`: `false`. A run that could not write an output has failed. */
    finish(ended: DeployError | undefined): DeployError | undefined {
      combine();
      write({
        ...(!written.get('changed') && { changed: 'false' }),
        // `fromJSON` of the next step fails on an empty text.
        endpoints: JSON.stringify(endpoints),
        'failure-reason': ended?.code ?? '',
      });
      return ended ?? failure;
    },
  };
}
