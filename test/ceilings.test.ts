/** Every ceiling of CONTRIBUTING.md: what is just within it is taken, and what is past it is refused or cut as the document says. */

import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DeployError } from '../src/errors.ts';
import { type CommentSubject, commentBody } from '../src/github/comment.ts';
import { workflowReporter } from '../src/github/workflow.ts';
import { lastLines } from '../src/logs/tail.ts';
import { openEdge } from '../src/report.ts';
import { openOutputs } from '../src/run/outputs.ts';
import { createRedactor } from '../src/secrets/redactor.ts';
import { ServiceError } from '../src/service/errors.ts';
import { readList } from '../src/service/list.ts';
import { createCleaner, toEndpoint } from '../src/service/wire-endpoint.ts';
import { readGotten, readPage } from '../src/service/wire-v1.ts';
import { parseSpecFile } from '../src/spec/parse.ts';
import { maxPromptBytes, parsePrompts } from '../src/spec/prompts.ts';
import { openWorkspace, type Workspace } from '../src/workspace.ts';
import { lastOutputs, recordReport } from './commands/scene.ts';
import { startServer } from './http/server.ts';
import { ask, startLlama } from './registry/scene.ts';
import { isLong } from './runs.ts';
import { recordToolkit } from './scenarios/toolkit.ts';
import { start } from './service/bench.ts';

/** What came of something, in one line: `taken`, or the words about the ceiling. */
type Outcome = string | Promise<string>;
interface Ceiling {
  within: () => Outcome;
  past: () => Outcome;
  /** What is said, or what is left, of that which is past it. */
  says: RegExp;
}

function judged(text: string, variables: Readonly<Record<string, string>> = {}): string {
  const { issues } = parseSpecFile(
    { path: 'a.yaml', bytes: new TextEncoder().encode(text) },
    { variables: new Map(Object.entries(variables)), secretEnvs: new Map(), image: new Map(), name: '' },
  );
  const errors = issues.filter(({ severity }) => severity === 'error');
  return errors.map(({ code, message, hint }) => `${code}: ${message}. ${hint}`).join('\n') || 'taken';
}

const subject: CommentSubject = { service: 'a', kind: 'plan', names: ['a'], hasEnded: false };
const text = (length: number) => 'x'.repeat(length);

/** 256 Ki characters from variables, and what follows them. */
function filled(rest: string): string {
  return `name: a\nimage: {image: a, command: "${'${A}'.repeat(256)}${rest}"}`;
}

/** The answer to the limits, whatever it holds, and the words of the client about it. */
async function answered(body: string): Promise<string> {
  await using server = await startServer((_, response) => response.end(body));
  await using bench = await start({ client: { baseUrl: server.url } });
  return await bench.client.limits().then(
    () => 'taken',
    (error: ServiceError) => `${error.message} ${error.hint}`,
  );
}

/** A list of so many endpoints on one page. */
async function listed(count: number): Promise<string> {
  const page = async (pageNum: number) => {
    const ids = pageNum === 1 ? Array.from({ length: count }, (_, index) => `e${index}`) : [];
    return { ids, endpoints: [], total: count };
  };
  return await readList({ page, isFound: () => false, pause: async () => false }, {}).then(
    () => 'taken',
    (error: unknown) => (error instanceof ServiceError ? `${error.message} ${error.hint}` : String(error)),
  );
}

/** What a run would write, by the kind of it. */
async function written(say: (edge: ReturnType<typeof openEdge>) => unknown): Promise<string> {
  const toolkit = recordToolkit();
  const edge = openEdge(workflowReporter(toolkit, { GITHUB_STEP_SUMMARY: '/summary' }), createRedactor());
  await say(edge);
  return toolkit.raw + toolkit.summaryText;
}
const cutOrTaken = (shown: string, length: number) =>
  shown.includes('x'.repeat(length)) ? 'taken' : `cut to ${/x+/.exec(shown)?.[0].length} characters`;
const line = (length: number) => async () => cutOrTaken(await written((edge) => edge.info('x'.repeat(length))), length);
const annotation = (part: 'title' | 'message' | 'hint', most: number): Ceiling => {
  const of = (length: number) => async () => {
    const whole = { severity: 'warning', title: 't', message: 'm', hint: 'h', [part]: 'x'.repeat(length) } as const;
    return cutOrTaken(await written((edge) => edge.annotate(whole)), length);
  };
  return { within: of(most), past: of(most + 1), says: new RegExp(`cut to ${most - 1}`) };
};

function hides(characters: number): string {
  const redactor = createRedactor();
  redactor.add('x'.repeat(characters), 'env');
  return redactor.clean('words') === '***' ? 'nothing of others is told' : 'taken';
}

