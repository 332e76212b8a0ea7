import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CommentSubject, commentBody, upsertComment } from '../../src/github/comment.ts';
import { type Author, actionsBot, type Fault } from '../github-api/github-api.ts';
import { type Scene, setScene } from './scene.ts';

const pulls = [{ number: 7 }];
const subject: CommentSubject = { service: 's', kind: 'preview', names: ['llama'], hasEnded: false };
const firstLine = (change: object) =>
  commentBody({ subject: { ...subject, ...change }, markdown: '' }).split('\n')[0] ?? '';
const marker = firstLine({});
const about = (markdown: string) => ({ pullRequest: 7, subject, markdown, keeps: () => false, creates: true });
const upsert = (scene: Scene, markdown: string) => upsertComment(scene.github, about(markdown));
const bodies = (scene: Scene) => scene.api.comments(7).map(({ id, body }) => [id, body]);
const url = (id: number) => `https://github.com/acme/llama/issues/7#issuecomment-${id}`;
const list = 'GET /issues/7/comments?per_page=100&page=1';

test('a comment is created, left alone when nothing changed, and updated in place', async () => {
  await using scene = await setScene({ pulls });
  expect([await upsert(scene, 'one'), await upsert(scene, 'one\r\n'), await upsert(scene, 'two')]).toEqual(
    ['created', 'unchanged', 'updated'].map((operation) => ({ ok: true, value: { url: url(1), operation } })),
  );
  expect([...bodies(scene), ...scene.calls()]).toEqual([
    [1, `${marker}\ntwo`],
    ...[list, 'POST /issues/7/comments', list, 'POST /graphql', list, 'POST /graphql', 'PATCH /issues/comments/1'],
  ]);
});

/** A comment, and one that comes after it. */
test.each<[string, Partial<CommentSubject>, Partial<CommentSubject>, boolean]>([
  ['the same endpoint', {}, { hasEnded: true }, true],
  ['one of several', { names: ['llama', 'qwen'] }, { names: ['qwen', 'gemma'] }, true],
  ['another endpoint', {}, { names: ['llama-2'] }, false],
  ['another service', {}, { service: 't' }, false],
  ['a plan', {}, { kind: 'plan' }, false],
  ['all previews of the pull request', {}, { names: 'all' }, true],
  ['a preview after the end of all', { names: 'all' }, { names: ['qwen'] }, true],
])('a comment is replaced only by one about the same endpoint: %s', async (_, first, second, isReplaced) => {
  await using scene = await setScene({ pulls });
  await upsertComment(scene.github, { ...about('one'), subject: { ...subject, ...first } });
  await upsertComment(scene.github, { ...about('two'), subject: { ...subject, ...second } });
  expect(scene.api.comments(7).length).toBe(isReplaced ? 1 : 2);
});

const old = `${marker}\nold`;
const person = (association: string): Author => ({ login: 'octocat', type: 'User', association });
const owner = person('OWNER');
test.each<[string, { author: Author; body: string; writesAs?: Author }, boolean]>([
  ['our own bot', { author: actionsBot, body: old }, true],
  ['another bot', { author: { login: 'deployer[bot]', type: 'Bot', association: 'NONE' }, body: old }, false],
  ['an owner', { author: owner, body: old }, false],
  ['a stranger', { author: person('NONE'), body: old }, false],
  ['a member who quotes', { author: person('MEMBER'), body: `> ${old}` }, false],
  ['the person of the token', { author: owner, body: old, writesAs: owner }, true],
])('a comment with the marker by %s is ours: %j, %s', async (_, { author, body, writesAs = actionsBot }, isOurs) => {
  await using scene = await setScene({ pulls, author: writesAs });
  scene.api.addComment({ issue: 7, body, author });
  await upsert(scene, 'new');
  const written = `${marker}\nnew`;
  expect(bodies(scene).map(([, text]) => text)).toEqual(isOurs ? [written] : [body, written]);
});

test('two writers at once leave two comments, of which the next run keeps the older one', async () => {
  await using scene = await setScene({ pulls });
  // The other run does all of its work between our reading and our writing.
  const run = async () => void (await upsertComment(scene.open(), about('theirs')));
  scene.api.addFault({ operation: 'issues/create-comment', kind: 'hook', when: 'before', run });
  await upsert(scene, 'ours');
  expect(bodies(scene).length).toBe(2);
  await upsert(scene, 'next');
  expect(bodies(scene)).toEqual([[1, `${marker}\nnext`]]);
});

test('duplicates that an interrupted run left are cleared away', async () => {
  await using scene = await setScene({ pulls });
  for (const body of ['one', 'two', 'three']) scene.api.addComment({ issue: 7, body: `${marker}\n${body}` });
  // Another run is quicker with one of them.
  const run = () => scene.api.removeComment(2);
  scene.api.addFault({ operation: 'issues/delete-comment', kind: 'hook', when: 'before', run });
  expect(await upsert(scene, 'four')).toEqual({ ok: true, value: { url: url(1), operation: 'updated' } });
  expect(bodies(scene)).toEqual([[1, `${marker}\nfour`]]);
});

