// Imported by subpath: the root loads fetch, WebSocket, caches and mocks, which take half as long as the start of Node.
// The package has types for its root alone.
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';
  export default Pool;
}
