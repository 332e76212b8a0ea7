/**
 * Loaded into the bundle's process before the bundle: time of the action's clock runs twenty times as fast, as it does for the emulator of the demo. So a
 * minute of patience is three seconds to watch, and the log shows the times of a real rollout.
 */
'use strict';

const timers = require('node:timers/promises');

const speed = 20;
const realNow = process.hrtime.bigint;
const realSleep = timers.setTimeout;

process.hrtime.bigint = () => realNow() * BigInt(speed);
timers.setTimeout = (ms, value, options) => realSleep(ms / speed, value, options);
