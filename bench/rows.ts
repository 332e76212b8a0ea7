/** The rows of the table of goals: what each is measured with. */

import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { steadyMs, waitPauses } from '../src/times.ts';
import { type Contender, ratios, type Spread, spreadOf, takeTurns, type Usage } from './measure.ts';
import type { Row } from './results.ts';
import { bundle, floor, type Place, type Service, startService } from './service.ts';

const wall = ({ wallMs }: Usage) => wallMs;
const cpu = ({ cpuMs }: Usage) => cpuMs;
const peak = ({ peakMib }: Usage) => peakMib;
const single = (value: number): Spread => ({ median: value, p10: value, p90: value });
const seconds = (values: readonly Usage[], of: (usage: Usage) => number) =>
  spreadOf(values.map((each) => of(each) / 1000));

export async function startRows({ folder, rounds }: Place): Promise<Row[]> {
  const contenders: Contender[] = [
    { name: 'node -e 0', argv: ['-e', '0'], exitCode: 0 },
    {
      name: 'the step without inputs',
      argv: [bundle],
      env: { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: folder },
      exitCode: 1,
    },
  ];
  const plain = await takeTurns(contenders, { rounds: 2 * rounds, folder, usage: false });
  const used = await takeTurns(contenders, { rounds, folder });
  const what = 'start until missing inputs are named';
  return [
    { what, unit: '× node -e 0', value: spreadOf(ratios(plain, 1, wall)), goal: 1.6, rounds: 2 * rounds },
    { what: `${what}: CPU`, unit: '× node -e 0', value: spreadOf(ratios(used, 1, cpu)), rounds },
    { what: `${what}: peak memory`, unit: 'MiB', value: spreadOf((used.runs[1] ?? []).map(peak)), rounds },
  ];
}

const small = (name: string, image: string) =>
  `name: ${name}\nimage: ${image}\nports: [8000]\npolicy: {type: concurrency, value: 8}\n`;
const seeded = (name: string) => ({
  name,
  image: { image: 'ghcr.io/acme/llama:1' },
  policy: { type: 'concurrency', value: 8 },
});

const scenarios = {
  unchanged: { spec: small('llama', 'ghcr.io/acme/llama:1'), endpoints: [seeded('llama')] },
  update: { spec: small('llama', 'ghcr.io/acme/llama:2'), endpoints: [seeded('llama')] },
  create: { spec: small('llama', 'ghcr.io/acme/llama:1'), endpoints: [] },
} as const;

export async function scenarioRows(place: Place): Promise<Row[]> {
  const { folder, rounds } = place;
  const rows: Row[] = [];
  const measure = async (scenario: keyof typeof scenarios, service: Service, rounds = place.rounds) => {
    const { spec, endpoints } = scenarios[scenario];
    writeFileSync(join(folder, 'endpoint.yaml'), spec);
    const prepare = () => service.reset(endpoints);
    const series = await takeTurns(
      [
        { name: 'floor', argv: [floor, service.url, scenario], env: service.env, exitCode: 0, prepare },
        { name: scenario, argv: [bundle], env: { ...service.env, INPUT_WAIT: 'none' }, exitCode: 0, prepare },
      ],
      { rounds, folder },
    );
    return { series, counts: await service.counts() };
  };
  await using far = await startService({ switches: {}, pace: 'instant' }, { ...place, roundTripMs: 50 });
  for (const [scenario, goal] of [
    ['create', 1.15],
    ['update', 1.15],
    ['unchanged', 1.2],
  ] as const) {
    const { series, counts } = await measure(scenario, far);
    const what = `${scenario}, 50 ms round trip, TLS`;
    rows.push({ what, unit: '× floor', value: spreadOf(ratios(series, 1, wall)), goal, rounds });
    const requests = Object.values(counts.requests).reduce((sum, count) => sum + count, 0);
    rows.push({ what: `${what}: requests`, unit: 'requests', value: single(requests), rounds: 1 });
    rows.push({
      what: `${what}: connections`,
      unit: 'connections',
      value: single(counts.connections),
      goal: 3,
      rounds: 1,
    });
    if (scenario !== 'create') continue;
    rows.push({ what: `${what}: CPU`, unit: '× floor', value: spreadOf(ratios(series, 1, cpu)), goal: 2.3, rounds });
    const peaks = (series.runs[1] ?? []).map(peak);
    rows.push({ what: `${what}: peak memory`, unit: 'MiB', value: spreadOf(peaks), goal: 70, rounds });
  }
  await using slow = await startService({ switches: { latencyMs: 50 }, pace: 'instant' }, place);
  const { series } = await measure('create', slow);
  const value = spreadOf(ratios(series, 1, wall));
  rows.push({ what: 'create, service answering in 50 ms', unit: '× floor', value, goal: 1.25, rounds });
  for (const [scenario, goal] of [
    ['create', 3],
    // The list, the endpoint by itself (a list may be late by a minute), the write, and the reading that shows it.
    ['update', 4],
    ['unchanged', 2],
  ] as const) {
    const { counts } = await measure(scenario, slow, 0);
    rows.push({
      what: `${scenario}: round trips`,
      unit: 'requests',
      value: single(counts.roundTrips),
      goal,
      rounds: 1,
    });
  }
  return rows;
}

