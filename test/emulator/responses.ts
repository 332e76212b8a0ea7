// The bodies of successful answers under the switches.
import type { EndpointView } from './endpoint-record.ts';
import type { Limits } from './limits.ts';
import type { Page } from './paging.ts';
import {
  booleans,
  distorted,
  endpointState,
  extraMembers,
  integers,
  type Json,
  lists,
  longIntegers,
  portValue,
  presentWhenFilled,
  timestamps,
  workerId,
  workerState,
} from './response-forms.ts';
import type { Switches } from './switches.ts';

/** Only `path` can be set by v1; the rest is what the service always does (service-observed.md "Health check"). */
const fixedHealthCheck = { initialDelay: 10, period: 10, timeout: 10, successThreshold: 1, failureThreshold: 3 };

/** `reader` matters because list and get type the port differently. */
export function endpointBody(
  view: EndpointView,
  form: { readonly reader: 'list' | 'get'; readonly switches: Switches; readonly baseUrl: string },
): Json {
  const { switches, reader } = form;
  const { config } = view;
  const { cudaVersion, freeTimeout, maxConcurrent, ...counts } = config.workerConfig;
  const extra = extraMembers(switches);
  const volumeMounts = config.volumeMounts.map(({ size, ...volume }) => ({
    ...volume,
    ...integers({ size }, switches),
    ...extra,
  }));
  const workers = (switches.showWorkers ? view.workers : []).map((worker) => ({
    id: workerId(worker, switches),
    state: workerState(worker.state, switches),
    ...presentWhenFilled({ log: `/logs/${view.id}/${worker.id}.log` }, switches),
    metrics: '',
    ...booleans({ healthy: worker.healthy }, switches),
    ...extra,
  }));
  const body = {
    id: view.id,
    name: config.name,
    appName: view.appName,
    state: withExtra(endpointState(view.state, switches), extra),
    url: endpointUrl(view, form),
    workerConfig: {
      ...integers(counts, switches),
      ...longIntegers({ freeTimeout, maxConcurrent }, switches),
      cudaVersion,
      ...extra,
    },
    policy: { type: config.policy.type, ...longIntegers({ value: config.policy.value }, switches), ...extra },
    image: { image: config.image.image, authId: config.image.authId, command: config.image.command, ...extra },
    ...integers({ rootfsSize: config.rootfsSize }, switches),
    ports: config.ports.map((port) => ({ port: portValue(port, reader, switches), ...extra })),
    ...lists(
      {
        volumeMounts,
        envs: withAdded(config.envs, switches).map((env) => ({ ...env, ...extra })),
        workers,
        products: config.products.map((product) => ({ ...product, ...extra })),
      },
      switches,
    ),
    healthy: { path: config.healthy.path, ...integers(fixedHealthCheck, switches), ...extra },
    ...presentWhenFilled(
      { clusterID: config.clusterID, log: switches.omitEmptyMembers ? '' : `/logs/${view.id}` },
      switches,
    ),
    ...timestamps({ createdAt: view.createdAtMs, updatedAt: view.updatedAtMs }, switches.timestamps),
    ...extra,
  };
  return distorted(body, switches);
}

export function listBody(page: Page<object>, switches: Switches): Json {
  const total = page.total === undefined ? {} : integers({ total: page.total }, switches);
  const asText = switches.totalAsText && total.total !== undefined ? { total: String(total.total) } : {};
  return { endpoints: page.items, ...total, ...asText, ...extraMembers(switches) };
}

export function limitsBody(limits: Limits, switches: Switches): Json {
  const { cudaVersionList, minRequestTimeout, ...counts } = limits;
  const name = switches.limitsTrailingSpace ? 'minRequestTimeout  ' : 'minRequestTimeout';
  return {
    ...integers({ ...counts, [name]: minRequestTimeout }, switches),
    cudaVersionList,
    ...extraMembers(switches),
  };
}

export function endpointUrl(
  endpoint: { readonly id: string; readonly appName: string },
  form: { readonly switches: Switches; readonly baseUrl: string },
): string {
  if (form.switches.urlForm === 'service') return `https://${endpoint.id}-${endpoint.appName}.runsync.novita.dev`;
  return `${form.baseUrl}/serve/${endpoint.id}`;
}

/** With those that the service adds of its own and nobody has set. */
function withAdded(envs: EndpointView['config']['envs'], { addedEnvs }: Switches): EndpointView['config']['envs'] {
  const added = Object.entries(addedEnvs).map(([key, value]) => ({ key, value }));
  return [...envs, ...added.filter(({ key }) => !envs.some((env) => env.key === key))];
}

function withExtra(state: unknown, extra: Json): unknown {
  return typeof state === 'object' && state !== null ? { ...state, ...extra } : state;
}
