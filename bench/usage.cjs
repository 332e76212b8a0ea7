/** Loaded into a process that is measured: writes what it has used to the file that `USAGE_FILE` names. */
'use strict';

process.once('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  require('node:fs').writeFileSync(
    process.env.USAGE_FILE,
    JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMib: maxRSS / 1024 }),
  );
});