/** An update of an endpoint that is awake, with and without a count of what its users lose: only a health check is requested. */
export async function availabilityRows({ isQuick, ...place }: Place & { folder: string }): Promise<Row[]> {
  const rounds = isQuick ? 1 : 5;
  await using service = await startService({ switches: {}, pace: 'instant' }, place);
  const contender = (name: string, path: string) => ({
    ...{ name, argv: [bundle], env: service.env, exitCode: 0 },
    prepare: async () => {
      const awake = { workerConfig: { minNum: 1 }, healthy: { path } };
      writeFileSync(join(place.folder, 'endpoint.yaml'), `${scenarios.update.spec}workerConfig: {minNum: 1}\n`);
      await service.reset([{ ...seeded('llama'), ...awake }]);
    },
  });
  const contenders = [contender('not counted', ''), contender('counted', '/health')];
  const series = await takeTurns(contenders, { rounds, folder: place.folder });
  const what = 'update of an endpoint that is awake, what users lose counted';
  return [
    { what, unit: '× not counted', value: spreadOf(ratios(series, 1, wall)), goal: 1.01, rounds },
    { what: `${what}: CPU`, unit: '× not counted', value: spreadOf(ratios(series, 1, cpu)), rounds },
  ];
}

export async function sizeRows(): Promise<Row[]> {
  const dist = dirname(bundle);
  const bytes = (names: readonly string[]) => names.reduce((sum, name) => sum + statSync(join(dist, name)).size, 0);
  const megabytes = (count: number) => single(count / 1e6);
  const archive = gzipSync(execFileSync('git', ['archive', 'HEAD'], { maxBuffer: 1e9 }), { level: 9 });
  return [
    { what: 'dist/', unit: 'MB', value: megabytes(bytes(readdirSync(dist))), goal: 1.75, rounds: 1 },
    {
      what: 'JavaScript loaded by a deploy without GitHub',
      unit: 'MB',
      value: megabytes(bytes(['index.js', 'service.js', 'deploy.js', 'rollout.js'])),
      goal: 1.1,
      rounds: 1,
    },
    {
      what: 'what a runner downloads (archive, gzip)',
      unit: 'KB',
      value: single(archive.length / 1000),
      goal: 430,
      rounds: 1,
    },
  ];
}

