// What each operation does: list, get and limits; create, both updates and delete.
import type { EndpointConfig } from './config.ts';
import { configAfterV1Update, configAfterV2Update, configFromCreate } from './config-writes.ts';
import { type EndpointRecord, stateOf } from './endpoint-record.ts';
import { limitComplaints, type RangedRequest } from './limits.ts';
import { type PageRequest, pageOf } from './paging.ts';
import { endpointBody, limitsBody, listBody } from './responses.ts';
import type { CreateRequest, UpdateRequest } from './schemas-v1.ts';
import type { V2UpdateRequest } from './schemas-v2.ts';
import { notFound, type Service } from './service.ts';
import { invalid, Refusal } from './wire.ts';

export function listEndpoints(service: Service, asked: PageRequest): object {
  const switches = service.switches();
  const form = { reader: 'list', switches, baseUrl: service.baseUrl() } as const;
  const views = service.reads.all();
  const own = switches.listOrder === 'updated' ? views.toSorted((a, b) => a.updatedAtMs - b.updatedAtMs) : views;
  const others = service.others.list();
  const at = (index: number): object => {
    const view = own[index - others.length];
    return view === undefined ? others.at(index) : endpointBody(view, form);
  };
  const all = { length: others.length + own.length, at };
  const page = pageOf(all, asked, { switches, listNumber: service.nextListNumber() });
  service.letTimePass();
  return listBody(page, switches);
}

export function getEndpoint(service: Service, id: string): object {
  const view = service.reads.one(id);
  const form = { reader: 'get', switches: service.switches(), baseUrl: service.baseUrl() } as const;
  const endpoint = view === undefined ? service.others.find(id) : endpointBody(view, form);
  // Also when there is nothing: a client that waits for a deletion must see time pass.
  service.letTimePass();
  if (endpoint === undefined) throw notFound(id);
  return { endpoint };
}

export function getLimits(service: Service): object {
  return limitsBody(service.limits, service.switches());
}

export function createEndpoint(service: Service, endpoint: CreateRequest): object {
  refuseOutOfLimits(service, endpoint, 'endpoint.');
  refuseUnknownProducts(service, endpoint.products ?? []);
  const switches = service.switches();
  const existing = service.store.existing();
  const taken = [...switches.takenAppNames, ...existing.map((record) => record.appName)];
  if (endpoint.appName !== undefined && taken.includes(endpoint.appName)) {
    throw new Refusal(400, 'SERVERLESS_APP_NAME_IS_EXIST', `app name "${endpoint.appName}" exists already`);
  }
  const config = configFromCreate(endpoint);
  if (endpoint.name !== undefined) refuseTakenName(service, config.name, undefined);
  refuseInactiveCluster(service);
  return { id: service.store.create(config, endpoint.appName).id };
}

export function updateEndpoint(service: Service, request: UpdateRequest): object {
  refuseOutOfLimits(service, request, '');
  const record = writable(service, request.id);
  const { updateOmitted, v2MembersOnV1Update } = service.switches();
  const rules = { omitted: updateOmitted, v2Members: v2MembersOnV1Update };
  const config = configAfterV1Update(stateOf(record).config, request, rules);
  return stored(service, record, { config, hasName: request.name !== undefined });
}

export function updateEndpointV2(service: Service, id: string, request: V2UpdateRequest): object {
  if (request.product_id !== undefined) refuseUnknownProducts(service, [{ id: request.product_id }]);
  const record = writable(service, id);
  const config = configAfterV2Update(stateOf(record).config, request, service.switches().v2Omitted);
  const { minNum, maxNum } = config.workerConfig;
  if (minNum > maxNum) {
    throw invalid({ 'worker_config.min_replicas': `${minNum} is more than max_replicas ${maxNum}` });
  }
  return stored(service, record, { config, hasName: request.name !== undefined });
}

/** Whether `name` is the name or the id is what service-api.md leaves open: the switch `deleteBy` decides. */
export function deleteEndpoint(service: Service, name: string): object {
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

function stored(
  service: Service,
  record: EndpointRecord,
  next: { readonly config: EndpointConfig; readonly hasName: boolean },
): object {
  if (next.hasName) refuseTakenName(service, next.config.name, record);
  service.store.write(record, next.config);
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
  const rules = { limits: service.limits, switches: service.switches(), prefix };
  const complaints = limitComplaints(request, rules);
  if (Object.keys(complaints).length > 0) throw invalid(complaints);
}

function refuseUnknownProducts(service: Service, products: readonly { readonly id: string }[]): void {
  const unknown = products.find((product) => !service.products.includes(product.id));
  if (unknown === undefined) return;
  throw new Refusal(400, 'SERVERLESS_PRODUCT_NOT_FOUND', `product not found: ${unknown.id}`);
}

function refuseTakenName(service: Service, name: string, self: EndpointRecord | undefined): void {
  if (!service.switches().uniqueNames) return;
  const rival = service.store.existing().find((record) => record !== self && stateOf(record).config.name === name);
  if (rival !== undefined) throw new Refusal(400, 'CONFLICT', `an endpoint named "${name}" exists already`);
}
