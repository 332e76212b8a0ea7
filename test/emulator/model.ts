// What runs in a container: a server that is compatible with OpenAI's API, or one of those that a test has to survive.
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { type HostileServer, hostileAnswer } from './hostile-model.ts';
import { createNoise, noiseKinds, seededRandom } from './noise.ts';
import { type Answer, type Call, htmlAnswer, jsonAnswer } from './wire.ts';
import { z } from './zod.ts';

/** A model as the command line takes it: all but the hostile ones. */
export const modelSchema = z.strictObject({
  /** Default: every image. */
  image: z.exactOptional(z.string()),
  /** Default `llama-3.1-8b`. */
  id: z.exactOptional(z.string()),
  /** The words of every chat, one token each. Default `Pong .` */
  words: z.exactOptional(z.array(z.string()).readonly()),
  /** Before the first token, on the emulator's clock. Default 0. */
  firstTokenMs: z.exactOptional(z.number().min(0)),
  /** Before each further token, on the emulator's clock. Default 0. */
  tokenMs: z.exactOptional(z.number().min(0)),
  /** Before any other answer, on the emulator's clock. Default 0. */
  answerMs: z.exactOptional(z.number().min(0)),
  /** How much these times differ from one answer to the next. Default: not at all. */
  noise: z.exactOptional(z.enum(noiseKinds)),
  /** Of the noise. Default 1. */
  seed: z.exactOptional(z.number().int()),
  /** Every nth request but those for the models is answered 503. Default: none. */
  failsEach: z.exactOptional(z.number().int().min(1)),
  /** After so many requests, each is answered 429. Default: none is. */
  limitAfter: z.exactOptional(z.number().int().min(0)),
  /** A chat that it was asked before is answered so many times as fast: response and prefix caches. Default 1. */
  cachesPrompts: z.exactOptional(z.number().min(1)),
  /** So many times as many words, and as long, in the answers to a fifth of all prompts. Default 1. */
  longFifth: z.exactOptional(z.number().int().min(1)),
  /** Answers to prompts that contain one of these are wrong: `I do not know.` */
  wrongOn: z.exactOptional(z.array(z.string()).readonly()),
  /** Answers to prompts that contain a question. */
  knows: z.exactOptional(z.record(z.string(), z.string())),
  /** What chats are answered by turns, in the place of `words`. */
  sayings: z.exactOptional(z.array(z.array(z.string()).readonly()).min(1).readonly()),
  /** A dead engine behind a healthy server: only `/health` and `/v1/models` are ever answered. */
  hangs: z.exactOptional(z.boolean()),
  /** Fields of a body that are answered 422. */
  refuses: z.exactOptional(z.array(z.string()).readonly()),
  /** Answers a chat whole although a stream was asked for. */
  isWhole: z.exactOptional(z.boolean()),
  /** What requests must carry in `authorization`, after `Bearer `. Default: nothing. */
  key: z.exactOptional(z.string()),
  /** So many requests are answered 503 before the first one is served: the model is still loading. */
  loadingFor: z.exactOptional(z.number().int().min(0)),
  /** So many requests run at once, the others wait. Default: all run. */
  parallel: z.exactOptional(z.number().int().min(1)),
  /** Each other request that runs makes every step longer by this share. Default 0. */
  batchShare: z.exactOptional(z.number().min(0)),
  /** With so many requests open, the container exits, and all answers break off. Default: never. */
  diesAt: z.exactOptional(z.number().int().min(1)),
  /** What else it answers, as JSON, by method and path: `{'GET /system_stats': {…}}`. */
  also: z.exactOptional(z.record(z.string(), z.unknown())),
});

/** The first one whose image fits answers for a worker; `hostile` stands in the place of every answer. */
export type ServedModel = Readonly<z.output<typeof modelSchema>> & { readonly hostile?: HostileServer };

export interface ModelTime {
  readonly nowMs: () => number;
  readonly passMs: (ms: number) => Promise<void>;
  readonly exit: () => void;
}

/** The requests of a model that are open: of these, so many run, and the others wait for their turn. */
interface Batch {
  readonly open: Set<ServerResponse>;
  readonly waiting: (() => void)[];
  running: number;
}