/** Endpoints of others in the account, 3 KB each; the one that is looked for is the last. */
export async function accountRows(place: Place): Promise<Row[]> {
  const { folder, isQuick } = place;
  const rows: Row[] = [];
  const measure = async (others: number, scenario: 'unchanged' | 'create', rounds: number) => {
    await using service = await startService(
      { switches: { latencyMs: 50, generatedEndpoints: others, generatedEnvs: 17 }, pace: 'instant' },
      place,
    );
    const { spec, endpoints } = scenarios[scenario];
    writeFileSync(join(folder, 'endpoint.yaml'), spec);
    const prepare = () => service.reset(endpoints);
    const contender = {
      name: scenario,
      argv: [bundle],
      env: { ...service.env, INPUT_WAIT: 'none' },
      exitCode: 0,
      prepare,
    };
    const { runs } = await takeTurns([contender], { rounds, folder });
    const { requests } = await service.counts();
    return { used: runs[0] ?? [], lists: requests.list ?? 0 };
  };
  const rounds = isQuick ? 1 : 5;
  const look = await measure(10_000, 'unchanged', rounds);
  rows.push({ what: 'look-up among 10,000', unit: 's', value: seconds(look.used, wall), goal: 0.8, rounds });
  rows.push({
    what: 'look-up among 10,000: peak memory',
    unit: 'MiB',
    value: spreadOf(look.used.map(peak)),
    goal: 110,
    rounds,
  });
  const create = await measure(10_000, 'create', rounds);
  rows.push({ what: 'create among 10,000', unit: 's', value: seconds(create.used, wall), goal: 2, rounds });
  rows.push({
    what: 'create among 10,000: peak memory',
    unit: 'MiB',
    value: spreadOf(create.used.map(peak)),
    goal: 130,
    rounds,
  });
  rows.push({ what: 'create among 10,000: list requests', unit: 'requests', value: single(create.lists), rounds: 1 });
  if (isQuick) return rows;
  const huge = await measure(49_999, 'unchanged', 2);
  rows.push({ what: 'look-up among 50,000', unit: 's', value: seconds(huge.used, wall), goal: 4, rounds: 2 });
  rows.push({
    what: 'look-up among 50,000: peak memory',
    unit: 'MiB',
    value: spreadOf(huge.used.map(peak)),
    goal: 150,
    rounds: 2,
  });
  return rows;
}

export async function fleetRows(place: Place): Promise<Row[]> {
  const { folder, isQuick } = place;
  const rounds = isQuick ? 1 : 5;
  const names = Array.from({ length: 200 }, (_, index) => `fleet-${index}`);
  const envs = (name: string) =>
    Array.from({ length: 5 }, (_, key) => ({ key: `KEY_${key}`, value: `value ${key} of ${name}` }));
  const specs = names.map((name, index) => {
    const lines = envs(name).map(({ key, value }) => `  ${key}: ${value}`);
    return `${small(name, `ghcr.io/acme/llama:${index < 150 ? 2 : 1}`)}envs:\n${lines.join('\n')}\n`;
  });
  const file = join(folder, 'endpoint.yaml');
  const rows: Row[] = [];
  {
    await using service = await startService({ switches: { latencyMs: 50 }, pace: 'instant' }, place);
    writeFileSync(file, specs.join('---\n'));
    const prepare = () => service.reset(names.map((name) => ({ ...seeded(name), envs: envs(name) })));
    const env = { ...service.env, INPUT_WAIT: 'none' };
    const { runs } = await takeTurns([{ name: '200 specs', argv: [bundle], env, exitCode: 0, prepare }], {
      rounds,
      folder,
    });
    const used = runs[0] ?? [];
    rows.push({ what: '200 specs, 150 updates', unit: 's', value: seconds(used, wall), goal: 2.2, rounds });
    rows.push({ what: '200 specs, 150 updates: CPU', unit: 's', value: seconds(used, cpu), goal: 1, rounds });
    rows.push({
      what: '200 specs, 150 updates: peak memory',
      unit: 'MiB',
      value: spreadOf(used.map(peak)),
      goal: 160,
      rounds,
    });
    const creator = { name: '200 creates', argv: [bundle], env, exitCode: 0, prepare: () => service.reset([]) };
    const creations = await takeTurns([creator], { rounds: isQuick ? 1 : 3, folder });
    const lists = single((await service.counts()).requests.list ?? 0);
    const created = creations.runs[0] ?? [];
    const createRounds = created.length;
    rows.push({ what: '200 creates', unit: 's', value: seconds(created, wall), goal: 5, rounds: createRounds });
    const peaks = spreadOf(created.map(peak));
    rows.push({ what: '200 creates: peak memory', unit: 'MiB', value: peaks, goal: 170, rounds: createRounds });
    rows.push({ what: '200 creates: list requests', unit: 'requests', value: lists, goal: 80, rounds: 1 });
  }
  return rows;
}

