// Owns the form of every answer under the switches; knows no request, no rule and no state beyond the view it is given.

import type { StateView } from './course.ts';
import type { Limits } from './limits.ts';
import type { EndpointView } from './store.ts';
import type { Switches } from './switches.ts';
import { type Answer, htmlAnswer, jsonAnswer } from './wire.ts';

type Json = Readonly<Record<string, unknown>>;

/** Only `path` can be set by v1; the rest is what the service always does (service-observed.md "Health check"). */
const fixedHealthCheck = { initialDelay: 10, period: 10, timeout: 10, successThreshold: 1, failureThreshold: 3 };

const v2Words: Readonly<Record<string, string>> = { serving: 'running' };
const v2WorkerWords: Readonly<Record<string, string>> = { running: 'ready' };

/** `reader` matters because list and get type the port differently. */
export function endpointBody(
  view: EndpointView,
  form: { readonly reader: 'list' | 'get'; readonly switches: Switches; readonly baseUrl: string },
): Json {
  const { switches, reader } = form;
  const { config } = view;
  const { cudaVersion, freeTimeout, maxConcurrent, ...counts } = config.workerConfig;
  const extra = extraMembers(switches);
  return {
    id: view.id,
    name: config.name,
    appName: view.appName,
    state: { ...stateBody(view.state, { switches, words: v2Words, override: switches.stateWord }), ...extra },
    url: endpointUrl(view, form),
    workerConfig: {
      ...integers(counts, switches),
      freeTimeout: longInteger(freeTimeout, switches),
      maxConcurrent: longInteger(maxConcurrent, switches),
      cudaVersion,
      ...extra,
    },
    policy: { type: config.policy.type, value: longInteger(config.policy.value, switches), ...extra },
    image: { image: config.image.image, authId: config.image.authId, command: config.image.command, ...extra },
    rootfsSize: integer(config.rootfsSize, switches),
    volumeMounts: config.volumeMounts.map((volume) => ({ ...volume, size: integer(volume.size, switches), ...extra })),
    envs: config.envs.map((env) => ({ ...env, ...extra })),
    ports: config.ports.map((port) => ({ port: portValue(port, reader, switches), ...extra })),
    workers: view.workers.map((worker) => ({
      id: worker.id,
      state: stateBody(worker.state, { switches, words: v2WorkerWords, override: switches.workerStateWord }),
      ...presentWhenFilled({ log: `/logs/${view.id}/${worker.id}.log` }, switches),
      metrics: '',
      healthy: worker.healthy,
      ...extra,
    })),
    products: config.products.map((product) => ({ ...product, ...extra })),
    healthy: { path: config.healthy.path, ...integers(fixedHealthCheck, switches), ...extra },
    ...presentWhenFilled(
      { clusterID: config.clusterID, log: switches.omitEmptyMembers ? '' : `/logs/${view.id}` },
      switches,
    ),
    ...extra,
  };
}

export function listBody(endpoints: readonly Json[], total: number, switches: Switches): Json {
  return { endpoints, total: integer(total, switches), ...extraMembers(switches) };
}

export function limitsBody(limits: Limits, switches: Switches): Json {
  const { cudaVersionList, minRequestTimeout, ...counts } = limits;
  return {
    ...integers(counts, switches),
    [switches.limitsTrailingSpace ? 'minRequestTimeout  ' : 'minRequestTimeout']: integer(minRequestTimeout, switches),
    cudaVersionList,
    ...extraMembers(switches),
  };
}

/** An error in the form that the switch names. Only the standard form carries the reason. */
export function errorAnswer(
  error: { readonly status: number; readonly reason: string; readonly message: string; readonly metadata?: Json },
  errorBody: Switches['errorBody'],
  headers: Record<string, string> = {},
): Answer {
  const { status, reason, message, metadata = {} } = error;
  switch (errorBody) {
    case 'standard':
      return jsonAnswer(status, { code: status, reason, message, metadata }, headers);
    case 'nested':
      return jsonAnswer(status, { error: { message } }, headers);
    case 'string':
      return jsonAnswer(status, message, headers);
    case 'html':
      return htmlAnswer(status, 'Error', headers);
    case 'empty':
      return { status, headers, body: '' };
  }
}

export function endpointUrl(
  endpoint: { readonly id: string; readonly appName: string },
  form: { readonly switches: Switches; readonly baseUrl: string },
): string {
  if (form.switches.urlForm === 'service') return `https://${endpoint.id}-${endpoint.appName}.runsync.novita.dev`;
  return `${form.baseUrl}/serve/${endpoint.id}`;
}

function stateBody(
  state: StateView,
  form: {
    readonly switches: Switches;
    readonly words: Readonly<Record<string, string>>;
    readonly override: string | null;
  },
): Json {
  const word = form.switches.stateWords === 'v2' ? (form.words[state.state] ?? state.state) : state.state;
  const { error, message } = state;
  return { state: form.override ?? word, ...presentWhenFilled({ error, message }, form.switches) };
}

function presentWhenFilled(members: Readonly<Record<string, string>>, switches: Switches): Json {
  if (!switches.omitEmptyMembers) return members;
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''));
}

function integers(members: Readonly<Record<string, number>>, switches: Switches): Json {
  return Object.fromEntries(Object.entries(members).map(([member, value]) => [member, integer(value, switches)]));
}

function integer(value: number, switches: Switches): number | string {
  return switches.numbers === 'strings' ? String(value) : value;
}

/** The members that are documented as strings in responses although they are integers in requests. */
function longInteger(value: number, switches: Switches): number | string {
  return switches.numbers === 'integers' ? value : String(value);
}

function portValue(port: number, reader: 'list' | 'get', switches: Switches): number | string {
  const documented = reader === 'list' ? 'string' : 'integer';
  const type = switches.portTypes === 'documented' ? documented : switches.portTypes;
  return type === 'string' ? String(port) : port;
}

function extraMembers(switches: Switches): Json {
  return switches.extraMembers ? { xFutureMember: { since: '2027-01-01', values: [1, null, 'two'] } } : {};
}
