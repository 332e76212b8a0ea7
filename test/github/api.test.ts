import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { GitHub, GitHubOptions, GitHubRequest } from '../../src/github/api.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import type { Fault } from '../github-api/github-api.ts';
import { startServer } from '../http/server.ts';
import { setScene } from './scene.ts';

const read: GitHubRequest<{ number: number }> = {
  route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
  parameters: { pull_number: 1 },
  answer: z.object({ number: z.number() }),
};
const write: GitHubRequest<unknown> = {
  route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
  parameters: { issue_number: 1, body: 'x' },
  answer: z.unknown(),
};
const requestsOf = (github: GitHub) => github.requests({ title: 'The question', permission: 'pull-requests: write' });
const pulls = [{ number: 1 }];
type Faulty<F = Fault> = F extends Fault ? Omit<F, 'operation'> : never;

const grant = 'ive the job `permissions: { pull-requests: write }`';
const rare = 'No action needed if this is rare';
const hints = {
  'no-token': `Set \`github-token: \${{ github.token }}\` and g${grant}.`,
  forbidden: `G${grant}; a pull request from a fork never gets more than read access.`,
  'not-found': `Check that it still exists; if it does, g${grant}.`,
  unavailable: `${rare}.`,
};

type FailureCase = [Faulty, kind: keyof typeof hints, description: string, requests?: number, sleptMs?: number[]];
const always = { times: 'always' } as const;
const backoffs = [250, 500, 1000, 2000, 4000];
const tooLong = 'which is longer than this step waits for GitHub';
const limited = (status: number, seconds: number) =>
  `answered ${status}: "You have exceeded a secondary rate limit."; it asks to wait ${seconds} s, ${tooLong}`;
const invalid = { message: 'Validation Failed', errors: [{ field: 'ref', code: 'missing' }] };
const resetAt = Date.UTC(2026, 0, 1, 0, 30) / 1000;
const exhausted = `"API rate limit exceeded for installation."; it asks to wait 60 s, ${tooLong}`;
const status = (code: number) => ({ kind: 'status', status: code }) as const;
const slowDown = (retryAfterSeconds: number, more = {}) =>
  ({ kind: 'secondary-rate-limit', retryAfterSeconds, ...more }) as const;
const refs = '"Validation Failed"';
const page = '<html><title>Unicorn!</title>';
const odd = { number: 'one' };
const failures: FailureCase[] = [
  [{ kind: 'missing-permission' }, 'forbidden', 'answered 403: "Resource not accessible by integration"'],
  [{ ...status(422), body: invalid }, 'unavailable', `answered 422: ${refs}`],
  [{ ...status(502), body: page, ...always }, 'unavailable', 'answered 502 (a web page)', 6, backoffs],
  [{ ...status(500), message: 'No', ...always }, 'unavailable', 'answered 500: "No"', 6, backoffs],
  [{ kind: 'secondary-rate-limit' }, 'unavailable', limited(403, 60)],
  [{ kind: 'secondary-rate-limit', status: 429, retryAfterSeconds: 10 }, 'unavailable', limited(429, 10)],
  [{ kind: 'primary-rate-limit', resetAt }, 'unavailable', `answered 403: ${exhausted}`],
  [slowDown(4, always), 'unavailable', limited(403, 4), 3, [4000, 4000]],
  [{ kind: 'reset', ...always }, 'unavailable', 'lost the connection: read ECONNRESET', 6, backoffs],
  [{ kind: 'wrong-body', body: odd }, 'unavailable', 'answered 200, but `number` is not as documented'],
];

test.each(failures)('%j becomes a typed failure', async (...[fault, kind, description, requests = 1, sleptMs = []]) => {
  await using scene = await setScene({ pulls });
  scene.api.addFault({ ...fault, operation: 'pulls/get' });
  const result = await requestsOf(scene.github).send(read);
  const message = `The question: GitHub ${description}`;
  const failure = { kind, permission: 'pull-requests: write', message, hint: hints[kind] };
  const seen = [result, scene.calls().length, scene.clock.sleptMs];
  expect(seen).toEqual([{ ok: false, failure }, requests, sleptMs]);
});