test.each([
  ['lost-answer', 1],
  ['reset', 0],
] as const)('a creation that meets a %s is not repeated blindly', async (kind, count) => {
  await using scene = await setScene({ pulls });
  scene.api.addFault({ operation: 'issues/create-comment', kind });
  expect([(await upsert(scene, 'one')).ok, bodies(scene).length]).toEqual([false, count]);
  // The next run finds it.
  expect([(await upsert(scene, 'two')).ok, bodies(scene).length]).toEqual([true, 1]);
});

test.each(['issues/list-comments', 'issues/create-comment', 'issues/update-comment'] as const)(
  'a failure of %s is a result, not an exception',
  async (operation) => {
    await using scene = await setScene({ pulls });
    if (operation === 'issues/update-comment') scene.api.addComment({ issue: 7, body: old });
    scene.api.addFault({ operation, kind: 'status', status: 403, times: 'always' } satisfies Fault);
    const failure = { kind: 'forbidden', permission: 'pull-requests: write' };
    expect(await upsert(scene, 'two')).toMatchObject({ ok: false, failure });
  },
);

test('a pull request that is not there is not looked for twice', async () => {
  await using scene = await setScene();
  const message = 'Comment on pull request #7: GitHub answered 404: "Not Found"';
  expect(await upsert(scene, 'one')).toMatchObject({ failure: { kind: 'not-found', message } });
  expect(scene.calls()).toEqual([list]);
});

test('nothing is deleted that a person may have written', async () => {
  await using scene = await setScene({ pulls, author: owner });
  for (const body of [old, old]) scene.api.addComment({ issue: 7, body, author: owner });
  await upsert(scene, 'new');
  expect(bodies(scene).map(([, text]) => text)).toEqual([`${marker}\nnew`, old]);
});

const viewerless = { data: { viewer: null }, errors: [{ message: 'API rate limit exceeded' }] };
test.each<[object, object]>([
  [
    { kind: 'wrong-body', body: viewerless },
    { kind: 'unavailable', message: expect.stringContaining('data.viewer') },
  ],
  [{ kind: 'status', status: 403 }, { kind: 'forbidden' }],
])('without knowing who we are nothing is written over, and nothing twice: %j', async (fault, failure) => {
  await using scene = await setScene({ pulls });
  scene.api.addComment({ issue: 7, body: old });
  scene.api.addFault({ operation: 'graphql', times: 'always', ...fault } as Fault);
  expect(await upsert(scene, 'new')).toMatchObject({ ok: false, failure });
  expect(bodies(scene)).toEqual([[1, old]]);
});

test('names without end fit into the marker, and the comment is found again', async () => {
  await using scene = await setScene({ pulls });
  const names = Array.from({ length: 300 }, (_, index) => `${index}${'<'.repeat(212)}`);
  const many = (markdown: string) => ({ ...about(markdown), subject: { ...subject, names } });
  await upsertComment(scene.github, many('one'));
  expect(await upsertComment(scene.github, many('two'))).toMatchObject({ value: { operation: 'updated' } });
  expect(bodies(scene).map(([, body]) => String(body).split('\n').slice(1))).toEqual([['two']]);
});

test('only an update is made where only that is wanted', async () => {
  await using scene = await setScene({ pulls });
  const update = (markdown: string) => upsertComment(scene.github, { ...about(markdown), creates: false });
  expect(await update('one')).toMatchObject({ ok: true, value: { operation: 'absent' } });
  await upsert(scene, 'two');
  expect(await update('three')).toMatchObject({ ok: true, value: { operation: 'updated' } });
  expect(bodies(scene)).toEqual([[1, `${marker}\nthree`]]);
});

test('no name ends the HTML comment, and every name is found again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const line = firstLine({ names: [name] });
      expect(line).toMatch(/^<!-- deploy-gpu-endpoint ((?!--)[^<>@])* -->$/);
      expect(JSON.parse(line.slice(25, -4))).toMatchObject({ names: [name] });
    }),
  );
});

const row = `| envs.${'K'.repeat(40)} | changed |`;
const summaryUrl = 'https://example.com/run';
const truncated =
  '> Truncated: the rest does not fit into a comment. See [the summary of the run](https://example.com/run).';
test.each([
  ['a table ends with a whole row', `${row}\n`.repeat(2000), row],
  ['one endless line is cut between two characters', '🌈'.repeat(40_000), '🌈'],
])('a body beyond the limit says so above: %s', async (_, markdown, end) => {
  await using scene = await setScene({ pulls });
  await upsertComment(scene.github, { ...about(markdown), summaryUrl });
  const [{ body = '' } = {}] = scene.api.comments(7);
  expect(body.startsWith(`${marker}\n${truncated}\n\n${end}`)).toBe(true);
  expect(body.replace('\ufffd', '').endsWith(end)).toBe(true);
  // Nothing is given away: another row would not have fitted.
  expect(body.length).toBeGreaterThan(65_536 - row.length - 3);
  expect(body.length).toBeLessThanOrEqual(65_536);
});