function output(name: 'url' | 'state' | 'endpoint-id', text: string): string {
  const { reporter, outputWrites } = recordReport();
  openOutputs(openEdge(reporter, createRedactor())).setEndpoints([{ [name]: text }]);
  const value = JSON.parse(lastOutputs(outputWrites).endpoints ?? '[{}]')[0][name];
  return value === text ? 'taken' : value === '' ? 'empty' : 'cut';
}

const cutOutput = (name: 'state' | 'endpoint-id', most: number): Ceiling => ({
  within: () => output(name, text(most)),
  past: () => output(name, text(most + 1)),
  says: /^cut$/,
});

const words = (length: number) => {
  const endpoint = toEndpoint({ state: { message: 'x'.repeat(length) } });
  const { message } = createCleaner(createRedactor())(endpoint).state;
  return message.length === length ? 'taken' : `cut to ${message.length} characters`;
};
const worth = (characters: number) => `{"a":"${'x'.repeat(characters - 8)}"}`;

const ceilings: Readonly<Record<string, Ceiling>> = {
  'A spec file': {
    within: () => fileOf(64 * 1024),
    past: () => fileOf(64 * 1024 + 1),
    says: /65537 bytes\. At most 65536 \(64 KiB\) are allowed/,
  },
  'What variables fill in, in one document': {
    within: () => judged(filled(''), { A: text(1024) }),
    past: () => judged(filled('b${A}'), { A: text(1024) }),
    says: /^file-too-large: the variables .*262144 characters .*Fill in/,
  },
  'Nesting in a spec': {
    within: () => judged(`name: ${'['.repeat(90)}${']'.repeat(90)}`).replace(/^wrong-type: .*/s, 'taken'),
    past: () => judged(`name: ${'['.repeat(101)}`),
    says: /^nested-too-deep: .*100 levels deep\. \w/,
  },
  'A file of prompts': {
    within: () => fileOf(maxPromptBytes, readPrompts),
    past: () => fileOf(maxPromptBytes + 1, readPrompts),
    says: /4194305 bytes\. At most 4194304 \(4096 KiB\) are allowed/,
  },
  'Nesting in a prompt': {
    within: () => promptOf(100),
    past: () => promptOf(101),
    says: /^nested-too-deep: line 1: .*100 levels deep/,
  },
  'Values of a document, those that aliases repeat included': {
    within: () => judged(repeated(49_000)).replace(/^(?!.*alias-bomb).*/s, 'taken'),
    past: () => judged(repeated(51_000)),
    says: /alias-bomb: aliases repeat more than 50000 values\. Write/,
  },
  'An answer of the service': {
    within: () => answered(worth(4 * 1024 * 1024)),
    past: () => answered(worth(4 * 1024 * 1024 + 1)),
    says: /not read completely: it has more than 4194304 bytes No endpoint .*`base-url`/,
  },
  'Items of a page of a list': listOf(1000, (items) => readPage({ endpoints: items })),
  'Workers of an endpoint': listOf(1000, (workers) => readGotten({ endpoint: { id: 'a', workers } }, 'a')),
  'Images or layers of a manifest': {
    within: () => manifestOf(1000),
    past: () => manifestOf(1001),
    says: /^malformed: .* but it lists more than 1000 images or layers$/,
  },
  'Envs of an endpoint': { within: () => envs(5000), past: () => envs(5001), says: /^unread: a list$/ },
  'All pages of a list': {
    within: () => listed(50_000),
    past: () => listed(50_001),
    says: /it has more than 50000 endpoints; .* set `endpoint-id`/,
  },
  'One sentence of the service': {
    within: () => words(2048),
    past: () => words(2049),
    says: /^cut to 2048 characters$/,
  },
  "The end of a worker's log": {
    within: () => (lastLines('x\n'.repeat(40)).length === 40 ? 'taken' : 'cut'),
    past: () => `${lastLines('x\n'.repeat(41)).length} lines, ${lastLines('x'.repeat(300))[0]?.length} characters`,
    says: /^40 lines, 240 characters$/,
  },
  'A line of the log': { within: line(8192), past: line(8193), says: /^cut to 8191 characters$/ },
  'What is logged at once': {
    within: async () =>
      (await written((edge) => edge.info('x\n'.repeat(512 * 1024)))).includes('…') ? 'cut' : 'taken',
    past: async () => `ends in ${(await written((edge) => edge.info('x\n'.repeat(512 * 1024 + 1)))).trim().slice(-1)}`,
    says: /^ends in …$/,
  },
  'The title of an annotation': annotation('title', 255),
  'The message of an annotation': annotation('message', 3000),
  'The hint of an annotation': annotation('hint', 1000),
  'The summary of a step': {
    within: async () =>
      /limits/.test(await written((edge) => edge.summarize('x\n'.repeat(500_000)))) ? 'cut' : 'taken',
    past: () => written((edge) => edge.summarize('x\n'.repeat(525_000))),
    says: /GitHub limits a summary to 1 MiB\. .*The log is complete/,
  },
  'A comment': {
    within: () => (/Truncated/.test(commentBody({ subject, markdown: 'x\n'.repeat(32_000) })) ? 'cut' : 'taken'),
    past: () => commentBody({ subject, markdown: 'x\n'.repeat(33_000) }),
    says: /Truncated: .*the summary of the run\.$/m,
  },
  'The output `url`': {
    within: () => output('url', `https://a.example/${'x'.repeat(2030)}`),
    past: () => output('url', `https://a.example/${'x'.repeat(2031)}`),
    says: /^empty$/,
  },
  'The output `endpoint-id`': cutOutput('endpoint-id', 255),
  '`state`, `app-name` in the output `endpoints`': cutOutput('state', 200),
  'Secrets that are looked for': {
    within: () => hides(512 * 1024),
    past: () => hides(512 * 1024 + 1),
    says: /^nothing of others is told$/,
  },
};

