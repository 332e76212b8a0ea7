// The operations that only read: list, get and limits.
import type { PageRequest } from './paging.ts';
import { pageOf } from './paging.ts';
import { endpointBody, limitsBody, listBody } from './responses.ts';
import { notFound, type Service } from './service.ts';

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
