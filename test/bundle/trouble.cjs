/** Loaded into the bundle's process before the bundle: SIGUSR2 fills the disk behind its standard output, or throws in a callback. */
'use strict';

const { closeSync, openSync } = require('node:fs');
const timers = require('node:timers/promises');

// The time that is left to a process after a crash never passes: on a busy machine it takes longer to end.
const { setTimeout: sleep } = timers;
const crashEndMs = Number(process.env.CRASH_END_MS);
timers.setTimeout = (ms, ...rest) => (ms === crashEndMs ? new Promise(() => {}) : sleep(ms, ...rest));

process.on('SIGUSR2', () => {
  if (process.env.TROUBLE !== 'full disk') throw new Error('a defect in a callback');
  closeSync(1);
  openSync('/dev/full', 'w');
});
