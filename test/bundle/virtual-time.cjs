/**
 * Loaded into the bundle's process before the bundle: a sleep of the action's clock takes no time and moves its clock forward by as much, and nothing else does. The timers
 * of Node's own parts (sockets, HTTP) run on as usual, and no request runs into its limit, on however busy a machine. So a scenario passes through twenty
 * minutes of waiting at once, and the bundle needs no test code.
 */
'use strict';

const timers = require('node:timers/promises');

const startedNs = process.hrtime.bigint();
let sleptMs = 0;

process.hrtime.bigint = () => startedNs + BigInt(Math.round(sleptMs * 1e6));
AbortSignal.timeout = () => new AbortController().signal;
timers.setTimeout = async (ms, value, options) => {
  options?.signal?.throwIfAborted();
  sleptMs += ms;
  await timers.setImmediate();
  options?.signal?.throwIfAborted();
  return value;
};
