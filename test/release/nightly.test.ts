/** The script of the nightly workflow, with a stand-in for `gh`. It runs on Linux only. */

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const script = resolve('.github/tools/nightly');
const again = 'To run the same tests again: `SEED=7 npm run test:long`';
const body = `Seed 7 at commit c0ffee: https://github.com/acme/llama/actions/runs/42\n\n${again}`;
const list = 'issue list --state open --author app/github-actions';

/** What the script asks of `gh`, an array of arguments a line, and the job summary. */
function run(command: string, openIssue = ''): { calls: string[]; summary: string } {
  const root = mkdtempSync(join(tmpdir(), 'nightly-'));
  const [gh, calls, summary] = ['gh', 'calls', 'summary'].map((name) => join(root, name)) as [string, string, string];
  writeFileSync(gh, `#!/bin/sh\nprintf '%s\\037' "$@" >>'${calls}'\n[ "$2" != list ] || printf '${openIssue}'\n`);
  chmodSync(gh, 0o755);
  for (const path of [calls, summary]) writeFileSync(path, '');
  const run = { GITHUB_SHA: 'c0ffee', GITHUB_REPOSITORY: 'acme/llama', GITHUB_RUN_ID: '42', SEED: '7' };
  const env = {
    PATH: [root, process.env.PATH].join(delimiter),
    ...{ ...run, GITHUB_SERVER_URL: 'https://github.com', GITHUB_STEP_SUMMARY: summary },
  };
  try {
    execFileSync(script, [command], { env, stdio: 'ignore' });
    const said = readFileSync(calls, 'utf8').replaceAll('\u001f', ' ').trim();
    return { calls: said.split(/ (?=issue )/), summary: readFileSync(summary, 'utf8') };
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe.skipIf(process.platform === 'win32')('nightly', () => {
  test('the summary says the seed, and how to run the same tests again', () => {
    expect(run('summary')).toEqual({ calls: [''], summary: `Seed 7. ${again}\n` });
  });

  test.for([
    ['opens an issue', '', `issue create --title The nightly tests fail --body ${body}`],
    ['comments on the open issue', '12', `issue comment 12 --body ${body}`],
  ] as const)('%s', ([, openIssue, call]) => {
    const { calls, summary } = run('issue', openIssue);
    expect([calls[0]?.startsWith(list), calls.slice(1), summary]).toEqual([true, [call], '']);
  });
});

test('the issue and the long tests have one seed, another each night, and the issue comes of any end but success', () => {
  const { on, jobs } = parse(readFileSync('.github/workflows/nightly.yml', 'utf8'));
  const { long, tell } = jobs;
  expect(Object.keys(on)).toEqual(['schedule', 'workflow_dispatch']);
  const seed = ['$', '{{ github.run_number }}'].join('');
  expect([long.env.SEED, tell.steps.at(-1).env.SEED]).toEqual([seed, seed]);
  expect([tell.needs, tell.if]).toEqual([
    'long',
    ['$', "{{ !cancelled() && needs.long.result != 'success' }}"].join(''),
  ]);
  expect([long.permissions, tell.permissions]).toEqual([{ contents: 'read' }, { contents: 'read', issues: 'write' }]);
  expect(long.steps.at(-1).run).toBe('npm run --silent test:long');
});
