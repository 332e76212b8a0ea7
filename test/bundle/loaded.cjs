/** Loaded into the bundle's process before the bundle: writes at its end which files it has loaded, to the file that `LOADED_FILES` names. */
'use strict';

const { writeFileSync } = require('node:fs');
const { basename } = require('node:path');

process.once('exit', () => {
  const files = Object.keys(require.cache).filter((path) => path.endsWith('.js'));
  writeFileSync(process.env.LOADED_FILES, JSON.stringify(files.map((path) => basename(path)).sort()));
});
