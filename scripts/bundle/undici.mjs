/**
 * What stands for `undici` in the bundle: the parts of its root that are used here. The root itself loads `fetch`, mocks, caches, WebSocket and more. A package that
 * imports another name fails the build.
 */

import connect from 'undici/lib/api/api-connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';

// As the root does: a tunnel through a proxy needs it.
Dispatcher.prototype.connect = connect;

export { default as ProxyAgent } from 'undici/lib/dispatcher/proxy-agent.js';

/** `@actions/github` names it. Octokit writes the requests, and src/http/transport.ts sends them. */
export function fetch() {
  throw new Error('deploy-gpu-endpoint sends no request by `fetch`');
}
