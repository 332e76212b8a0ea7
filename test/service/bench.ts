/** How the client's tests start a client against the emulator. */

import { expect } from 'vitest';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { createServiceClient, type ServiceClient, type ServiceClientOptions } from '../../src/service/client.ts';
import { ServiceError } from '../../src/service/errors.ts';
import type { RequestOptions } from '../../src/service/request.ts';
import { createTestClock } from '../clock.ts';
import { type EmulatorOptions, type Fault, startEmulator } from '../emulator/emulator.ts';
import { bareConfig } from './example.ts';

export type Settings = EmulatorOptions & { client?: Partial<ServiceClientOptions> };

/** An emulator and a client of it, on a clock that does not wait. */
export async function start({ client: clientOptions, ...emulatorOptions }: Settings = {}) {
  const emulator = await startEmulator(emulatorOptions);
  const clock = createTestClock();
  const retries: { description: string; waitMs: number }[] = [];
  const client = createServiceClient({
    baseUrl: emulator.url,
    apiKey: emulator.apiKey,
    clock,
    userAgent: 'test/1',
    redactor: createRedactor(),
    onRetry: ({ description }, waitMs) => retries.push({ description, waitMs }),
    ...clientOptions,
  });
  const dispose = async () => {
    await client.close();
    await emulator.close();
  };
  const asked = () => emulator.requests.map(({ operation }) => operation);
  return { emulator, client, clock, retries, asked, [Symbol.asyncDispose]: dispose };
}

export async function failure(promise: Promise<unknown>): Promise<ServiceError> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ServiceError);
  return error as ServiceError;
}

/** The failure of a call that meets this fault, and the bench after it. */
export async function failing(operation: Operation, fault: object, settings: Settings = {}) {
  const bench = await start({ faults: [faultOf(operation, fault)], ...settings });
  const error = await failure(calls[operation](bench.client, bench.emulator.seed()));
  return { error, ...bench };
}

export const config = { ...bareConfig, products: ['1'] };

export type Operation = 'create' | 'update' | 'update-v2' | 'list' | 'get' | 'delete' | 'limits';
export const calls: Record<
  Operation,
  (client: ServiceClient, id: string, options?: RequestOptions) => Promise<unknown>
> = {
  create: (client, _, options) => client.create(config, options),
  update: (client, id, options) => client.updateV1({ id, config }, options),
  'update-v2': (client, id, options) => client.updateV2({ id, config, fields: new Set(['image.image']) }, options),
  list: (client, _, options) => client.list(options),
  get: (client, id, options) => client.get(id, options),
  delete: (client, id, options) => client.delete(id, options),
  limits: (client, _, options) => client.limits(options),
};
export const operations = Object.keys(calls) as Operation[];

/** A fault without its operation, made whole: cases share faults between operations. */
export const faultOf = (operation: string, fault: object) => ({ operation, ...fault }) as Fault;

/** The message of a failure after so many attempts. */
export const tried = (attempts: number): string =>
  attempts > 1 ? expect.stringContaining(`(${attempts} attempts in `) : expect.not.stringContaining(' attempts in ');