function listOf(count: number, read: (items: readonly object[]) => unknown): Ceiling {
  const items = (length: number) => {
    try {
      read(Array(length).fill({}));
      return 'taken';
    } catch (error) {
      return String(error);
    }
  };
  return {
    within: () => items(count),
    past: () => items(count + 1),
    says: /^ContractBreak: .* at most 1000 items, got/,
  };
}

async function manifestOf(count: number): Promise<string> {
  await using registry = await startLlama({ auth: 'none' });
  const body = JSON.stringify({ manifests: Array(count).fill({ digest: `sha256:${'a'.repeat(64)}` }) });
  registry.fail({ at: 'manifest', kind: 'body', body });
  const resolution = await ask(registry);
  return resolution.kind === 'unknown' ? `${resolution.cause}: ${resolution.reason}` : 'taken';
}

function envs(count: number): string {
  const { config } = toEndpoint({ image: { image: 'a' }, envs: Array(count).fill({ key: 'A', value: 'a' }) });
  const unread = config.unread?.find(({ path }) => path === 'envs');
  return unread ? `unread: ${unread.found}` : 'taken';
}

const readSpec = (workspace: Workspace): Promise<unknown> => workspace.readSpecs(['a.yaml']);
const readPrompts = (workspace: Workspace) => workspace.readBeside('b.yaml', 'a.yaml', maxPromptBytes);

async function fileOf(bytes: number, read = readSpec): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ceiling-'));
  await writeFile(join(folder, 'a.yaml'), Buffer.alloc(bytes, ' '));
  try {
    await read(openWorkspace(folder));
    return 'taken';
  } catch (error) {
    return `${(error as DeployError).message}. ${(error as DeployError).hint}`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A prompt of so many levels, its own two among them. */
async function promptOf(levels: number): Promise<string> {
  const line = `{"post": "/a", "json": {"a": ${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}}`;
  const { issues } = await parsePrompts({ path: 'a.jsonl', bytes: Buffer.from(line) }, async () => {});
  const [issue] = issues.filter(({ code }) => code !== 'out-of-range');
  return issue ? `${issue.code}: ${issue.message}` : 'taken';
}

/** Aliases of a list of 99 items, so of 100 values, and of single ones. */
function repeated(count: number): string {
  const list = `&list [&item x, ${'x, '.repeat(98)}]`;
  const aliases = [...Array(Math.floor(count / 100)).fill('*list'), ...Array(count % 100).fill('*item')];
  return `name: a\nenvs: {A: ${list}, B: [${aliases.join(', ')}]}`;
}

/** 128 MiB of JSON are for the long run. */
const played = Object.entries(ceilings).filter(([name]) => isLong || name !== 'All pages of a list');

test.each(played)('%s', async (_, { within, past, says }) => {
  expect(await within()).toBe('taken');
  expect(await past()).toMatch(says);
});

test('the document has a row for each', () => {
  const [, section = ''] = /^## Ceilings\n([\s\S]*?)^## /m.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? [];
  const rows = [...section.matchAll(/^\| ([^|]+?) \|/gm)].map(([, name]) => name);
  expect(rows.filter((name) => name !== 'What' && name !== '---')).toEqual(Object.keys(ceilings));
});
