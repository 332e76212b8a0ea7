// The shape of every v1 request as service-api.md states it.
import { z } from './zod.ts';

const integer = z.number().int();

/** 2222, 2223 and 2224 are internal to the service. */
export const reservedPorts: readonly number[] = [2222, 2223, 2224];

const port = z.string().superRefine((text, context) => {
  const number = /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= 1 && number <= 65535)) context.addIssue(`"${text}" is not a port of 1-65535`);
  else if (reservedPorts.includes(number)) context.addIssue(`port ${number} is reserved (2222-2224)`);
});

const ports = z.array(z.strictObject({ port })).length(1, 'exactly one HTTP port is allowed');

const workerConfig = z.strictObject({
  minNum: integer,
  maxNum: integer,
  freeTimeout: integer,
  maxConcurrent: integer,
  gpuNum: integer,
  requestTimeout: integer,
});

export type WorkerConfigRequest = z.output<typeof workerConfig>;

const policy = z.strictObject({ type: z.string().min(1), value: integer });

const image = z.strictObject({ image: z.string().min(1), authId: z.string(), command: z.string() });

const volumeMount = z.strictObject({
  type: z.string().min(1),
  size: integer.optional(),
  id: z.string().optional(),
  mountPath: z.string().min(1),
});

const envs = z.array(z.strictObject({ key: z.string().min(1), value: z.string() })).superRefine((items, context) => {
  complainAboutDuplicates(
    items.map((item) => item.key),
    context,
  );
});

const healthy = z.strictObject({ path: z.string() });

const name = z.string().max(220, 'longer than 220 characters');
const clusterID = z.string().max(255, 'longer than 255 characters');

const endpointToCreate = z
  .strictObject({
    name: name.optional(),
    appName: z
      .string()
      .regex(/^[a-z0-9-]+$/, 'only lowercase letters, digits and hyphens')
      .optional(),
    workerConfig,
    ports,
    policy,
    image,
    products: z.array(z.strictObject({ id: z.string().min(1) })).optional(),
    rootfsSize: integer,
    volumeMounts: z.array(volumeMount).optional(),
    clusterID: clusterID.optional(),
    envs: envs.optional(),
    healthy: healthy.optional(),
  })
  .superRefine(complainAboutMissingCluster);

export const createBody = z.strictObject({ endpoint: endpointToCreate });

export const updateBody = z
  .strictObject({
    id: z.string().min(1),
    name: name.optional(),
    clusterID: clusterID.optional(),
    workerConfig,
    ports,
    policy,
    image,
    volumeMounts: z.array(volumeMount).optional(),
    envs: envs.optional(),
    healthy: healthy.optional(),
  })
  .superRefine(complainAboutMissingCluster);

export const deleteBody = z.strictObject({ name: z.string().min(1) });

const queryInteger = z
  .string()
  .regex(/^-?[0-9]{1,9}$/, 'expected an integer')
  .transform(Number);

export const listQuery = z.strictObject({
  pageSize: queryInteger.refine((size) => size >= 1, 'must be at least 1'),
  pageNum: queryInteger,
});

export const getQuery = z.strictObject({ id: z.string().min(1, 'must not be empty') });

export type CreateRequest = z.output<typeof endpointToCreate>;
export type UpdateRequest = z.output<typeof updateBody>;

/** Shared with v2: a key given twice leaves open which value wins, so neither family takes it. */
export function complainAboutDuplicates(keys: readonly (string | undefined)[], context: z.core.$RefinementCtx): void {
  for (const [index, key] of keys.entries()) {
    if (key === undefined || keys.indexOf(key) === index) continue;
    context.addIssue({ code: 'custom', path: [index, 'key'], message: `duplicated env key "${key}"`, input: key });
  }
}

function complainAboutMissingCluster(
  request: {
    readonly volumeMounts?: readonly { readonly type: string }[] | undefined;
    readonly clusterID?: string | undefined;
  },
  context: z.core.$RefinementCtx,
): void {
  const cloud = (request.volumeMounts ?? []).some((volume) => volume.type !== 'local');
  if (!cloud || (request.clusterID ?? '') !== '') return;
  const message = 'required when cloud storage is mounted';
  context.addIssue({ code: 'custom', path: ['clusterID'], message, input: request.clusterID });
}
