/** The answers of the service: endpoints, and the limits of the account. */

import type { EndpointConfig } from './config.ts';
import type { Noted } from './record.ts';

/** `error` and `message` are '' when all is well. `state` is the service's own word: service-api.md lists none. */
export interface State {
  state: string;
  error: string;
  message: string;
}

export interface Worker {
  id: string;
  state: State;
  /** A path, a URL, or the log's text itself; '' without a log. */
  log: string;
  healthy: boolean;
}

/** The members by which a list is searched; '' where one is missing. `envs` holds the records alone. */
export interface Listed extends Noted {
  id: string;
  name: string;
  appName: string;
}

/** What a name that no endpoint has probably means, and why: a clause such as "has almost the same name". */
export interface Near {
  readonly names: readonly string[];
  readonly why: string;
}

/** An endpoint as read by list or get (service-api.md, Endpoint). */
export interface Endpoint {
  id: string;
  /** '' while the service has not assigned one. */
  url: string;
  state: State;
  workers: readonly Worker[];
  log: string;
  config: EndpointConfig;
}

/** A log (service-observed.md, Worker `log`): the text itself, a path below `base-url`, or a URL; '' for none. */
export interface GivenLog {
  /** `worker w1`, `the endpoint`. */
  of: string;
  text: string;
}

/**
 * The limits record (service-api.md, Limits) in the service's own spelling: sizes in GB, times in seconds, counts. The
 * contract requires every member; a missing one is absent here, so that its check is skipped with a warning instead of
 * failing every deploy.
 */
export type Limits = { readonly [member: `${'min' | 'max' | 'free'}${string}`]: number | undefined } & {
  readonly cudaVersionList?: readonly string[];
};
