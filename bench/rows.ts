/** The rows of the table of goals: what each is measured with. */

import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
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
    { what: `${what}, CPU`, unit: '× node -e 0', value: spreadOf(ratios(used, 1, cpu)), rounds },
    { what: `${what}, peak memory`, unit: 'MiB', value: spreadOf((used.runs[1] ?? []).map(peak)), rounds },
  ];
}

const small = (name: string, image: string) =>
  `name: ${name}\nimage: ${image}\nports: [8000]\npolicy: {type: concurrency, value: 8}\n`;
const seeded = (name: string) => ({
  name,
  image: { image: 'ghcr.io/acme/llama:1' },
  policy: { type: 'concurrency', value: 8 },
});

const stories = {
  unchanged: { spec: small('llama', 'ghcr.io/acme/llama:1'), endpoints: [seeded('llama')] },
  update: { spec: small('llama', 'ghcr.io/acme/llama:2'), endpoints: [seeded('llama')] },
  create: { spec: small('llama', 'ghcr.io/acme/llama:1'), endpoints: [] },
} as const;

export async function storyRows(place: Place): Promise<Row[]> {
  const { folder, rounds } = place;
  const rows: Row[] = [];
  const measure = async (story: keyof typeof stories, service: Service) => {
    const { spec, endpoints } = stories[story];
    writeFileSync(join(folder, 'endpoint.yaml'), spec);
    const prepare = () => service.reset(endpoints);
    const series = await takeTurns(
      [
        { name: 'floor', argv: [floor, service.url, story], env: service.env, exitCode: 0, prepare },
        { name: story, argv: [bundle], env: { ...service.env, INPUT_WAIT: 'none' }, exitCode: 0, prepare },
      ],
      { rounds, folder },
    );
    return { series, counts: await service.counts() };
  };
  await using far = await startService({ switches: {}, pace: 'instant' }, { ...place, roundTripMs: 50 });
  for (const [story, goal] of [
    ['create', 1.15],
    ['update', 1.15],
    ['unchanged', 1.2],
  ] as const) {
    const { series, counts } = await measure(story, far);
    const what = `${story}, 50 ms round trip, TLS`;
    rows.push({ what, unit: '× floor', value: spreadOf(ratios(series, 1, wall)), goal, rounds });
    const requests = Object.values(counts.requests).reduce((sum, count) => sum + count, 0);
    rows.push({ what: `${what}: requests`, unit: 'requests', value: single(requests), rounds: 1 });
    rows.push({
      what: `${what}: connections`,
      unit: 'connections',
      value: single(counts.connections),
      goal: 2,
      rounds: 1,
    });
    if (story !== 'create') continue;
    rows.push({ what: `${what}: CPU`, unit: '× floor', value: spreadOf(ratios(series, 1, cpu)), goal: 2.3, rounds });
    const peaks = (series.runs[1] ?? []).map(peak);
    rows.push({ what: `${what}: peak memory`, unit: 'MiB', value: spreadOf(peaks), goal: 70, rounds });
  }
  await using slow = await startService({ switches: { latencyMs: 50 }, pace: 'instant' }, place);
  const { series } = await measure('create', slow);
  const value = spreadOf(ratios(series, 1, wall));
  return [...rows, { what: 'create, service answering in 50 ms', unit: '× floor', value, goal: 1.25, rounds }];
}

export async function sizeRows(): Promise<Row[]> {
  const dist = dirname(bundle);
  const bytes = (names: readonly string[]) => names.reduce((sum, name) => sum + statSync(join(dist, name)).size, 0);
  const megabytes = (count: number) => single(count / 1e6);
  const archive = gzipSync(execFileSync('git', ['archive', 'HEAD'], { maxBuffer: 1e9 }), { level: 9 });
  return [
    { what: 'dist/', unit: 'MB', value: megabytes(bytes(readdirSync(dist))), goal: 1.3, rounds: 1 },
    {
      what: 'JavaScript loaded by a deploy without GitHub',
      unit: 'MB',
      value: megabytes(bytes(['index.js', 'service.js', 'deploy.js', 'rollout.js'])),
      goal: 0.7,
      rounds: 1,
    },
    {
      what: 'what a runner downloads (archive, gzip)',
      unit: 'KB',
      value: single(archive.length / 1000),
      goal: 350,
      rounds: 1,
    },
  ];
}

