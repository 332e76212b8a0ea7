/** A summary that cannot be written fails nothing: what was deployed stays deployed. */

import { expect, test, vi } from 'vitest';
import { workflowReporter } from '../../src/github/workflow.ts';

test('a summary file that is not there is a warning, each time', async () => {
  vi.stubEnv('GITHUB_STEP_SUMMARY', '/nowhere/summary');
  let output = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    output += String(chunk);
    return true;
  });
  try {
    const reporter = workflowReporter({ hasSummary: true });
    await reporter.summarize('a');
    await reporter.summarize('b');
  } finally {
    write.mockRestore();
    vi.unstubAllEnvs();
  }
  expect(output.match(/^::warning::The summary could not be written: [^\n]*\/nowhere\/summary[^\n]*$/gm)?.length).toBe(
    2,
  );
});