/** The models of an emulator, and how often each was asked. */
export class Models {
  readonly #models: {
    model: ServedModel;
    asked: number;
    served: number;
    noise: () => number;
    prompts: Set<string>;
    batch: Batch;
  }[] = [];

  add(model: ServedModel): void {
    const noise = createNoise(model.noise, seededRandom(model.seed ?? 1));
    this.#models.unshift({
      model,
      asked: 0,
      served: 0,
      noise,
      prompts: new Set(),
      batch: { open: new Set(), waiting: [], running: 0 },
    });
  }

  /** undefined where no model runs in the image. */
  answer(image: string, call: Call, time: ModelTime): Answer | undefined {
    const found = this.#models.find(({ model }) => model.image === undefined || model.image === image);
    if (found === undefined) return undefined;
    found.asked += 1;
    const { model } = found;
    if (model.hostile !== undefined) return hostileAnswer(model.hostile, call);
    if (found.asked <= (model.loadingFor ?? 0)) return jsonAnswer(503, errorOf('the model is still loading'));
    if (model.key !== undefined && call.headers.authorization !== `Bearer ${model.key}`)
      return jsonAnswer(401, errorOf('Unauthorized'));
    if (call.path.endsWith('/models')) return modelAnswer(model, call, time);
    if (model.hangs && !call.path.endsWith('/health')) return { ...jsonAnswer(200, {}), headers: {}, stream: () => {} };
    const [extra] = (model.refuses ?? []).filter((field) => Object.hasOwn(Object(call.body), field));
    if (extra !== undefined) return jsonAnswer(422, { detail: [{ type: 'extra_forbidden', loc: ['body', extra] }] });
    found.served += 1;
    if (model.failsEach !== undefined && found.served % model.failsEach === 0)
      return jsonAnswer(503, errorOf('the server is overloaded'));
    if (model.limitAfter !== undefined && found.served > model.limitAfter)
      return jsonAnswer(429, errorOf('too many requests'));
    const { sayings, firstTokenMs = 0, tokenMs = 0, answerMs = 0, cachesPrompts = 1, longFifth = 1 } = model;
    const { wrongOn = [], knows = {} } = model;
    const prompt = JSON.stringify(call.body ?? '');
    const speedup = found.prompts.has(prompt) ? cachesPrompts : 1;
    found.prompts.add(prompt);
    const isWrong = wrongOn.some((each) => prompt.includes(each));
    const said = isWrong ? ['I ', 'do ', 'not ', 'know.'] : sayings?.[(found.served - 1) % sayings.length];
    const [, known] = Object.entries(knows).find(([question]) => prompt.includes(question)) ?? [];
    const once = said ?? (known === undefined ? model.words : [known]) ?? defaultWords;
    const isLong = createHash('sha256').update(prompt).digest().readUInt32BE() % 5 === 0;
    const words = isLong ? Array.from({ length: longFifth }, () => once).flat() : once;
    const slowed = {
      firstTokenMs: (firstTokenMs * found.noise()) / speedup,
      tokenMs: (tokenMs * found.noise()) / speedup,
    };
    const { batch } = found;
    const { batchShare = 0 } = model;
    const passMs = (ms: number) => time.passMs(ms * (1 + batchShare * Math.max(0, batch.running - 1)));
    const answer = modelAnswer({ ...model, ...slowed, words }, call, { ...time, passMs });
    const timed = answer.stream || answerMs === 0 ? answer : late(answer, () => passMs(answerMs * found.noise()));
    const isBatched = (model.parallel ?? model.batchShare ?? model.diesAt) !== undefined;
    return isBatched && call.method === 'POST' ? inBatch(timed, { model, batch, exit: time.exit }) : timed;
  }
}

/** Runs when its turn has come, and frees its place when it is over. */
function inBatch(
  answer: Answer,
  { model, batch, exit }: { model: ServedModel; batch: Batch; exit: () => void },
): Answer {
  const { parallel = Number.POSITIVE_INFINITY, diesAt = Number.POSITIVE_INFINITY } = model;
  const inner = answer.stream ? answer : late(answer, async () => {});
  const stream = async (response: ServerResponse) => {
    batch.open.add(response);
    response.once('close', () => batch.open.delete(response));
    if (batch.open.size >= diesAt) {
      exit();
      for (const each of batch.open) each.destroy();
      return;
    }
    if (batch.running >= parallel) await new Promise<void>((resolve) => batch.waiting.push(resolve));
    else batch.running += 1;
    await inner.stream?.(response);
    const next = batch.waiting.shift();
    if (next) next();
    else batch.running -= 1;
  };
  return { ...inner, stream };
}

