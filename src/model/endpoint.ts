/** Owns the endpoint as the client hands it to the rest: one canonical form for both interface families; no wire spelling leaves this folder. */

/** In the service's own v1 spelling: times in seconds. Numbers are numbers, whatever the wire made of them. */
export interface WorkerSettings {
  minNum: number;
  maxNum: number;
  freeTimeout: number;
  maxConcurrent: number;
  gpuNum: number;
  requestTimeout: number;
  /** '' when none is asked for. */
  cudaVersion: string;
}

export interface Volume {
  /** `local`, or any other word for cloud storage. */
  type: string;
  id: string;
  /** GB. */
  size: number;
  mountPath: string;
}

/** The configuration of an endpoint: everything that a spec can manage (service-api.md, Endpoint). */
export interface EndpointConfig {
  name: string;
  /** '' lets the service choose (it takes the endpoint's id). */
  appName: string;
  workerConfig: WorkerSettings;
  /** `value` is seconds for `queue`, requests for `concurrency`. */
  policy: { type: string; value: number };
  image: {
    image: string;
    authId: string;
    command: string;
    /** v2 only and never returned by the service: undefined in what was read. */
    entrypoint?: string;
  };
  /** GB. */
  rootfsSize: number;
  volumeMounts: readonly Volume[];
  /** '' when no cloud storage is mounted. */
  clusterID: string;
  /** In the order of the service; keys are unique in what is sent. Values are secrets. */
  envs: readonly { key: string; value: string }[];
  ports: readonly number[];
  products: readonly string[];
  healthy: {
    /** '' when no health check is set. */
    path: string;
    /** v2 only and never returned by the service: undefined in what was read. */
    port?: number;
  };
  /** v2 only and never returned by the service: undefined in what was read. */
  regionId?: string;
}

/** `error` and `message` are '' when nothing is abnormal. The words of `state` are the service's own: service-api.md does not list them. */
export interface State {
  state: string;
  error: string;
  message: string;
}

export interface Worker {
  id: string;
  state: State;
  /** A path, a URL, or the log's text itself; '' when there is none. */
  log: string;
  healthy: boolean;
}

/** An endpoint as read by list or get. */
export interface Endpoint {
  id: string;
  /** '' while the service has not assigned one. */
  url: string;
  state: State;
  workers: readonly Worker[];
  log: string;
  config: EndpointConfig;
}
