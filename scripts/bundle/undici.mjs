/**
 * What stands for `undici` in the bundle: the parts of its root that are used here, by us (`ProxyAgent`) and by `@actions/github` and `@actions/http-client` (`fetch`,
 * `ProxyAgent`). The root itself loads mocks, caches, WebSocket and more. A package that imports another name fails the build.
 */

import api from 'undici/lib/api/index.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';

// As the root does: a tunnel through a proxy needs `connect()`.
Object.assign(Dispatcher.prototype, api);

export { default as ProxyAgent } from 'undici/lib/dispatcher/proxy-agent.js';
export { fetch } from 'undici/lib/web/fetch/index.js';