const retryAfter = (value: string) => ({ kind: 'status', status: 503, headers: { 'retry-after': value } }) as const;
test.each<[Faulty, number]>([
  [{ kind: 'status', status: 503 }, 250],
  [retryAfter('2'), 2000],
  [retryAfter('Thu, 01 Jan 2026 00:00:07 GMT'), 7000],
  [{ kind: 'secondary-rate-limit', retryAfterSeconds: 9 }, 9000],
  [{ kind: 'reset' }, 250],
  [{ kind: 'wrong-body', body: '{"numb' }, 250],
])('%j is overcome', async (fault, sleptMs) => {
  await using scene = await setScene({ pulls });
  scene.api.addFault({ ...fault, operation: 'pulls/get' });
  const result = await requestsOf(scene.github).send(read);
  expect([result, scene.clock.sleptMs]).toEqual([{ ok: true, value: { number: 1 } }, [sleptMs]]);
});

test('a hanging GitHub costs ten seconds and no more', async () => {
  await using scene = await setScene({ pulls });
  const waits: (() => void)[] = [];
  const asked: number[] = [];
  const timeoutSignal = (ms: number) => {
    asked.push(ms);
    const controller = new AbortController();
    waits.push(() => {
      // As the real clock does it: not in whole milliseconds.
      scene.clock.advance(ms + 0.4);
      controller.abort();
    });
    return controller.signal;
  };
  const run = () => void setImmediate(() => waits.shift()?.());
  scene.api.addFault({ operation: 'pulls/get', kind: 'hook', when: 'before', run, ...always });
  scene.api.addFault({ operation: 'pulls/get', kind: 'hang', ...always });
  const { failure } = { failure: undefined, ...(await requestsOf(scene.open({ timeoutSignal })).send(read)) };
  const message = 'The question: GitHub sent no complete response within 4.7 s';
  expect(failure).toMatchObject({ kind: 'unavailable', message });
  expect([asked, scene.clock.sleptMs]).toEqual([[5000, 4750], [250]]);
});

test.each<[Partial<GitHubOptions>, string, string]>([
  [{ token: '' }, 'no-token', 'there is no token'],
  [{ repository: '' }, 'not-found', 'the repository is unknown'],
  [{ signal: AbortSignal.abort() }, 'unavailable', 'the run was cancelled'],
])('with %o nothing is sent', async (options, kind, why) => {
  await using scene = await setScene({ pulls });
  const result = await requestsOf(scene.open(options)).send(read);
  const message = `The question: GitHub was not contacted: ${why}`;
  expect({ result, calls: scene.calls() }).toMatchObject({ result: { failure: { kind, message } }, calls: [] });
});

test('cancelling ends what is under way', async () => {
  await using scene = await setScene({ pulls });
  const cancel = new AbortController();
  scene.api.addFault({ operation: 'pulls/get', kind: 'hook', when: 'before', run: () => cancel.abort() });
  scene.api.addFault({ operation: 'pulls/get', kind: 'hang' });
  const result = await requestsOf(scene.open({ signal: cancel.signal })).send(read);
  const message = 'The question: GitHub did not answer before the run was cancelled';
  expect(result).toMatchObject({ failure: { kind: 'unavailable', message } });
});

test.each<[Faulty, ok: boolean, comments: number]>([
  [{ kind: 'lost-answer' }, false, 1],
  [{ kind: 'secondary-rate-limit', retryAfterSeconds: 1 }, true, 1],
  [{ kind: 'missing-permission' }, false, 0],
  [{ kind: 'status', status: 502 }, false, 0],
])('a creation that meets %j is not sent twice', async (fault, ok, comments) => {
  await using scene = await setScene({ pulls });
  scene.api.addFault({ ...fault, operation: 'issues/create-comment' });
  const result = await requestsOf(scene.github).send(write);
  expect({ ok: result.ok, comments: scene.api.comments().length }).toEqual({ ok, comments });
});

