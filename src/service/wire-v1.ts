/** How the v1 family's answers are read: list, get, create and limits. */

import * as z from 'zod/mini';
import { buildConfig, emptyValue, type MemberValue, valueAt } from '../model/config.ts';
import type { Endpoint, State } from '../model/endpoint.ts';
import { type Limits, limitMembers } from '../model/limits.ts';
import { memberTable } from '../model/members.ts';
import type { Block, Kind, KindValues, Row, Volume } from '../model/row.ts';
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
  z.pipe(
    object({ port: integer }),
    z.transform((item) => item.port),
  ),
);

const product = z.pipe(
  object({ id }),
  z.transform((item) => item.id),
);

const volume = z.pipe(
  object({ type: string, id: optionalId, size: z.nullish(integer), mountPath: string }),
  z.transform((item): Volume => ({ ...item, size: item.size ?? 0 })),
);

/** How the values of each kind are read. */
const readers: { readonly [kind in Kind]: z.ZodMiniType<KindValues[kind]> } = {
  text: optionalText,
  integer,
  ports: optionalList(port),
  products: optionalList(product),
  volumes: optionalList(volume),
  envs: optionalList(object({ key: string, value: optionalText })),
};

/** Texts without which an endpoint can neither be found again nor sent again. */
const requiredTexts: ReadonlySet<string> = new Set(['name', 'image.image', 'policy.type']);

/** Ids that may come as numbers. */
const idTexts: ReadonlySet<string> = new Set(['image.authId']);

function readerOf(path: string, { kind }: Row): z.ZodMiniType {
  if (requiredTexts.has(path)) return string;
  return idTexts.has(path) ? optionalId : readers[kind];
}

/** A block whose members are sent only when they are set may be missing. */
function blockReader(name: string, { members: rows }: Block): z.ZodMiniType {
  const returned = Object.entries(rows).filter(([, row]) => row.returned);
  const shape = object(Object.fromEntries(returned.map(([inner, row]) => [inner, readerOf(`${name}.${inner}`, row)])));
  return returned.every(([, { v1 }]) => v1.create === 'when-set') ? z.nullish(shape) : shape;
}

const memberReaders = Object.fromEntries(
  Object.entries<Row | Block>(memberTable).flatMap(([name, entry]) => {
    if ('members' in entry) return [[name, blockReader(name, entry)]];
    return entry.returned ? [[name, readerOf(name, entry)]] : [];
  }),
);

/** What an answer says of an endpoint besides its configuration. */
const status = {
  id,
  state,
  url: optionalText,
  workers: optionalList(
    object({
      id,
      state: z.nullish(state),
      log: optionalText,
      // Left out where Go leaves out what is false.
      healthy: z.nullish(boolean),
    }),
  ),
  log: optionalText,
};

/** service-api.md, Endpoint. Required are the members that an update has to send again, and those by which an endpoint is found. */
const endpoint = z.pipe(object({ ...memberReaders, ...status }), z.transform(toEndpoint));

const noState: State = { state: '', error: '', message: '' };

function toEndpoint({ id, url, state, workers, log, ...config }: z.output<z.ZodMiniObject<typeof status>>): Endpoint {
  return {
    id,
    url,
    state,
    workers: workers.map((worker) => ({
      id: worker.id,
      state: worker.state ?? noState,
      log: worker.log,
      healthy: worker.healthy ?? false,
    })),
    log,
    config: buildConfig((member) =>
      member.returned ? ((valueAt(config, member.path) as MemberValue | undefined) ?? emptyValue(member)) : undefined,
    ),
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
