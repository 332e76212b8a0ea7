// Calls the emulator over real HTTP the way its own tests need it, valid requests included.
import type { Emulator } from './emulator.ts';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export interface Sent {
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly text?: string;
  /** `null` leaves a header out. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

const v1 = '/gpu-instance/openapi/v1';

export const paths = {
  create: `${v1}/endpoint/create`,
  update: `${v1}/endpoint/update`,
  delete: `${v1}/endpoint/delete`,
  limits: `${v1}/endpoint/limit`,
  list: (pageNum: number | string = 1, pageSize: number | string = 100) =>
    `${v1}/endpoints?pageSize=${pageSize}&pageNum=${pageNum}`,
  get: (id: string) => `${v1}/endpoint?id=${id}`,
  v2: (id: string) => `/gpus/v2/endpoints/${id}`,
} as const;

/** `request` is like `POST /path`. The body comes back parsed when it is JSON, else as text. */
export async function call(emulator: Emulator, request: string, sent: Sent = {}): Promise<Reply> {
  const [method = '', path = ''] = request.split(' ');
  const wanted = { 'Content-Type': 'application/json', Authorization: `Bearer ${emulator.apiKey}`, ...sent.headers };
  const headers = Object.entries(wanted).filter((header): header is [string, string] => header[1] !== null);
  const text = sent.text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
  const response = await fetch(`${emulator.url}${path}`, {
    method,
    headers,
    redirect: 'manual',
    ...(text === undefined ? {} : { body: new TextEncoder().encode(text) }),
  });
  const answered = await response.text();
  return { status: response.status, body: parsed(answered) };
}

export const updateRequest = {
  workerConfig: { minNum: 0, maxNum: 1, freeTimeout: 300, maxConcurrent: 1, gpuNum: 1, requestTimeout: 600 },
  ports: [{ port: '8080' }],
  policy: { type: 'concurrency', value: 1 },
  image: { image: 'ghcr.io/acme/manga:gpu', authId: '', command: '' },
};

export const createRequest = { ...updateRequest, rootfsSize: 100 };

/** Creates an endpoint; `change` goes over the least that a create must have. Returns its id. */
export async function created(emulator: Emulator, change: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const reply = await call(emulator, `POST ${paths.create}`, { body: { endpoint: { ...createRequest, ...change } } });
  const { id } = reply.body as { readonly id?: string };
  if (reply.status !== 200 || id === undefined) throw new Error(`not created: ${JSON.stringify(reply)}`);
  return id;
}

/** The members of the get response that a test asks for. */
export async function got(emulator: Emulator, id: string): Promise<Readonly<Record<string, unknown>>> {
  const reply = await call(emulator, `GET ${paths.get(id)}`);
  const { endpoint } = reply.body as { readonly endpoint?: Readonly<Record<string, unknown>> };
  if (endpoint === undefined) throw new Error(`not got: ${JSON.stringify(reply)}`);
  return endpoint;
}

export async function listed(
  emulator: Emulator,
  pageNum?: number,
  pageSize?: number,
): Promise<{ readonly endpoints: readonly Readonly<Record<string, unknown>>[]; readonly total: unknown }> {
  const reply = await call(emulator, `GET ${paths.list(pageNum, pageSize)}`);
  if (reply.status !== 200) throw new Error(`not listed: ${JSON.stringify(reply)}`);
  return reply.body as Awaited<ReturnType<typeof listed>>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
