/** Loaded into the bundle's process before the bundle: turns SIGUSR2 into the event that Node has for Ctrl+Break on Windows. */
'use strict';

process.on('SIGUSR2', () => process.emit('SIGBREAK', 'SIGBREAK'));
