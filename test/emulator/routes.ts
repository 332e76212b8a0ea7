// The table of operations: method, path and schemas of each, and what it does.
import type { Clock } from './clock.ts';
import { configAfterV1Update, configAfterV2Update, configFromCreate } from './config.ts';
import { type EndpointRecord, type Endpoints, stateOf } from './endpoints.ts';
import { type Limits, limitComplaints, type RangedRequest } from './limits.ts';
import type { Models } from './model.ts';
import type { Others } from './others.ts';
import { type PageRequest, pageOf } from './paging.ts';
import { endpointBody, limitsBody, listBody } from './responses.ts';
import {
  type CreateRequest,
  createBody,
  deleteBody,
  getQuery,
  listQuery,
  type UpdateRequest,
  updateBody,
} from './schemas-v1.ts';
import { type V2UpdateRequest, v2Path, v2UpdateBody } from './schemas-v2.ts';
import type { Switches } from './switches.ts';
import { type Call, invalid, type Operation, Refusal } from './wire.ts';
import { checked, z } from './zod.ts';

/** What the service keeps and offers to its operations. */
export interface Service {
  readonly store: Endpoints;
  readonly others: Others;
  /** What runs in the containers. */
  readonly models: Models;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly products: readonly string[];
  readonly switches: () => Switches;
  readonly baseUrl: () => string;
  /** Counts lists: 0 for the first. */
  readonly nextListNumber: () => number;
  /** Counts requests to the workers of all endpoints: 0 for the first. */
  readonly nextTurn: () => number;
  /** Moves a manual clock after a read, so that time passes for a client in another process. */
  readonly letTimePass: () => void;
  /** Waits for that moment; a clock that moves with requests is moved there, since nobody else would. */
  readonly passUntil: (atMs: number) => Promise<void>;
  /** The same for so long, in which a model works. */
  readonly passMs: (ms: number) => Promise<void>;
}

export interface Route {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** One segment may be `{id}`. */
  readonly path: string;
  readonly answer: (service: Service, call: Call) => object;
}

const v1 = '/gpu-instance/openapi/v1';

const routes: readonly Route[] = [
  route({
    ...{ operation: 'create', method: 'POST', path: `${v1}/endpoint/create`, body: createBody },
    run: (service, { body }) => createEndpoint(service, body.endpoint),
  }),
  route({
    ...{ operation: 'update', method: 'POST', path: `${v1}/endpoint/update`, body: updateBody },
    run: (service, { body }) => updateEndpoint(service, body),
  }),
  route({
    ...{ operation: 'list', method: 'GET', path: `${v1}/endpoints`, query: listQuery },
    run: (service, { query }) => listEndpoints(service, query),
  }),
  route({
    ...{ operation: 'get', method: 'GET', path: `${v1}/endpoint`, query: getQuery },
    run: (service, { query }) => getEndpoint(service, query.id),
  }),
  route({
    ...{ operation: 'delete', method: 'POST', path: `${v1}/endpoint/delete`, body: deleteBody },
    run: (service, { body }) => deleteEndpoint(service, body.name),
  }),
  route({
    ...{ operation: 'limits', method: 'GET', path: `${v1}/endpoint/limit` },
    run: (service) => limitsBody(service.limits, service.switches()),
  }),
  route({
    ...{ operation: 'update-v2', method: 'PUT', path: '/gpus/v2/endpoints/{id}', body: v2UpdateBody },
    run: (service, { id, body }) => {
      return updateEndpointV2(service, checked(v2Path, { endpoint_id: id }, 'path').endpoint_id, body);
    },
  }),
];

/** The route of a request; a refusal that says what there is when nothing fits. */
export function routeOf(method: string, path: string): Route | Refusal {
  const atPath = routes.filter((candidate) => idOf(candidate.path, path) !== undefined);
  const match = atPath.find((candidate) => candidate.method === method);
  if (match !== undefined) return match;
  if (atPath.length > 0) {
    const allowed = atPath.map((candidate) => candidate.method).join(', ');
    return invalid({ method: `${method} is not allowed on ${path}, only ${allowed}` });
  }
  const known = routes.map((candidate) => `${candidate.method} ${candidate.path}`).join(', ');
  return new Refusal(404, 'UNKNOWN_ROUTE', `the emulator knows no ${method} ${path}; it knows ${known}`);
}

interface Definition<Query, Body> extends Omit<Route, 'answer'> {
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  readonly run: (service: Service, input: { id: string; query: Query; body: Body }) => object;
}

const noQuery = z.strictObject({});
const noBody = z.undefined({ error: 'this operation takes no body' });

/** Binds the schemas to the operation; what a definition doesn't mention must not be sent. */
function route<Query, Body>({ query, body, run, ...rest }: Definition<Query, Body>): Route {
  return {
    ...rest,
    answer: (service, call) =>
      run(service, {
        id: idOf(rest.path, call.path) ?? '',
        query: checked(query ?? noQuery, queryOf(call), 'query') as Query,
        body: checked(body ?? noBody, call.body, 'body') as Body,
      }),
  };
}

