// The bodies of successful answers: the documented form, and what the switches make of it.
import type { EndpointView } from './endpoints.ts';
import type { Limits } from './limits.ts';
import type { Page } from './paging.ts';
import type { Switches } from './switches.ts';
import type { StateView } from './worker-life.ts';

type Json = Readonly<Record<string, unknown>>;

interface Form {
  readonly switches: Switches;
  /** List and get type the port differently. */
  readonly reader?: 'list' | 'get';
}

/** Only `path` can be set by v1; the rest is what the service always does (service-observed.md "Health check"). */
const fixedHealthCheck = { initialDelay: 10, period: 10, timeout: 10, successThreshold: 1, failureThreshold: 3 };

export function endpointBody(view: EndpointView, form: Required<Form> & { readonly baseUrl: string }): Json {
  const { switches } = form;
  const { config, id } = view;
  const { image, authId, command } = config.image;
  const workers = (switches.showWorkers ? view.workers : []).map((worker) => ({
    id: workerId(worker, switches),
    state: stateBody(worker.state, 'worker', switches),
    log: `/logs/${id}/${worker.id}.log`,
    metrics: '',
    healthy: worker.healthy,
  }));
  const body = {
    ...{ id, name: config.name, appName: view.appName, state: stateBody(view.state, 'endpoint', switches) },
    url: endpointUrl(view, form.baseUrl),
    ...{ workerConfig: config.workerConfig, policy: config.policy, image: { image, authId, command } },
    ...{ rootfsSize: config.rootfsSize, ports: config.ports.map((port) => ({ port })) },
    ...{
      volumeMounts: config.volumeMounts,
      envs: config.envs,
      workers,
      products: config.products,
    },
    healthy: { path: config.healthy.path, ...fixedHealthCheck },
    clusterID: config.clusterID,
    log: switches.omitEmptyMembers ? '' : `/logs/${id}`,
    ...(switches.timestamps === 'iso' && {
      createdAt: new Date(view.createdAtMs).toISOString(),
      updatedAt: new Date(view.updatedAtMs).toISOString(),
    }),
  };
  return distorted(formed(body, form), switches);
}

export function listBody(page: Page<object>, switches: Switches): Json {
  const { items: endpoints, total } = page;
  return { endpoints, ...formed(total === undefined ? {} : { total }, { switches }) };
}

export function limitsBody({ minRequestTimeout, ...rest }: Limits, switches: Switches): Json {
  const name = switches.limitsTrailingSpace ? 'minRequestTimeout  ' : 'minRequestTimeout';
  return formed({ ...rest, [name]: minRequestTimeout }, { switches });
}

export function endpointUrl({ id }: { readonly id: string }, baseUrl: string): string {
  return `${baseUrl}/serve/${id}`;
}

/** Documented as strings in responses although they are integers in requests. */
const longIntegers = new Set(['freeTimeout', 'maxConcurrent', 'value']);
const leftOutEmpty = new Set(['error', 'message', 'clusterID', 'log']);
const mayBeNull = new Set(['volumeMounts', 'envs', 'workers', 'products']);
/** Each member, at every depth, as the switches have it. */
function formed(body: object, form: Form): Json {
  const { switches } = form;
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    if (value === 0 && switches.omitZeros && name !== 'port') continue;
    if (value === false && switches.omitFalse) continue;
    if (value === '' && switches.omitEmptyMembers && leftOutEmpty.has(name)) continue;
    const isEmptyList = Array.isArray(value) && value.length === 0 && mayBeNull.has(name);
    if (!isEmptyList || switches.emptyLists === 'shown') shown[name] = valueFormed(name, value, form);
    else if (switches.emptyLists === 'null') shown[name] = null;
  }
  const extra = switches.extraMembers && { xFutureMember: { since: '2027-01-01', values: [1, null, 'two'] } };
  return { ...shown, ...extra };
}

function valueFormed(name: string, value: unknown, form: Form): unknown {
  const { portTypes, numbers } = form.switches;
  if (Array.isArray(value)) return value.map((item) => valueFormed(name, item, form));
  if (typeof value === 'object' && value !== null) return formed(value, form);
  if (typeof value !== 'number') return value;
  const isPortText = portTypes === 'documented' ? form.reader === 'list' : portTypes === 'string';
  const isText = numbers === 'strings' || (numbers === 'documented' && longIntegers.has(name));
  return (name === 'port' ? isPortText : isText) ? String(value) : value;
}

const v2Words: Readonly<Record<string, string>> = { 'endpoint serving': 'running', 'worker running': 'ready' };

function stateBody({ state, error, message }: StateView, of: 'endpoint' | 'worker', switches: Switches): unknown {
  const isWorker = of === 'worker';
  const v2Word = switches.stateWords === 'v2' ? v2Words[`${of} ${state}`] : undefined;
  const word = (isWorker ? switches.workerWords : switches.endpointWords)[state] ?? v2Word ?? state;
  const form = isWorker ? switches.workerStateForm : switches.stateForm;
  return { object: { state: word, error, message }, text: word, null: null }[form];
}

/** A worker may get its id only once it runs. */
function workerId({ id, state }: { id: string; state: StateView }, { startingWorkerIds }: Switches): string {
  const isStarting = ['pending', 'pulling', 'starting'].includes(state.state);
  return isStarting && startingWorkerIds === 'missing' ? '' : id;
}

/** `body` without `answersLeaveOut` and with `answersReplace`; a path goes into each item of a list. */
function distorted(body: Json, { answersLeaveOut, answersReplace }: Switches): Json {
  const changes = [...answersLeaveOut.map((path) => [path, undefined] as const), ...Object.entries(answersReplace)];
  if (changes.length === 0) return body;
  const copy = structuredClone(body);
  for (const [path, value] of changes) setMember(copy, path.split('.'), value);
  return copy;
}

function setMember(target: unknown, path: readonly string[], value: unknown): void {
  const [member, ...rest] = path;
  if (Array.isArray(target)) {
    for (const item of target) setMember(item, path, value);
  } else if (typeof target === 'object' && target !== null && member !== undefined) {
    const members = target as Record<string, unknown>;
    if (rest.length > 0) setMember(members[member], rest, value);
    else if (value === undefined) delete members[member];
    else members[member] = value;
  }
}
