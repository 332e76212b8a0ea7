/** Every member of the table goes the whole way: text → spec → plan → request → strict service → reading → no difference → exported text. */

import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { configValue, type Member, members, treeOf, valueAt } from '../../src/model/config.ts';
import { specOf } from '../../src/model/desired.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { makePlan, type Plan } from '../../src/plan/plan.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { createServiceClient } from '../../src/service/client.ts';
import { writeSpec } from '../../src/spec/write.ts';
import { createTestClock } from '../clock.ts';
import { startEmulator } from '../emulator/emulator.ts';
import { parseOne } from '../spec/reading.ts';

/** What creation needs, and what some members need beside them. */
const base = {
  ...{ name: 'whole-way', 'image.image': 'ghcr.io/acme/llama:1', 'policy.type': 'concurrency', 'policy.value': 8 },
  ...{ ports: [8000], products: ['1'], clusterID: 'as-sgp-2', 'healthy.path': '/', 'workerConfig.maxNum': 9 },
};

/** Values that the service takes where neither the example of the table nor any other number would do. */
const chosen: Readonly<Record<string, unknown>> = {
  'image.image': 'ghcr.io/acme/llama:2',
  'policy.type': 'queue',
  rootfsSize: 50,
  ports: [9000],
  volumeMounts: [{ type: 'network', id: 'vol-1', mountPath: '/models' }],
  clusterID: 'eu-1',
};

/** A value as people write it that differs from the base and from the default. */
function otherValue({ path, kind, examples }: Member): unknown {
  return chosen[path] ?? (kind === 'integer' ? 7 : examples[0]);
}

/** The text of a spec with these values at their paths. */
function textOf(values: Readonly<Record<string, unknown>>): string {
  return stringify(treeOf(Object.entries(values)));
}

function planFor(text: string, { live }: { live?: Endpoint } = {}): Plan {
  const { spec, issues } = parseOne(text);
  expect(issues).toEqual([]);
  if (!spec) throw new Error('a spec without issues can be planned');
  return makePlan({ spec, secretEnvs: new Map(), live });
}

async function start() {
  const emulator = await startEmulator({ pace: 'instant', switches: { rolloutOn: 'container-change' } });
  const clock = createTestClock();
  const { url: baseUrl, apiKey } = emulator;
  const client = createServiceClient({ baseUrl, apiKey, clock, userAgent: 'test', redactor: createRedactor() });
  return {
    client,
    /** What the service holds, whatever it returns; products as ids. */
    stored: ({ path }: Member) => {
      const [endpoint] = emulator.endpoints();
      return path === 'products' ? endpoint?.products.map(({ id }) => id) : valueAt(endpoint ?? {}, path.split('.'));
    },
    replacedWorkers: () => emulator.endpoints().some(({ revision }) => revision > 1),
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await emulator.close();
    },
  };
}

const everyField = new Set(members.map(({ path }) => path));

describe.for(members)('$path', (member) => {
  const text = textOf({ ...base, [member.path]: otherValue(member) });

  test('is created, read back, unchanged, and exported', async () => {
    await using service = await start();
    const { client } = service;
    const { desired, calls, changes, problems } = planFor(text);
    expect(problems).toEqual([]);
    const isOfMember = (path: string) => path === member.path || path.startsWith(`${member.path}.`);
    expect(changes.some((change) => isOfMember(change.member))).toBe(true);
    const { id } = await client.create(desired);
    if (calls.includes('update-v2')) await client.updateV2({ id, config: desired, fields: everyField });
    expect(service.stored(member)).toEqual(configValue(desired, member));

    const live = await client.get(id);
    expect(planFor(text, { live }).operation).toBe('unchanged');
    if (!member.returned) return;
    const { text: exported, variables } = writeSpec(specOf(live.config, { id }), []);
    const values = Array.from(variables, ([variable, path]): [string, string] => [
      variable,
      path === 'image.command'
        ? live.config.image.command
        : (live.config.envs.find(({ key }) => path === `envs.${key}`)?.value ?? ''),
    ]);
    const again = parseOne(exported, { variables: Object.fromEntries(values) });
    expect(again.issues).toEqual([]);
    expect(valueAt(again.readable, member.keys)).toEqual(configValue(live.config, member));
  });

  test.runIf(member.families.length > 0)('is changed on a live endpoint', async () => {
    await using service = await start();
    const { client } = service;
    const { id } = await client.create(planFor(textOf(base)).desired);
    const live = await client.get(id);
    // What is never returned is sent along with something else.
    const beside = member.returned ? {} : { 'workerConfig.freeTimeout': 301 };
    const { desired, calls, problems } = planFor(textOf({ ...base, [member.path]: otherValue(member), ...beside }), {
      live,
    });
    expect(problems).toEqual([]);
    expect(calls).not.toEqual([]);
    for (const call of calls)
      await (call === 'update-v1'
        ? client.updateV1({ id, config: desired })
        : client.updateV2({ id, config: desired, fields: everyField }));
    expect(service.stored(member)).toEqual(configValue(desired, member));
    expect(service.replacedWorkers()).toBe(member.workers === 'replaced');
    expect(planFor(text, { live: await client.get(id) }).operation).toBe('unchanged');
  });
});
