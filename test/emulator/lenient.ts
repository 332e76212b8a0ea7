// Turns what other people's clients send into the documented form, as far as the switch `accepts` allows it.
import { type EndpointConfig, emptyConfig } from './config.ts';
import { stateOf } from './endpoint-record.ts';
import type { Service } from './service.ts';
import { accepts, type Switches } from './switches.ts';
import type { Operation } from './wire.ts';

type Members = Readonly<Record<string, unknown>>;

export interface Sent {
  readonly operation: Operation;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Documented extends Sent {
  /** A list for which no page was asked: everything is to be answered. */
  readonly isUnpaged: boolean;
}

export function asDocumented(sent: Sent, service: Service): Documented {
  const switches = service.switches();
  const { operation, query, body } = sent;
  const documented = { ...sent, isUnpaged: false };
  if (switches.accepts.length === 0) return documented;
  if (operation === 'list' && accepts(switches, 'unpaged-list')) {
    const isUnpaged = query.pageSize === undefined && query.pageNum === undefined;
    return { ...documented, query: { pageSize: '100', pageNum: String(switches.pageBase), ...query }, isUnpaged };
  }
  if (!isMembers(body)) return documented;
  switch (operation) {
    case 'create':
      return { ...documented, body: { ...body, endpoint: configured(body.endpoint, switches, emptyConfig) } };
    case 'update':
      return { ...documented, body: completeUpdate(body, service) };
    case 'delete':
      return { ...documented, body: deleteByName(body, switches) };
    default:
      return documented;
  }
}

function completeUpdate(body: Members, service: Service): unknown {
  const switches = service.switches();
  const record = service.store.find(String(body.id));
  if (record === undefined || !accepts(switches, 'partial-update')) return configured(body, switches, emptyConfig);
  const { config } = stateOf(record);
  return configured({ ...asRequest(config), ...body }, switches, config);
}

/** A live configuration as a v1 update writes it. */
function asRequest(config: EndpointConfig): Members {
  const { name, clusterID, ports, policy, volumeMounts, envs } = config;
  const { cudaVersion: _cudaVersion, ...workerConfig } = config.workerConfig;
  const { entrypoint: _entrypoint, ...image } = config.image;
  return {
    name,
    clusterID,
    workerConfig,
    ports: ports.map((port) => ({ port: String(port) })),
    policy,
    image,
    volumeMounts,
    envs,
    healthy: { path: config.healthy.path },
  };
}

/** `sent` with its ports as text and its blocks complete, each where that is accepted. */
function configured(sent: unknown, switches: Switches, live: EndpointConfig): unknown {
  if (!isMembers(sent)) return sent;
  const result: Record<string, unknown> = { ...sent };
  if (accepts(switches, 'integer-ports') && Array.isArray(sent.ports)) result.ports = sent.ports.map(portItem);
  const base = accepts(switches, 'partial-update') ? asRequest(live) : {};
  for (const block of ['workerConfig', 'policy']) {
    if (live !== emptyConfig && isMembers(sent[block])) result[block] = { ...(base[block] as Members), ...sent[block] };
  }
  if (isMembers(sent.image)) result.image = { ...imageBase(switches, live), ...sent.image };
  return result;
}

function imageBase(switches: Switches, live: EndpointConfig): Members {
  if (live !== emptyConfig && accepts(switches, 'partial-update')) return asRequest(live).image as Members;
  return accepts(switches, 'sparse-image') ? { authId: '', command: '' } : {};
}

/** `8000`, `{"port": 8000}` and `"8000"` all become `{"port": "8000"}`. */
function portItem(item: unknown): unknown {
  if (typeof item === 'number' || typeof item === 'string') return { port: String(item) };
  return isMembers(item) && typeof item.port === 'number' ? { ...item, port: String(item.port) } : item;
}

function deleteByName(body: Members, switches: Switches): unknown {
  const { id, ...rest } = body;
  const isById = accepts(switches, 'delete-by-id-member') && typeof id === 'string' && body.name === undefined;
  return isById ? { ...rest, name: id } : body;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