/** Endpoints of others in the account; the one that is looked for is the last. */
export async function accountRows(place: Place): Promise<Row[]> {
  const { folder, isQuick } = place;
  const rows: Row[] = [];
  const measure = async (others: number, story: 'unchanged' | 'create', rounds: number) => {
    await using service = await startService(
      { switches: { latencyMs: 50, generatedEndpoints: others }, pace: 'instant' },
      place,
    );
    const { spec, endpoints } = stories[story];
    writeFileSync(join(folder, 'endpoint.yaml'), spec);
    const prepare = () => service.reset(endpoints);
    const contender = {
      name: story,
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
  const huge = await measure(100_000, 'unchanged', 2);
  rows.push({ what: 'look-up among 100,000', unit: 's', value: seconds(huge.used, wall), goal: 8, rounds: 2 });
  rows.push({
    what: 'look-up among 100,000: peak memory',
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
      goal: 140,
      rounds,
    });
  }
  const pace = { schedulingMs: 500, pullingMs: 2000, startingMs: 500, healthCheckMs: 1000 };
  await using service = await startService({ switches: {}, pace }, place);
  const started = names.slice(0, 32).map((name) => `${small(name, 'ghcr.io/acme/llama:1')}workerConfig: {minNum: 1}\n`);
  writeFileSync(file, started.join('---\n'));
  const contender = {
    name: '32 endpoints',
    argv: [bundle],
    env: service.env,
    exitCode: 0,
    prepare: () => service.reset([]),
  };
  const { runs } = await takeTurns([contender], { rounds: isQuick ? 1 : 3, folder });
  const counts = await service.counts();
  const requests = Object.values(counts.requests).reduce((sum, count) => sum + count, 0);
  rows.push({
    what: '32 endpoints that need 4 s each',
    unit: 's',
    value: seconds(runs[0] ?? [], wall),
    goal: 5,
    rounds: runs[0]?.length ?? 0,
  });
  rows.push({
    what: '32 endpoints that need 4 s each: requests',
    unit: 'requests',
    value: single(requests),
    rounds: 1,
  });
  return rows;
}

/** How long after it is ready an endpoint is found to be, of roll-outs of about a minute, side by side. */
export async function latenessRows(place: Place): Promise<Row[]> {
  if (place.isQuick) return [];
  const late = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const lifeMs = 55_000 + index * 1250;
      const pace = { schedulingMs: 1000, pullingMs: lifeMs - 12_000, startingMs: 5000, healthCheckMs: 6000 };
      await using service = await startService({ switches: {}, pace }, place);
      await service.reset([]);
      const spec = `minute-${index}.yaml`;
      writeFileSync(join(place.folder, spec), `${small('llama', 'ghcr.io/acme/llama:1')}workerConfig: {minNum: 1}\n`);
      const env = { ...service.env, INPUT_SPEC: spec };
      const { runs } = await takeTurns([{ name: spec, argv: [bundle], env, exitCode: 0 }], {
        rounds: 0,
        folder: place.folder,
        usage: false,
      });
      return (runs[0]?.[0]?.wallMs ?? Number.NaN) - lifeMs;
    }),
  );
  const inSeconds = late.map((ms) => ms / 1000);
  const what = 'lateness after ready, a roll-out of a minute, start and report included';
  return [
    { what: `${what}, median`, unit: 's', value: spreadOf(inSeconds), goal: 2, rounds: late.length },
    { what: `${what}, most`, unit: 's', value: single(Math.max(...inSeconds)), goal: 5, rounds: 1 },
  ];
}
