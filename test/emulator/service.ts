// Owns the operations of both families on the state; knows nothing of HTTP framing, authorization or faults.
import type { Clock } from './clock.ts';
import { configAfterV1Update, configAfterV2Update, configFromCreate } from './config-writes.ts';
import { type Limits, limitComplaints, type RangedRequest } from './limits.ts';
import { endpointBody, limitsBody, listBody } from './responses.ts';
import type { CreateRequest, UpdateRequest } from './schemas-v1.ts';
import type { V2UpdateRequest } from './schemas-v2.ts';
import type { EndpointRecord, Store } from './store.ts';
import type { Switches } from './switches.ts';
import { invalid, Refusal } from './wire.ts';

export interface Service {
  readonly store: Store;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly products: readonly string[];
  readonly switches: () => Switches;
  readonly baseUrl: () => string;
  /** Moves a manual clock after a read, so that time passes for a client in another process. */
  readonly letTimePass: () => void;
  /** Waits for that moment; a clock that moves with requests is moved there, since nobody else would. */
  readonly passUntil: (atMs: number) => Promise<void>;
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
  refuseTakenName(service, endpoint.name, undefined);
  return { id: service.store.create(configFromCreate(endpoint), endpoint.appName).id };
}

export function updateEndpoint(service: Service, request: UpdateRequest): object {
  refuseOutOfLimits(service, request, '');
  const record = writable(service, request.id);
  refuseTakenName(service, request.name, record);
  const { updateOmitted, v2MembersOnV1Update } = service.switches();
  const rules = { omitted: updateOmitted, v2Members: v2MembersOnV1Update };
  service.store.write(record, configAfterV1Update(record.config, request, rules));
  return {};
}

export function updateEndpointV2(service: Service, id: string, request: V2UpdateRequest): object {
  if (request.product_id !== undefined) refuseUnknownProducts(service, [{ id: request.product_id }]);
  const record = writable(service, id);
  refuseTakenName(service, request.name, record);
  const next = configAfterV2Update(record.config, request, service.switches().v2Omitted);
  if (next.workerConfig.minNum > next.workerConfig.maxNum) {
    const { minNum, maxNum } = next.workerConfig;
    throw invalid({ 'worker_config.min_replicas': `${minNum} is more than max_replicas ${maxNum}` });
  }
  service.store.write(record, next);
  return {};
}

export function listEndpoints(
  service: Service,
  asked: { readonly pageSize: number; readonly pageNum: number },
): object {
  const { pageSize, pageNum } = asked;
  const switches = service.switches();
  const { pageBase, pageBelowBase } = switches;
  if (pageNum < pageBase && (pageBelowBase === 'refuse' || pageNum < 0)) {
    throw invalid({ pageNum: `${pageNum} is below ${pageBase}` });
  }
  const granted = Math.min(pageSize, switches.grantedPageSizeMax);
  const page = pageNum < pageBase && pageBelowBase === 'first' ? 0 : pageNum - pageBase;
  const all = service.store.readAll();
  const ordered = switches.listOrder === 'newest' ? all.toReversed() : all;
  const items = page < 0 ? [] : ordered.slice(page * granted, (page + 1) * granted);
  const form = { reader: 'list', switches, baseUrl: service.baseUrl() } as const;
  const total = switches.totalMeans === 'all' ? ordered.length : items.length;
  const body = listBody(
    items.map((view) => endpointBody(view, form)),
    total,
    switches,
  );
  service.letTimePass();
  return body;
}

export function getEndpoint(service: Service, id: string): object {
  const view = service.store.readOne(id);
  const form = { reader: 'get', switches: service.switches(), baseUrl: service.baseUrl() } as const;
  const body = view === undefined ? undefined : { endpoint: endpointBody(view, form) };
  // Also when there is nothing: a client that waits for a deletion must see time pass.
  service.letTimePass();
  if (body === undefined) throw notFound(id);
  return body;
}

/** Whether `name` is the name or the id is what service-api.md leaves open: the switch `deleteBy` decides. */
export function deleteEndpoint(service: Service, name: string): object {
  const { deleteBy, deleteNotFound } = service.switches();
  const records = service.store.existing();
  const byId = deleteBy === 'name' ? undefined : records.find((record) => record.id === name);
  const byName = deleteBy === 'id' ? undefined : records.find((record) => record.config.name === name);
  const record = byId ?? byName;
  if (record !== undefined) service.store.remove(record);
  else if (deleteNotFound === 'error') throw notFound(name);
  return {};
}

export function getLimits(service: Service): object {
  return limitsBody(service.limits, service.switches());
}

function writable(service: Service, id: string): EndpointRecord {
  const record = service.store.find(id);
  if (record === undefined) throw notFound(id);
  if (record.goneAtMs !== undefined) throw new Refusal(400, 'CONFLICT', `endpoint ${id} is being deleted`);
  return record;
}

function notFound(id: string): Refusal {
  return new Refusal(400, 'SERVERLESS_ENDPOINT_NOT_FOUND', `endpoint not found: ${id}`);
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

function refuseTakenName(service: Service, name: string | undefined, self: EndpointRecord | undefined): void {
  if (!service.switches().uniqueNames || name === undefined) return;
  const rival = service.store.existing().find((record) => record !== self && record.config.name === name);
  if (rival !== undefined) throw new Refusal(400, 'CONFLICT', `an endpoint named "${name}" exists already`);
}