/** What stands in the place of `{id}`; undefined where the path is another one. */
function idOf(template: string, path: string): string | undefined {
  const [start = '', end] = template.split('{id}');
  if (end === undefined) return path === template ? '' : undefined;
  const id = path.slice(start.length, path.length - end.length);
  if (id.includes('/') || path !== `${start}${id}${end}`) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function queryOf(call: Call): Readonly<Record<string, string>> {
  const query: Record<string, string> = {};
  for (const [member, value] of call.query) {
    if (Object.hasOwn(query, member)) throw invalid({ [member]: 'given more than once' });
    query[member] = value;
  }
  return query;
}

function listEndpoints(service: Service, asked: PageRequest): object {
  const switches = service.switches();
  const form = { reader: 'list', switches, baseUrl: service.baseUrl() } as const;
  const own = service.store.shownByList().map((view) => () => endpointBody(view, form));
  const rules = { switches, listNumber: service.nextListNumber() };
  const { items, total } = pageOf([...service.others.list(), ...own], asked, rules);
  service.letTimePass();
  return listBody({ items: items.map((item) => item()), total }, switches);
}

function getEndpoint(service: Service, id: string): object {
  const view = service.store.shownByGet(id);
  const form = { reader: 'get', switches: service.switches(), baseUrl: service.baseUrl() } as const;
  const endpoint = view === undefined ? service.others.find(id) : endpointBody(view, form);
  // Also when there is nothing: a client that waits for a deletion must see time pass.
  service.letTimePass();
  if (endpoint === undefined) throw notFound(id);
  return { endpoint };
}

function createEndpoint(service: Service, endpoint: CreateRequest): object {
  refuseOutOfLimits(service, endpoint, 'endpoint.');
  refuseUnknownProducts(service, endpoint.products ?? []);
  const switches = service.switches();
  const existing = service.store.existing();
  const taken = [...switches.takenAppNames, ...existing.map((record) => record.appName)];
  if (endpoint.appName !== undefined && taken.includes(endpoint.appName)) {
    throw new Refusal(400, 'SERVERLESS_APP_NAME_IS_EXIST', `app name "${endpoint.appName}" exists already`);
  }
  const config = configFromCreate(endpoint);
  refuseInactiveCluster(service);
  return { id: service.store.create(config, endpoint.appName).id };
}

function updateEndpoint(service: Service, request: UpdateRequest): object {
  refuseOutOfLimits(service, request, '');
  const record = writable(service, request.id);
  const { updateOmitted, v2MembersOnV1Update } = service.switches();
  const rules = { omitted: updateOmitted, v2Members: v2MembersOnV1Update };
  const config = configAfterV1Update(stateOf(record).config, request, rules);
  service.store.write(record, config);
  return {};
}

function updateEndpointV2(service: Service, id: string, request: V2UpdateRequest): object {
  if (request.product_id !== undefined) refuseUnknownProducts(service, [{ id: request.product_id }]);
  const record = writable(service, id);
  const config = configAfterV2Update(stateOf(record).config, request);
  const { minNum, maxNum } = config.workerConfig;
  if (minNum > maxNum) {
    throw invalid({ 'worker_config.min_replicas': `${minNum} is more than max_replicas ${maxNum}` });
  }
  service.store.write(record, config);
  return {};
}

/** Whether `name` is the name or the id is what service-api.md leaves open: the switch `deleteBy` decides. */
function deleteEndpoint(service: Service, name: string): object {
  const { deleteBy, deleteNotFound } = service.switches();
  const { store, others } = service;
  const byId = deleteBy === 'name' ? undefined : store.find(name);
  const record =
    byId ?? (deleteBy === 'id' ? undefined : store.existing().find((each) => stateOf(each).config.name === name));
  if (record !== undefined) {
    if (stateOf(record).goneAtMs === undefined) refuseBusy(service, record);
    store.remove(record);
    return {};
  }
  const isOther =
    (deleteBy !== 'name' && others.remove('id', name)) || (deleteBy !== 'id' && others.remove('name', name));
  if (!isOther) refuseForeign(service, name);
  if (!isOther && deleteNotFound === 'error') throw notFound(name);
  return {};
}

function writable(service: Service, id: string): EndpointRecord {
  const record = service.store.find(id);
  if (record === undefined) {
    refuseForeign(service, id);
    throw notFound(id);
  }
  if (stateOf(record).goneAtMs !== undefined) throw new Refusal(400, 'CONFLICT', `endpoint ${id} is being deleted`);
  refuseBusy(service, record);
  return record;
}

function refuseBusy(service: Service, record: EndpointRecord): void {
  const busyMs = service.switches().conflictAfterWriteMs;
  if (service.store.nowMs() >= stateOf(record).updatedAtMs + busyMs) return;
  throw new Refusal(400, 'CONFLICT', `endpoint ${record.id} is busy with another operation`);
}

/** For a while after the last endpoint of the account has gone. */
function refuseInactiveCluster({ store, switches }: Service): void {
  const goneMs = store.all().map((record) => stateOf(record).goneAtMs ?? Number.NEGATIVE_INFINITY);
  const isIdle = store.existing().length === 0 && goneMs.length > 0;
  if (!isIdle || store.nowMs() >= Math.max(...goneMs) + switches().inactiveClusterMs) return;
  throw new Refusal(400, 'UNKNOWN', 'serverless cluster is not active');
}

/** Raw and generated endpoints are there to be listed and got. */
function refuseForeign(service: Service, id: string): void {
  if (service.others.find(id) === undefined) return;
  throw new Refusal(403, 'FORBIDDEN', `endpoint ${id} is somebody else's`);
}

function refuseOutOfLimits(service: Service, request: RangedRequest, prefix: string): void {
  const complaints = limitComplaints(request, { limits: service.limits, prefix });
  if (Object.keys(complaints).length > 0) throw invalid(complaints);
}

function refuseUnknownProducts(service: Service, products: readonly { readonly id: string }[]): void {
  const unknown = products.find((product) => !service.products.includes(product.id));
  if (unknown === undefined) return;
  throw new Refusal(400, 'SERVERLESS_PRODUCT_NOT_FOUND', `product not found: ${unknown.id}`);
}

function notFound(id: string): Refusal {
  return new Refusal(400, 'SERVERLESS_ENDPOINT_NOT_FOUND', `endpoint not found: ${id}`);
}
