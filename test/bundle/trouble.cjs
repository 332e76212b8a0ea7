/** Loaded into the bundle's process before the bundle: SIGUSR2 fills the disk behind its standard output, or throws in a callback. */
'use strict';

const { closeSync, openSync } = require('node:fs');

process.on('SIGUSR2', () => {
  if (process.env.TROUBLE !== 'full disk') throw new Error('a defect in a callback');
  closeSync(1);
  openSync('/dev/full', 'w');
});
