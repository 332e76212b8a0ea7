/** `compare`: a candidate beside production. What refuses it, what keeps production from being asked, and that production is never harmed. */

import { describe, expect, test } from 'vitest';
import { shorten } from '../../src/model/shortened.ts';
import type { Emulator } from '../emulator/emulator.ts';
import { type Case, compared, newImage, oldImage, play, tested, usual, words } from './compare-stage.ts';
import { recordEnv, recordKey } from './deployment.ts';

describe('the end', () => {
  test.for<[string, Case, { end: string; says?: RegExp; verdict?: string; found?: object }]>([
    [
      'green for the same model',
      {},
      {
        end: 'created',
        verdict: 'passed',
        found: { 'firstTokenMs chat "Count."': 'fine', 'totalMs POST /v1/embeddings': 'fine' },
      },
    ],
    [
      'slower: the first token comes later',
      { models: { candidate: { firstTokenMs: 400 } } },
      {
        end: 'slower',
        says: /^::error title=llama-candidate: slower than production, parked::llama-candidate is slower than llama: first token of chat "Count\.": \d+ ms → \d+ ms, [12]\.\d\d × \(\d\.\d\d–\d\.\d\d\), limit 1\.20 ×/,
        verdict: 'slower',
        found: { 'firstTokenMs chat "Count."': 'slower', 'tokenMs chat "Count."': 'fine' },
      },
    ],
    [
      'green for what the spec does not refuse, and told',
      { models: { candidate: { firstTokenMs: 400, words: ['Other', ...words] } }, spec: `${tested}compare: {}\n` },
      { end: 'created', verdict: 'slower', found: { 'firstTokenMs chat "Count."': 'slower', right: 'fine' } },
    ],
    [
      'answers that fail now and then',
      { models: { candidate: { failsEach: 4 } } },
      {
        end: 'worse',
        says: /title=llama-candidate: fewer right answers than production, parked::llama-candidate is worse than llama: right answers: 40 of 40 → 30, −25 points/,
      },
    ],
    [
      'by `command: test`',
      {
        models: { candidate: { firstTokenMs: 400 } },
        with: { command: 'test', name: 'llama-pr-7', image: 'spec' },
        arrange: (emulator) =>
          emulator.seed({
            name: 'llama-pr-7',
            image: { image: newImage },
            envs: [recordEnv()],
            workerConfig: { minNum: 1 },
          }),
      },
      { end: 'slower', verdict: 'slower' },
    ],
  ])('%s', async ([, given, { end, says = /(?:)/, verdict, found = {} }]) => {
    const played = await play(given);
    const digest = end === 'created' ? newImage.split('@')[1] : '';
    expect([played.end, played.isUnharmed, played.outputs['image-digest']], played.log).toEqual([end, true, digest]);
    expect(played.told).toMatch(says);
    expect(played.found).toMatchObject(found);
    if (verdict) expect(played.compare.verdict).toBe(verdict);
    // The first pass, at most 20 more, and the question for the models.
    expect(played.requests).toBeLessThanOrEqual(2 * (20 + 1) + 1);
    if (end === 'slower' && played.names.includes('llama-candidate'))
      expect(played.summary).toMatch(
        /^\| \| <code>llama-candidate<\/code> \|\n.*\n\| What [^\n]*\n\| Served by \| Production llama: 1 worker serves. llama-candidate: Nobody is served/m,
      );
    // It works, and somebody wants to look.
    expect(played.names).toContain(played.outputs.endpoints?.includes('llama-pr-7') ? 'llama-pr-7' : 'llama-candidate');
  });

  test('is undecided, green but for its heading, and says what would decide', async () => {
    const noisy = { noise: 'usual' } as const;
    const candidate = { ...noisy, firstTokenMs: 250, seed: 9 };
    const { end, log, summary, outputs } = await play({ models: { production: noisy, candidate } });
    expect([end, outputs['image-digest']]).toEqual(['created', newImage.split('@')[1]]);
    expect(summary).toMatch(/^### ❔ llama-candidate compared with llama\. \d of \d rows not decided/m);
    expect(log).toMatch(
      /first token of chat "Count\.": .* × \(\d\.\d\d–\d\.\d\d\), limit 1\.20 ×: undecided\.[\s\S]*try more `requests`, longer answers, or a larger limit\./,
    );
  });
});

const oldWorkers = (ids: readonly string[]) => ({ oldWorkers: shorten(ids), envKeys: shorten([]) });
const away = { kind: 'status', status: 503, times: 'always' } as const;
const rollOut = (emulator: Emulator, id: string) => emulator.change(id, { image: { image: newImage } });
const candidateIn = (emulator: Emulator) =>
  emulator.endpoints().find(({ name }) => name === 'llama-candidate')?.id ?? '';
const afterRequests =
  (after: number, change: (emulator: Emulator, id: string) => unknown) => (emulator: Emulator, id: string) => {
    let left = after;
    // Of those to production: a hook sees all.
    emulator.addFault({
      ...{ operation: 'serve', kind: 'hook', when: 'after', times: 'always' },
      run: ({ path }) => {
        if (!path.startsWith(`/serve/${id}`)) return;
        left -= 1;
        if (left === 0) change(emulator, id);
      },
    });
  };

const deployAgain = (emulator: Emulator, id: string) => emulator.change(id, { envs: [recordEnv({ run: '9.1' })] });
/** Its new workers are listed after this time. */
const updating = (appearAfterMs: number): Case => ({
  emulator: {
    switches: { stateDuringUpdate: 'updating' },
    scripts: [{ image: 'a:9', outcome: 'healthy', appearAfterMs }],
  },
  arrange: (emulator, id) => {
    emulator.addModel({ ...usual, image: 'a:9' });
    emulator.change(id, { image: { image: 'a:9' } });
  },
});

/** Default of `end`: `created`. */
interface Ended {
  end?: 'created' | 'not-compared' | 'slower';
  says: RegExp;
  requests: number | [number, number];
  verdict?: string;
  found?: object;
  digest?: boolean;
}
async function expectEnd(
  given: Case,
  { end = 'created', says, requests, verdict, found, ...more }: Ended,
): Promise<void> {
  const played = await play(given);
  const isJudged = more.digest ?? (says.source === '^$' || says.source.startsWith('^::notice'));
  const digest = isJudged ? newImage.split('@')[1] : '';
  const ended = [played.end, played.isUnharmed, played.outputs['image-digest']];
  expect(ended, played.log + played.told).toEqual([end, true, digest]);
  expect(played.told).toMatch(says);
  const [least, most] = [requests].flat();
  expect(played.requests).toBeGreaterThanOrEqual(least ?? 0);
  expect(played.requests).toBeLessThanOrEqual(most ?? least ?? 0);
  expect(played.found).toMatchObject(found ?? {});
  if (!found) expect(played.compare).toMatchObject({ with: 'llama', verdict: verdict ?? 'not-compared' });
}

describe('production is', () => {
  test.for<[string, Case, Ended]>([
    [
      'absent',
      { production: null },
      {
        says: /^::notice title=llama-candidate: not compared::llama-candidate was not compared: this API key sees no endpoint named llama\./,
        requests: 0,
      },
    ],
    [
      'scaled by its autoscaler meanwhile: the same version',
      {
        arrange: afterRequests(7, (emulator, id) => emulator.change(id, { workerConfig: { minNum: 3 } })),
        emulator: { pace: 'instant' },
      },
      { says: /^$/, requests: [10, 50], verdict: 'passed' },
    ],
    [
      'not shown by the service at the end: only a change that is seen counts',
      { arrange: afterRequests(7, (emulator) => emulator.addFault({ ...away, operation: 'get' })) },
      { says: /^$/, requests: [10, 50], verdict: 'passed' },
    ],
    [
      'often wrong',
      { spec: `${tested}compare: {}\n`, models: { production: { failsEach: 5 } } },
      {
        says: /^::warning title=llama-candidate: production::llama-candidate: llama failed \d of \d+ requests: 503/,
        requests: [10, 50],
        verdict: 'passed',
        digest: true,
      },
    ],
    [
      'limiting its rate',
      { models: { production: { limitAfter: 9 } } },
      {
        end: 'not-compared',
        says: /^::error title=llama-candidate: has no verdict, parked::llama-candidate could not be compared with llama: answers of chat "Count\.": production limits its rate/m,
        requests: [10, 14],
        found: { 'answers chat "Count."': 'not-compared' },
      },
    ],
    [
      'refusing: another key',
      { models: { production: { key: 'other' } } },
      {
        end: 'not-compared',
        says: /^::error .*: production answers 401: .*Unauthorized.*Correct what production refuses/s,
        requests: 3,
        found: { 'answers chat "Count."': 'not-compared', 'answers POST /v1/embeddings': 'not-compared' },
      },
    ],
    [
      'refusing, and the spec has no rule',
      { spec: `${tested}compare: {}\n`, models: { production: { key: 'other' } } },
      { says: /^$/, requests: 3 },
    ],
    [
      'without the new route',
      { spec: compared.replace('tests: [', 'tests: [/new, '), models: { candidate: { also: { 'GET /new': {} } } } },
      {
        says: /^$/,
        requests: [10, 50],
        found: { 'answers GET /new': 'not-compared', 'totalMs POST /v1/embeddings': 'fine' },
      },
    ],
    [
      'of another image at the end: compared with that',
      { arrange: afterRequests(7, rollOut) },
      { says: /^$/, requests: [20, 100], verdict: 'passed' },
    ],
    [
      'deployed again meanwhile: compared after that',
      { arrange: afterRequests(7, deployAgain), models: { candidate: { firstTokenMs: 720 } } },
      {
        end: 'slower',
        says: /^::error title=llama-candidate: slower than production, parked::/,
        requests: [20, 140],
        found: { 'firstTokenMs chat "Count."': 'slower' },
      },
    ],
    [
      'deployed again meanwhile, and the spec has no rule',
      { spec: `${tested}compare: {}\n`, arrange: afterRequests(7, deployAgain) },
      { says: /^::warning .*meanwhile the deploy of llama changed\./, requests: [10, 50], digest: true },
    ],
    ['updating for minutes: compared then', updating(240_000), { says: /^$/, requests: [10, 50], verdict: 'passed' }],
    [
      'updating until the time is over',
      updating(3_600_000),
      { end: 'not-compared', says: /^::error .*not compared: llama \(\w+\) is being updated\./, requests: 0 },
    ],
    [
      'failing: it serves nobody',
      { production: { stateWord: 'failed' } },
      { says: /^::warning .*not compared: llama \(\w+\) is failing\./, requests: 0, digest: true },
    ],
    [
      'parked: it serves nobody',
      { production: { envs: [recordEnv({ parked: { minNum: 1, freeTimeout: 300 } })], workerConfig: { minNum: 0 } } },
      { says: /^::warning .*not compared: llama \(\w+\) is parked\./, requests: 0, digest: true },
    ],
    [
      'parked by a person: it serves nobody',
      {
        production: {
          envs: [recordEnv({ parked: { minNum: 1, freeTimeout: 300, hasServed: true, by: 'octocat' } })],
          workerConfig: { minNum: 0 },
        },
      },
      { says: /^::warning .*not compared: llama \(\w+\) is parked\./, requests: 0, digest: true },
    ],
    [
      'unproved, and no worker is healthy: it serves nobody',
      {
        production: { envs: [recordEnv({ parked: { minNum: 1, freeTimeout: 300 } })] },
        arrange: (emulator) => void emulator.addChange({ kind: 'interrupt', forMs: 3_600_000 }),
      },
      { says: /^::warning .*not compared: llama \(\w+\) is unproved\./, requests: 0, digest: true },
    ],
    [
      'failing since it was woken',
      {
        production: { workerConfig: { minNum: 0 } },
        emulator: { scripts: [{ image: oldImage, outcome: 'crash-loop' }] },
      },
      { says: /^::warning .*not compared: llama \(\w+\) is failing\./, requests: [2, 84], digest: true },
    ],
    [
      'as it was, but another run has deployed the candidate',
      { arrange: afterRequests(7, (emulator) => emulator.change(candidateIn(emulator), { image: { image: 'a:9' } })) },
      { end: 'not-compared', says: /^::error .*meanwhile the image of llama-candidate changed\./, requests: [10, 75] },
    ],
    [
      'as it was, but someone has deleted the candidate',
      { arrange: afterRequests(7, (emulator) => emulator.remove(candidateIn(emulator))) },
      {
        end: 'not-compared',
        says: /^::error .*llama-candidate was not compared: .*(?:not found|no longer)/,
        requests: [7, 9],
      },
    ],
    [
      'gone',
      { arrange: afterRequests(7, (emulator, id) => emulator.remove(id)) },
      { end: 'not-compared', says: /^::error .*not compared/, requests: [5, 84] },
    ],
    [
      'slow: too few answers in ten minutes',
      { models: { production: { answerMs: 100_000 }, candidate: { answerMs: 100_000 } } },
      {
        end: 'not-compared',
        says: /^::error .*: \d of 20 came in time and were right on both sides\. .*\nWithout a verdict, it does not pass\. Correct what production refuses, or `expect` where production never answers so; if time ran out, lower `requests`/s,
        requests: [5, 20],
        found: { 'answers POST /v1/embeddings': 'not-compared' },
      },
    ],
    [
      'asleep: woken, and its bill is told',
      { production: { workerConfig: { minNum: 0, freeTimeout: 300 } } },
      { says: /^$/, requests: [10, 80], found: { 'firstTokenMs chat "Count."': 'fine' } },
    ],
    [
      'asleep for good',
      { production: { workerConfig: { minNum: 0 } }, models: { production: { loadingFor: 10_000 } } },
      {
        end: 'not-compared',
        says: /^::error .*production answers 503: .*still loading.*if time ran out/s,
        requests: [2, 2 * 21 * 2],
        found: { 'answers chat "Count."': 'not-compared', 'answers POST /v1/embeddings': 'not-compared' },
      },
    ],
  ])('%s', ([, given, ended]) => expectEnd(given, ended));

  test.for<[string, Case, RegExp]>([
    [
      'of another repository',
      { production: { envs: [recordEnv({ repository: 'rival/llama' })] } },
      /\(\w+\) was deployed by rival\/llama\./,
    ],
    ['of nobody', { production: { envs: [] } }, /\(\w+\) has no record of a deploy\./],
    [
      'of a record that cannot be read',
      { production: { envs: [{ key: recordKey, value: '{"repository":7}' }] } },
      /has a record in its env .* that cannot be read/,
    ],
    [
      'outdated',
      {
        arrange: (emulator, id) => {
          const workers = emulator.endpoints()[0]?.workers ?? [];
          const envs = [recordEnv(oldWorkers(workers.map((worker) => worker.id)))];
          emulator.setSwitches({ rolloutOn: 'container-change', keepsWorkersOn: ['envs'] });
          emulator.change(id, { envs });
        },
      },
      /is outdated\./,
    ],
    ['unproved', { production: { envs: [recordEnv({ parked: { minNum: 1, freeTimeout: 300 } })] } }, /is unproved\./],
  ])('%s: red, and not asked', ([, given, words]) =>
    expectEnd(given, {
      end: 'not-compared',
      says: new RegExp(`^::error title=llama-candidate: not compared, parked::.*${words.source}`),
      requests: 0,
    }),
  );
});

test('a candidate of which an old worker is healthy is not compared: that may answer', async () => {
  const name = 'llama-pr-7';
  const { end, told, requests, outputs, compare } = await play({
    with: { command: 'test', name, image: 'spec' },
    arrange: (emulator) => {
      const id = emulator.seed({ name, image: { image: newImage }, envs: [recordEnv()], workerConfig: { minNum: 2 } });
      const old = emulator.endpoints().find((each) => each.name === name)?.workers[0]?.id ?? '';
      emulator.setSwitches({ rolloutOn: 'container-change', keepsWorkersOn: ['envs'] });
      emulator.change(id, { envs: [recordEnv(oldWorkers([old]))] });
    },
  });
  expect([end, requests, outputs['image-digest'], compare.verdict]).toEqual(['not-compared', 0, '', 'not-compared']);
  expect(told).toMatch(
    /^::error .*llama-pr-7 was not compared: an old worker of llama-pr-7 is healthy, and may answer/,
  );
});

test.for<[string, string, boolean]>([
  ['llama', 'production', true],
  ['llama-candidate', 'a candidate', false],
])('what users of %s lose is counted for %s: %s', async ([name, , isCounted]) => {
  const awake = { workerConfig: { minNum: 1 }, envs: [recordEnv()] };
  const { end, log } = await play({
    spec: `${compared}workerConfig: {minNum: 1}\n`,
    with: { name },
    arrange: (emulator) => emulator.seed({ ...awake, name: 'llama-candidate', image: { image: oldImage } }),
  });
  expect([end, log.includes('Users: ')]).toEqual(['updated', isCounted]);
});

describe('the name to compare with', () => {
  const twin = `${tested}compare: {slower: 20%, with: llama-base}\n`;
  test('that is written and names nothing is a mistake', async () => {
    const { end, told, requests, outputs } = await play({ spec: twin });
    expect([end, requests, outputs['image-digest']]).toEqual(['not-found', 0, '']);
    expect(told).toMatch(
      /llama-candidate was not compared: this API key sees no endpoint named llama-base\. It is parked/,
    );
  });

  test.for(['llama', 'llama-base'])('deployed as "%s", a spec with a twin is compared with nothing', async (name) => {
    const { end, requests, compare, outputs } = await play({
      spec: twin,
      with: { name },
      arrange: (emulator) => emulator.seed({ name: 'llama-base', envs: [recordEnv()], workerConfig: { minNum: 0 } }),
    });
    expect([end, compare, outputs['image-digest']]).toEqual(['updated', undefined, newImage.split('@')[1]]);
    // Under the own name of the spec, the tests ask it.
    expect(name === 'llama' ? 0 : requests).toBe(0);
  });
});

test('nothing is refused by `compare: {}`, and the heading says what was found', async () => {
  const models = { candidate: { failsEach: 4 } };
  const { end, compare, summary } = await play({ spec: `${tested}compare: {}\n`, models });
  expect([end, compare.verdict]).toEqual(['created', 'worse']);
  expect(summary).toMatch(/^### ⚠️ llama-candidate lost 10 of 40 right answers$/m);
});

test('a first answer that took much longer than the later ones may be a cache', async () => {
  const cached = { cachesPrompts: 5 };
  const { summary } = await play({ models: { production: cached, candidate: cached } });
  expect(summary).toMatch(
    /\| whole answer of chat .* \| the first answer of production took over 3 × as long: a cache may hide the model, /,
  );
});
