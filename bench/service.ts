/** The service of a benchmark as its main thread sees it. */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { inputNames, inputTable } from '../src/inputs/inputs.ts';
import type { Counts, Reset, ServiceOptions } from './service-thread.ts';

export const bundle = fileURLToPath(new URL('../dist/index.js', import.meta.url));
export const floor = fileURLToPath(new URL('./floor.mjs', import.meta.url));

/** Where and how much is measured. */
export interface Place {
  folder: string;
  key: string;
  cert: string;
  rounds: number;
  isQuick: boolean;
}

export interface Service extends AsyncDisposable {
  url: string;
  /** Of a workflow step against this service. */
  env: Readonly<Record<string, string>>;
  reset(endpoints: Reset['endpoints']): Promise<void>;
  /** Since the last reset. */
  counts(): Promise<Counts>;
}

/** As a runner gives them: every input that the workflow leaves out has the default of action.yml. */
const inputVariables = Object.fromEntries(
  Object.entries<string>({
    ...Object.fromEntries(inputNames.map((name) => [name, inputTable[name].default])),
    'resolve-image': 'off',
  }).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
);

export async function startService(
  emulator: ServiceOptions['emulator'],
  { folder, key, cert, roundTripMs }: Pick<Place, 'folder' | 'key' | 'cert'> & { roundTripMs?: number },
): Promise<Service> {
  const tls =
    roundTripMs === undefined
      ? {}
      : { tls: { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8'), roundTripMs } };
  const worker = new Worker(new URL('./service-thread.ts', import.meta.url), {
    workerData: { emulator, ...tls } satisfies ServiceOptions,
  });
  const next = async <Answer>() => {
    const [answer] = await once(worker, 'message');
    return answer as Answer;
  };
  const ask = <Answer>(message: Reset | 'counts') => {
    const answer = next<Answer>();
    worker.postMessage(message);
    return answer;
  };
  const url = await next<string>();
  return {
    url,
    env: {
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: folder,
      GPU_ENDPOINT_BASE_URL: url,
      GPU_ENDPOINT_API_KEY: 'test-key',
      NODE_EXTRA_CA_CERTS: cert,
      ...inputVariables,
    },
    reset: async (endpoints) => {
      await ask({ endpoints });
    },
    counts: () => ask<Counts>('counts'),
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  };
}