/** Readiness has to last so long before it is believed, whatever an endpoint needs. */
const provenSeconds = steadyMs / 1000;

export async function waitRows(place: Place): Promise<Row[]> {
  const pace = { schedulingMs: 500, pullingMs: 2000, startingMs: 500, healthCheckMs: 1000 };
  await using service = await startService({ switches: {}, pace }, place);
  const started = Array.from(
    { length: 32 },
    (_, index) => `${small(`fleet-${index}`, 'ghcr.io/acme/llama:1')}workerConfig: {minNum: 1}\n`,
  );
  writeFileSync(join(place.folder, 'endpoint.yaml'), started.join('---\n'));
  const prepare = () => service.reset([]);
  const contender = { name: '32 endpoints', argv: [bundle], env: service.env, exitCode: 0, prepare };
  const { runs } = await takeTurns([contender], { rounds: place.isQuick ? 0 : 1, folder: place.folder });
  const used = runs[0] ?? [];
  const rounds = used.length;
  const requests = Object.values((await service.counts()).requests).reduce((sum, count) => sum + count, 0);
  const what = '32 endpoints that need 4 s each';
  const beyond = spreadOf(used.map(({ wallMs }) => wallMs / 1000 - provenSeconds));
  return [
    { what, unit: 's', value: seconds(used, wall), rounds },
    { what: `${what}, without the ${provenSeconds} s of proof`, unit: 's', value: beyond, goal: 5, rounds },
    { what: `${what}: requests`, unit: 'requests', value: single(requests), rounds: 1 },
  ];
}

/** How long after it is ready an endpoint is found to be, of roll-outs of about a minute, side by side. */
export async function latenessRows(place: Place): Promise<Row[]> {
  const waitMs = 600_000;
  let readings = 0;
  for (
    let atMs = 0;
    atMs < waitMs;
    atMs += Math.min(waitPauses.longestMs, Math.max(waitPauses.shortestMs, atMs * waitPauses.share))
  )
    readings += 1;
  const polls = {
    what: 'readings in a wait of 10 minutes',
    unit: 'requests',
    value: single(readings),
    goal: 65,
    rounds: 1,
  };
  if (place.isQuick) return [polls];
  const late = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const lifeMs = 52_000 + index * 1250;
      const pace = { schedulingMs: 1000, pullingMs: lifeMs - 12_000, startingMs: 5000, healthCheckMs: 6000 };
      await using service = await startService({ switches: {}, pace }, place);
      await service.reset([]);
      const spec = `minute-${index}.yaml`;
      writeFileSync(join(place.folder, spec), `${small('llama', 'ghcr.io/acme/llama:1')}workerConfig: {minNum: 1}\n`);
      const env = { ...service.env, INPUT_SPEC: spec };
      const contender = { name: spec, argv: [bundle], env, exitCode: 0 };
      await takeTurns([contender], { rounds: 0, folder: place.folder, usage: false });
      const { getsMs } = await service.counts();
      return ((getsMs.find((atMs) => atMs >= lifeMs) ?? Number.NaN) - lifeMs) / 1000;
    }),
  );
  const what = 'first reading after ready, of a roll-out of a minute';
  return [
    { what: `${what}: lateness, median`, unit: 's', value: spreadOf(late), goal: 2, rounds: late.length },
    { what: `${what}: lateness, most`, unit: 's', value: single(Math.max(...late)), goal: 5, rounds: late.length },
    polls,
  ];
}
