/** The skill for agents: its command blocks run against the emulator, one after the other, and none deploys what nobody has approved. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ManualClock, startEmulator } from '../emulator/emulator.ts';
import { passing, writesOf } from '../scenarios/deployment.ts';
import { runStep, type StepResult, shareClock } from '../scenarios/step.ts';
import { readSnippets } from './documents.ts';

const path = 'skills/deploy-gpu-endpoint/SKILL.md';
const text = readFileSync(path, 'utf8');
const snippets = readSnippets().filter(({ place }) => place.startsWith(path));
const spec = snippets.find(({ language }) => language === 'yaml')?.text ?? '';
const lines = snippets.filter(({ language }) => language === 'sh').flatMap((each) => each.text.trim().split('\n'));
const commandOf = (line: string) => line.split(' ')[1] ?? '';

test('is named like its folder, says when to use it, and is short', () => {
  const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  const { name, description, ...others } = parse(head);
  expect([name, others]).toEqual(['deploy-gpu-endpoint', {}]);
  expect(description).toMatch(/^.{100,1024}$/);
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});

describe('its commands', () => {
  test('that write are deploys of an approved plan', () => {
    const writing = lines.filter((line) => /^(?:deploy|delete|sweep)$/.test(commandOf(line)));
    expect(writing).toEqual(['deploy-gpu-endpoint deploy endpoint.yaml --approved-plan "$PLAN_DIGEST" --json']);
    expect(lines.join('\n')).not.toContain('--allow');
  });

  test('run against the emulator, and only the deploy writes', async () => {
    await using emulator = await startEmulator(passing);
    const results = new Map<string, StepResult & { writes: number }>();
    const run = async (line: string) => {
      const { 'plan-digest': digest = '' } = JSON.parse(results.get('plan')?.raw ?? '{}');
      const before = writesOf(emulator).length;
      const result = await runStep({
        argv: line.replace('"$PLAN_DIGEST"', digest).split(' ').slice(1).concat('--resolve-image', 'off'),
        files: { 'endpoint.yaml': spec },
        clock: shareClock(emulator.clock as ManualClock),
        env: { GPU_ENDPOINT_BASE_URL: emulator.url, GPU_ENDPOINT_API_KEY: emulator.apiKey },
      });
      results.set(commandOf(line), { ...result, writes: writesOf(emulator).length - before });
    };
    // An export reads what a deploy has made.
    const isExport = (line: string) => commandOf(line) === 'export';
    for (const line of [...lines.filter((each) => !isExport(each)), ...lines.filter(isExport)]) await run(line);
    const told = Array.from(results, ([command, { exitCode, writes }]) => [command, exitCode, writes]);
    expect(told).toEqual(
      ['validate', 'plan', 'deploy', 'status', 'logs', 'test', 'export'].map((command) => [
        command,
        0,
        command === 'deploy' ? 1 : 0,
      ]),
    );
  });
});
