/** Secrets in odd places: as keys, in headers, addresses, names and anchors. No stream of a run tells them: not the log, the summary, an output, GitHub's API, a terminal or `--json`. */

import { afterAll, describe, expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { foreignEndpoint } from '../emulator/others.ts';
import { passing, smallSpec } from '../scenarios/deployment.ts';
import { type Stage, setStage } from '../scenarios/github-stage.ts';
import { runStep, shareClock } from '../scenarios/step.ts';

const secret = 'sk-live_5b1f0c7d&e17d<5520>';
const password = 'hunter-two_two';

let told = 0;
afterAll(() => console.log(`Placements: ${told} runs`));

interface Placement {
  world?: (stage: Pick<Stage, 'emulator'> & { api: Pick<Stage['api'], 'addFault'> }) => void;
  spec?: string;
}

const spec = `${smallSpec}envs: {TOKEN: ${JSON.stringify(password)}}\nworkerConfig: {minNum: 1}\n`;
type Fault = Parameters<Stage['emulator']['addFault']>[0];
const status = (operation: 'create' | 'list', code: number, details: object): Placement => ({
  world: ({ emulator }) =>
    emulator.addFault({ operation, kind: 'status', status: code, times: 'always', ...details } as Fault),
});
const refusal = (body: object | string, headers?: Record<string, string>) =>
  status('create', 400, { body, ...(headers && { headers }) });
const crash = (members: object): Placement => ({
  world: ({ emulator }) => emulator.addScript({ outcome: 'crash-loop', times: 'always', ...members }),
});
const listed = (members: object): Placement => ({
  world: ({ emulator }) => emulator.seedRaw({ ...foreignEndpoint('00000000000000aa', 'llama'), ...members }),
});

const both = `${secret} ${password}`;
const placements: Readonly<Record<string, Placement>> = {
  'a key of the metadata of a refusal': refusal({
    reason: 'VALIDATOR_PARAM',
    message: 'no',
    metadata: { [secret]: 'x', [password]: 'y' },
  }),
  'a reason': refusal({ reason: password, message: 'no' }),
  'a reason in capitals': refusal({ reason: `${password}_X`, message: 'no' }),
  'a key of an error': refusal({ error: { [both]: both, message: both } }),
  'JSON in JSON in JSON': refusal({ message: JSON.stringify(JSON.stringify({ [secret]: password })) }),
  'a web page': refusal(`<html><title>${secret}</title><body>${password}`, { 'content-type': 'text/html' }),
  'plain text': refusal(`Authorization: Basic ${Buffer.from(`user:${secret}`).toString('base64')} ${password}`, {
    'content-type': 'text/plain',
  }),
  'the address of a redirect': status('list', 302, {
    headers: { location: `https://${password}.example/${encodeURIComponent(secret)}` },
  }),
  'a content coding': status('list', 200, { body: '{}', headers: { 'content-encoding': password } }),
  'how long to wait': status('list', 503, { headers: { 'retry-after': password } }),
  'the id of a worker': crash({ alsoListed: [{ id: both, state: 'failed', error: both, message: both }] }),
  'the words of a worker': crash({
    message: `\u001b[31m${secret.slice(0, 6)}\u001b[0m${secret.slice(6)} ${password}`,
    state: `failed ${password}`,
  }),
  'the id of an endpoint': listed({ id: both }),
  'the state of an endpoint': listed({ state: { state: both, error: both, message: both } }),
  'the address of an endpoint': listed({ url: `https://a.example/${password}?key=${encodeURIComponent(secret)}` }),
  'members of an endpoint that nobody knows': listed({ [secret]: password, workerConfig: { [secret]: password } }),
  'the log of an endpoint': listed({ log: both, workers: [{ id: both, state: both, log: both, metrics: both }] }),
  'a key of the live envs': listed({ envs: [{ key: secret, value: secret }] }),
  'the record': listed({
    envs: [
      {
        key: 'GPU_ENDPOINT_DEPLOYMENT',
        value: JSON.stringify({
          ...{ repository: both, commit: both, ref: both, run: both, tool: both },
          time: '2026-01-01T00:00:00Z',
        }),
      },
    ],
  }),
  'an anchor': { spec: `${spec}image2: &${password} x\nimage3: *${password}\n` },
  'a tag': { spec: `${spec}appName: !${password} x\n` },
  'a key of the spec': { spec: `${spec}${JSON.stringify(secret)}: 1\n${password}: 2\n` },
  'a comment beside a mistake': { spec: `${spec}products: 3 # ${secret} ${password}\n` },
  'an env that is no text': { spec: `${smallSpec}envs: {TOKEN: {${password}: ${JSON.stringify(secret)}}}\n` },
  'a misspelt block of envs': {
    spec: `${smallSpec}environments: {TOKEN: ${password}, KEY: ${JSON.stringify(secret)}}\n`,
  },
  'YAML that is none': { spec: `${smallSpec}envs:\n  TOKEN: ${password}\n  KEY: "${secret}\n` },
  'the words of GitHub': {
    world: ({ api }) => api.addFault({ operation: 'any', kind: 'status', status: 403, message: both, times: 'always' }),
  },
};

function isTold(text: string): string[] {
  const decoded = text
    .replaceAll(/%([0-9A-Fa-f]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('&#8203;', '')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  return [secret, password].filter(
    (each) => text.includes(each) || decoded.includes(each) || text.includes(JSON.stringify(each).slice(1, -1)),
  );
}

const withoutMasks = (raw: string) =>
  raw
    .split('\n')
    .filter((line) => !line.startsWith('::add-mask::'))
    .join('\n');

describe.for(Object.entries(placements))('%s', ([, placement]) => {
  test('in a step', async () => {
    told += 1;
    await using stage = await setStage();
    placement.world?.(stage);
    const step = await stage.pullRequestStep({
      action: 'opened',
      spec: placement.spec ?? spec,
      env: { RUNNER_DEBUG: '1' },
      with: { 'secret-envs': `KEY=${secret}\nOTHER=${password}` },
    });
    const streams = {
      log: withoutMasks(step.raw),
      stderr: step.stderr,
      summary: step.summary,
      outputs: JSON.stringify(step.outputs),
      github: JSON.stringify(stage.api.requests),
    };
    for (const [name, text] of Object.entries(streams))
      expect(isTold(text), `${name}: ${text.slice(0, 3000)}`).toEqual([]);
  });

  test.for([[], ['--json', '--debug']])('on a command line %j', async (flags) => {
    told += 1;
    await using emulator = await startEmulator(passing);
    placement.world?.({ emulator, api: { addFault: () => {} } });
    const { raw, stderr } = await runStep({
      files: { 'endpoint.yaml': placement.spec ?? spec },
      env: { GPU_ENDPOINT_API_KEY: emulator.apiKey },
      argv: [
        ...['deploy', '--base-url', emulator.url, '--resolve-image', 'off'],
        ...['--secret-envs', `KEY=${secret}\nOTHER=${password}`],
        ...flags,
      ],
      clock: shareClock(emulator.clock),
    });
    expect(isTold(`${raw}\n${stderr}`), `${raw}\n${stderr}`.slice(0, 3000)).toEqual([]);
  });
});
