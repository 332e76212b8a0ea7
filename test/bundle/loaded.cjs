/** Loaded into the bundle's process before the bundle: writes at its end which files and which modules of Node it has loaded, to the file that `LOADED_FILES` names. */
'use strict';

const { writeFileSync } = require('node:fs');
const { basename } = require('node:path');

const modules = () => process.moduleLoadList.filter((name) => /^NativeModule [a-z]/.test(name));
const before = new Set(modules());

process.once('exit', () => {
  const files = Object.keys(require.cache).filter((path) => path.endsWith('.js'));
  const chunks = files.map((path) => basename(path)).sort();
  const builtins = modules().filter((name) => !before.has(name));
  writeFileSync(
    process.env.LOADED_FILES,
    JSON.stringify({ chunks, builtins: builtins.map((name) => name.replace('NativeModule ', '')) }),
  );
});
