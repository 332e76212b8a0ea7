// Endpoints of somebody else in the same account: odd ones as they were given, and any number of generated ones.
import type { Switches } from './switches.ts';
import { z } from './zod.ts';

export const rawEndpointSchema = z.record(z.string(), z.unknown());

export type RawEndpoint = Readonly<Record<string, unknown>>;

export class Others {
  readonly #switches: () => Switches;
  #raw: RawEndpoint[] = [];

  constructor(switches: () => Switches) {
    this.#switches = switches;
  }

  addRaw(endpoint: RawEndpoint): void {
    this.#raw.push(structuredClone(endpoint));
  }

  raw(): readonly RawEndpoint[] {
    return this.#raw;
  }

  /** The generated ones first, each made only when it is looked at; then the raw ones as given. */
  list(): readonly (() => RawEndpoint)[] {
    const { generatedEndpoints, generatedEnvs } = this.#switches();
    const generated = Array.from({ length: generatedEndpoints }, (_, at) => () => generatedEndpoint(at, generatedEnvs));
    return [...generated, ...this.#raw.map((endpoint) => () => endpoint)];
  }

  find(id: string): RawEndpoint | undefined {
    const raw = this.#raw.find((endpoint) => endpoint.id === id);
    if (raw || !id.startsWith(generatedIdPrefix)) return raw;
    return this.list()[Number.parseInt(id.slice(generatedIdPrefix.length), 16)]?.();
  }

  /** The raw one with that id or name, which is then gone; whether there was one. */
  remove(member: 'id' | 'name', value: string): boolean {
    const index = this.#raw.findIndex((endpoint) => endpoint[member] === value);
    if (index >= 0) this.#raw.splice(index, 1);
    return index >= 0;
  }
}

const generatedIdPrefix = 'f0e1';

function generatedEndpoint(index: number, envCount: number): RawEndpoint {
  const id = `${generatedIdPrefix}${index.toString(16).padStart(12, '0')}`;
  return {
    ...foreignEndpoint(id, `generated-${index}`),
    url: `https://${id}.generated.example`,
    image: { image: `ghcr.io/somebody/model:${index}`, authId: '', command: '' },
    envs: Array.from({ length: envCount }, (_, key) => ({ key: `SETTING_${key}`, value: `${id} ${'v'.repeat(60)}` })),
  };
}

/** A serving endpoint of somebody else with every documented member, at minimum 0 and without workers. */
export function foreignEndpoint(id: string, name: string) {
  return {
    ...{ id, name, appName: name, state: { state: 'serving', error: '', message: '' }, url: `https://${id}.example` },
    workerConfig: foreignWorkerConfig(),
    policy: { type: 'concurrency', value: '1' },
    image: { image: 'ubuntu:22.04', authId: '', command: '' },
    ...{ rootfsSize: 100, volumeMounts: [], envs: [], ports: [{ port: '8000' }], workers: [], products: [{ id: '1' }] },
    healthy: { path: '/', initialDelay: 10, period: 10, timeout: 10, successThreshold: 1, failureThreshold: 3 },
    ...{ clusterID: '', log: `/logs/${id}` },
  };
}

export function foreignWorkerConfig() {
  return {
    ...{ minNum: 0, maxNum: 1, freeTimeout: '300', maxConcurrent: '1', gpuNum: 1, requestTimeout: 600 },
    cudaVersion: '',
  };
}
