// undici is imported by subpath, because its root loads fetch, WebSocket, caches and mocks that nobody here uses (0.5 × the start of Node).
// The package has types for its root alone.
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';
  export default Pool;
}
