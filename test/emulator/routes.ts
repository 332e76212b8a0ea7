// The table of operations: method, path and schemas of each.

import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  getLimits,
  listEndpoints,
  updateEndpoint,
  updateEndpointV2,
} from './operations.ts';
import { createBody, deleteBody, getQuery, listQuery, updateBody } from './schemas-v1.ts';
import { v2Path, v2UpdateBody } from './schemas-v2.ts';
import type { Service } from './service.ts';
import { type Call, invalid, type Operation, Refusal } from './wire.ts';
import { checked, z } from './zod.ts';

export interface Route {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** One segment may be `{name}`. */
  readonly path: string;
  readonly answer: (service: Service, call: Call) => object;
}

const noMembers = z.strictObject({});
const noBody = z.undefined({ error: 'this operation takes no body' });
const v1 = '/gpu-instance/openapi/v1';

const routes: readonly Route[] = [
  route({
    operation: 'create',
    method: 'POST',
    path: `${v1}/endpoint/create`,
    body: createBody,
    run: (service, { body }) => createEndpoint(service, body.endpoint),
  }),
  route({
    operation: 'update',
    method: 'POST',
    path: `${v1}/endpoint/update`,
    body: updateBody,
    run: (service, { body }) => updateEndpoint(service, body),
  }),
  route({
    operation: 'list',
    method: 'GET',
    path: `${v1}/endpoints`,
    query: listQuery,
    run: (service, { query }) => listEndpoints(service, query),
  }),
  route({
    operation: 'get',
    method: 'GET',
    path: `${v1}/endpoint`,
    query: getQuery,
    run: (service, { query }) => getEndpoint(service, query.id),
  }),
  route({
    operation: 'delete',
    method: 'POST',
    path: `${v1}/endpoint/delete`,
    body: deleteBody,
    run: (service, { body }) => deleteEndpoint(service, body.name),
  }),
  route({ operation: 'limits', method: 'GET', path: `${v1}/endpoint/limit`, run: (service) => getLimits(service) }),
  route({
    operation: 'update-v2',
    method: 'PUT',
    path: '/gpus/v2/endpoints/{endpoint_id}',
    parameters: v2Path,
    body: v2UpdateBody,
    run: (service, { parameters, body }) => updateEndpointV2(service, parameters.endpoint_id, body),
  }),
];

/** The route of a request; a refusal that says what there is when nothing fits. */
export function routeOf(method: string, path: string): Route | Refusal {
  const atPath = routes.filter((candidate) => parametersOf(candidate.path, path) !== undefined);
  const match = atPath.find((candidate) => candidate.method === method);
  if (match !== undefined) return match;
  if (atPath.length > 0) {
    const allowed = atPath.map((candidate) => candidate.method).join(', ');
    return invalid({ method: `${method} is not allowed on ${path}, only ${allowed}` });
  }
  const known = routes.map((candidate) => `${candidate.method} ${candidate.path}`).join(', ');
  return new Refusal(404, 'UNKNOWN_ROUTE', `the emulator knows no ${method} ${path}; it knows ${known}`);
}

interface Definition<Parameters extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> {
  readonly operation: Operation;
  readonly method: Route['method'];
  readonly path: string;
  readonly parameters?: Parameters;
  readonly query?: Query;
  readonly body?: Body;
  readonly run: (
    service: Service,
    input: {
      readonly parameters: z.output<Parameters>;
      readonly query: z.output<Query>;
      readonly body: z.output<Body>;
    },
  ) => object;
}

/** Binds the schemas to the operation; what a definition doesn't mention must not be sent. */
function route<
  Parameters extends z.ZodType = z.ZodObject,
  Query extends z.ZodType = z.ZodObject,
  Body extends z.ZodType = z.ZodUndefined,
>(definition: Definition<Parameters, Query, Body>): Route {
  const { operation, method, path, run } = definition;
  const parameters = definition.parameters ?? (noMembers as unknown as Parameters);
  const query = definition.query ?? (noMembers as unknown as Query);
  const body = definition.body ?? (noBody as unknown as Body);
  return {
    operation,
    method,
    path,
    answer: (service, call) => {
      return run(service, {
        parameters: checked(parameters, parametersOf(path, call.path), 'path'),
        query: checked(query, queryOf(call), 'query'),
        body: checked(body, call.body, 'body'),
      });
    },
  };
}

function parametersOf(template: string, path: string): Readonly<Record<string, string>> | undefined {
  const expected = template.split('/');
  const found = path.split('/');
  if (expected.length !== found.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const value = found[index] ?? '';
    const name = /^\{(.*)\}$/.exec(segment)?.[1];
    if (name !== undefined) parameters[name] = decoded(value);
    else if (segment !== value) return undefined;
  }
  return parameters;
}

function queryOf(call: Call): Readonly<Record<string, string>> {
  const query: Record<string, string> = {};
  for (const [member, value] of call.query) {
    if (Object.hasOwn(query, member)) throw invalid({ [member]: 'given more than once' });
    query[member] = value;
  }
  return query;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