test('a refused connection says so', async () => {
  await using scene = await setScene();
  await scene.api.close();
  const result = await requestsOf(scene.github).send(write);
  const message = expect.stringMatching(/^The question: GitHub could not be reached: connect ECONNREFUSED 127/);
  expect(result).toMatchObject({ failure: { kind: 'unavailable', message } });
});

test('no secret of the run is repeated, also where the words are cut, and the message stays one line', async () => {
  await using scene = await setScene({ pulls, token: 'ghs_secret' });
  const redactor = createRedactor();
  redactor.add('hf_very_secret', 'env');
  const message = `no\n::error::ghs_secret ${'x'.repeat(260)} hf_very_secret`;
  scene.api.addFault({ operation: 'pulls/get', kind: 'status', status: 403, message });
  const result = await requestsOf(scene.open({ redactor })).send(read);
  const shown = `no ::error::*** ${'x'.repeat(260)} ***`;
  expect(result).toMatchObject({ failure: { message: `The question: GitHub answered 403: "${shown}"` } });
});

test('requests for one purpose share their retry budget', async () => {
  await using scene = await setScene({ pulls });
  scene.api.addFault({ operation: 'pulls/get', kind: 'secondary-rate-limit', retryAfterSeconds: 6, ...always });
  const requests = requestsOf(scene.github);
  const results = [await requests.send(read), await requests.send(read)];
  const failed = { failure: { kind: 'unavailable' } };
  expect([...results, scene.clock.sleptMs, scene.calls().length]).toMatchObject([failed, failed, [6000], 3]);
  const hanging = (ms: number) => {
    scene.clock.advance(ms);
    // Over at once, so that no answer can be quicker.
    return AbortSignal.abort();
  };
  const late = requestsOf(scene.open({ timeoutSignal: hanging }));
  await late.send(read);
  const message = 'The question: GitHub was not contacted again: it failed for too long';
  expect(await late.send(read)).toMatchObject({ failure: { kind: 'unavailable', message } });
});

test.each(['', '/api/v3'])('the base path %j is kept, and the client says who it is', async (basePath) => {
  await using scene = await setScene({ pulls, basePath });
  const result = await requestsOf(scene.open({ apiUrl: scene.api.url })).send(read);
  expect(result).toEqual({ ok: true, value: { number: 1 } });
  const userAgent = expect.stringMatching(/^deploy-gpu-endpoint\b/);
  expect(scene.api.requests).toMatchObject([{ authorization: 'ok', userAgent }]);
});

test('pages are read until one is not full', async () => {
  await using scene = await setScene({ pulls });
  for (let index = 1; index <= 250; index += 1) scene.api.addComment({ issue: 1, body: String(index) });
  const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
  const answer = z.object({ body: z.string() });
  const listed = await requestsOf(scene.github).list({ route, parameters: { issue_number: 1 }, answer });
  expect(listed.ok && [listed.value.length, listed.value.at(-1)?.body]).toEqual([250, '250']);
});

test('no more than thirty pages of a hundred are read', async () => {
  await using server = await startServer(({ url, headers }, response) => {
    const page = new URL(url ?? '', `http://${headers.host}`).searchParams.get('page');
    response.end(JSON.stringify(Array(100).fill(Number(page))));
  });
  await using scene = await setScene();
  const requests = requestsOf(scene.open({ apiUrl: server.url }));
  const value = Array.from({ length: 3000 }, (_, index) => Math.floor(index / 100) + 1);
  const listed = await requests.list({ route: 'GET /repos/{owner}/{repo}/pulls', answer: z.number() });
  expect(listed).toEqual({ ok: true, value });
});
