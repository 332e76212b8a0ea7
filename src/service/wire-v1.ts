/** Owns how the v1 family's answers are read: list, get, create and limits; judges no value and writes no request. */

import * as z from 'zod/mini';
import type { Endpoint, State } from '../model/endpoint.ts';
import { type Limits, limitMembers } from '../model/limits.ts';
import {
  boolean,
  ContractBreak,
  id,
  integer,
  list,
  object,
  optionalId,
  optionalList,
  optionalText,
  readAnswer,
  string,
} from './wire.ts';

/** `error` and `message` are there only when something is abnormal. */
const state = object({ state: string, error: optionalText, message: optionalText });

/** The contract has `{port}` with a string (list) or an integer (get). */
const port = z.pipe(
  z.transform((item) => (typeof item === 'object' ? item : { port: item })),
  object({ port: integer }),
);

/** service-api.md, Endpoint. Required are the members that an update has to send again, and those by which an endpoint is found and told. */
const wireEndpoint = object({
  id,
  name: string,
  appName: optionalText,
  state,
  url: optionalText,
  workerConfig: object({
    minNum: integer,
    maxNum: integer,
    freeTimeout: integer,
    maxConcurrent: integer,
    gpuNum: integer,
    requestTimeout: integer,
    cudaVersion: optionalText,
  }),
  policy: object({ type: string, value: integer }),
  image: object({ image: string, authId: optionalId, command: optionalText }),
  rootfsSize: integer,
  volumeMounts: optionalList(object({ type: string, id: optionalId, size: z.nullish(integer), mountPath: string })),
  envs: optionalList(object({ key: string, value: optionalText })),
  ports: optionalList(port),
  workers: optionalList(
    object({
      id,
      state: z.nullish(state),
      log: optionalText,
      // Left out where Go leaves out what is false.
      healthy: z.nullish(boolean),
    }),
  ),
  products: optionalList(object({ id })),
  healthy: z.nullish(object({ path: optionalText })),
  clusterID: optionalText,
  log: optionalText,
});
const endpoint = z.pipe(wireEndpoint, z.transform(toEndpoint));

const noState: State = { state: '', error: '', message: '' };

function toEndpoint(wire: z.output<typeof wireEndpoint>): Endpoint {
  const { workerConfig } = wire;
  return {
    id: wire.id,
    url: wire.url,
    state: wire.state,
    workers: wire.workers.map((worker) => ({
      id: worker.id,
      state: worker.state ?? noState,
      log: worker.log,
      healthy: worker.healthy ?? false,
    })),
    log: wire.log,
    config: {
      name: wire.name,
      appName: wire.appName,
      workerConfig: {
        minNum: workerConfig.minNum,
        maxNum: workerConfig.maxNum,
        freeTimeout: workerConfig.freeTimeout,
        maxConcurrent: workerConfig.maxConcurrent,
        gpuNum: workerConfig.gpuNum,
        requestTimeout: workerConfig.requestTimeout,
        cudaVersion: workerConfig.cudaVersion,
      },
      policy: wire.policy,
      image: { image: wire.image.image, authId: wire.image.authId, command: wire.image.command },
      rootfsSize: wire.rootfsSize,
      volumeMounts: wire.volumeMounts.map(({ type, id, size, mountPath }) => ({
        type,
        id,
        size: size ?? 0,
        mountPath,
      })),
      clusterID: wire.clusterID,
      envs: wire.envs,
      ports: wire.ports.map((item) => item.port),
      products: wire.products.map((product) => product.id),
      healthy: { path: wire.healthy?.path ?? '' },
    },
  };
}

/** service-api.md, v1 List endpoints. */
export function readPage(body: unknown): { endpoints: Endpoint[]; total: number } {
  return readAnswer(object({ endpoints: optionalList(endpoint), total: integer }), body);
}

/** service-api.md, v1 Get endpoint. */
export function readEndpoint(body: unknown): Endpoint {
  return readAnswer(object({ endpoint }), body).endpoint;
}

/** service-api.md, v1 Create endpoint. */
export function readCreated(body: unknown): { id: string } {
  return readAnswer(object({ id: id.check(z.refine((value) => value !== '', { error: 'an id' })) }), body);
}

/**
 * service-api.md, Limits. Member names are trimmed (`minRequestTimeout  `); members that are missing or null stay absent, so that one of them does
 * not stop every deploy; a record with none of them is not a limits record.
 */
export function readLimits(body: unknown): Limits {
  const record = readAnswer(z.record(z.string(), z.unknown(), { error: 'an object' }), body);
  const named = Object.fromEntries(Object.entries(record).map(([name, value]) => [name.trim(), value ?? undefined]));
  const limits = Object.fromEntries(
    Object.entries(readAnswer(limitsRecord, named)).filter(([, value]) => value !== undefined),
  );
  if (Object.keys(limits).length === 0)
    throw new ContractBreak('the body: expected a limits record, got an object with none of its members');
  return limits as Limits;
}

const limitsRecord = object({
  ...Object.fromEntries(limitMembers.map((member) => [member, z.optional(integer)])),
  cudaVersionList: z.optional(list(string)),
});