/** The whole answer at once, when its time has come. */
function late({ status, headers, body }: Answer, wait: () => Promise<void>): Answer {
  const stream = async (response: ServerResponse) => {
    await wait();
    response.end(body);
  };
  return { status, headers, body: '', stream };
}

function modelAnswer(model: ServedModel, call: Call, time: ModelTime): Answer {
  const { id = 'llama-3.1-8b' } = model;
  const path = call.path.replace(/^\/serve\/[^/]+/, '');
  const created = Math.floor(time.nowMs() / 1000);
  const body = typeof call.body === 'object' && call.body !== null ? (call.body as Record<string, unknown>) : {};
  const route = `${call.method} ${path}`;
  if (model.also && Object.hasOwn(model.also, route)) return jsonAnswer(200, model.also[route]);
  switch (route) {
    case 'GET /health':
      return { status: 200, headers: {}, body: '' };
    case 'GET /v1/models':
      return jsonAnswer(200, { object: 'list', data: [{ id, object: 'model', created, owned_by: 'vllm' }] });
    case 'POST /v1/embeddings': {
      const inputs = [body.input].flat();
      const data = inputs.map((_, index) => ({
        object: 'embedding',
        index,
        embedding: Array.from({ length: 1024 }, (_, at) => ((at % 7) - 3) / 8),
      }));
      return jsonAnswer(200, { object: 'list', data, model: id, usage: { prompt_tokens: 2, total_tokens: 2 } });
    }
    case 'POST /v1/chat/completions':
      if (body.model !== id)
        return jsonAnswer(404, errorOf(`The model \`${body.model}\` does not exist.`, 'NotFoundError'));
      return chatAnswer({ ...model, id }, { body, created, time });
    default:
      return path === '/' ? htmlAnswer(404, 'Not Found') : jsonAnswer(404, { detail: 'Not Found' });
  }
}

function errorOf(message: string, type = 'BadRequestError') {
  return { error: { message, type, param: null, code: null } };
}

const defaultWords = ['Pong', '.'];

interface Chat {
  readonly body: Record<string, unknown>;
  readonly created: number;
  readonly time: ModelTime;
}

function chatAnswer(
  { id, words = defaultWords, firstTokenMs = 0, tokenMs = 0, isWhole = false }: ServedModel & { id: string },
  { body, created, time }: Chat,
): Answer {
  const most = typeof body.max_tokens === 'number' ? body.max_tokens : Infinity;
  const said = words.slice(0, most);
  const finish = said.length < words.length ? 'length' : 'stop';
  const usage = { prompt_tokens: 9, completion_tokens: said.length, total_tokens: 9 + said.length };
  const common = { id: 'chatcmpl-1', created, model: id };
  if (body.stream !== true || isWhole) {
    const message = { role: 'assistant', content: said.join('') };
    const choices = [{ index: 0, message, finish_reason: finish, logprobs: null }];
    return jsonAnswer(200, { ...common, object: 'chat.completion', choices, usage });
  }
  const chunk = (delta: object, reason: string | null = null) =>
    event({
      ...common,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: reason, logprobs: null }],
    });
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    body: '',
    stream: async (response) => {
      await write(response, chunk({ role: 'assistant', content: '' }));
      for (const [index, word] of said.entries()) {
        if (response.destroyed) return;
        await time.passMs(index === 0 ? firstTokenMs : tokenMs);
        await write(response, chunk({ content: word }));
      }
      await write(response, chunk({}, finish));
      const { include_usage: withUsage } = (body.stream_options ?? {}) as { include_usage?: boolean };
      if (withUsage === true)
        await write(response, event({ ...common, object: 'chat.completion.chunk', choices: [], usage }));
      response.end('data: [DONE]\n\n');
    },
  };
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** In as many turns of the event loop a reader in the same process has got what was written. */
const turnsOfAPiece = 8;

/** Each piece leaves by itself, so that a reader can tell when it came. */
async function write(response: ServerResponse, text: string): Promise<void> {
  if (response.destroyed) return;
  await new Promise((resolve) => response.write(text, resolve));
  for (let turn = 0; turn < turnsOfAPiece; turn += 1) await setImmediate();
}
