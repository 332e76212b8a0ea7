// What somebody else does to the endpoints: at a time, or before or after a request.
import { type EndpointConfig, emptyConfig, type PartialConfig, withPart } from './config.ts';
import { type EndpointRecord, stateOf } from './endpoints.ts';
import type { Service } from './routes.ts';
import { listedWorkerSchema } from './scripts.ts';
import { type Operation, operations } from './wire.ts';
import { workerScriptMembers } from './worker-life.ts';
import { english, z } from './zod.ts';

const operation = z.enum([...operations, 'any']);
const part = z.record(z.string(), z.unknown()).transform((value) => value as PartialConfig);

const common = {
  /** `afterMs`: on the emulator's clock, from the moment it is added. Without any of the three: at once. */
  afterMs: z.number().min(0).optional(),
  /** At the arrival of a request of that operation. */
  before: operation.optional(),
  /** When such a request was carried out, before its answer leaves. */
  after: operation.optional(),
  /** The how manieth such request, 1 (default) for the next. */
  nth: z.number().int().min(1).optional(),
  /** How many of the requests from there on. Default 1. */
  times: z.union([z.number().int().min(1), z.literal('always')]).optional(),
  /** An id or a name; default: the endpoint that was created last. */
  endpoint: z.string().optional(),
};

export const foreignChangeSchema = z.discriminatedUnion('kind', [
  // A write of these members, with all its consequences.
  z.strictObject({ ...common, kind: z.literal('change'), part }),
  z.strictObject({ ...common, kind: z.literal('delete') }),
  // Another endpoint, which starts now.
  z.strictObject({ ...common, kind: z.literal('create'), appName: z.string().optional(), part: part.optional() }),
  // The autoscaler adds a worker to the endpoint, which nobody changed.
  z.strictObject({
    ...common,
    kind: z.literal('scale-out'),
    script: z.strictObject(workerScriptMembers).optional(),
    /** Default: that of the last write; with an earlier one, the worker goes when those of that write go. */
    image: z.string().optional(),
  }),
  // One more worker is listed, which never changes.
  z.strictObject({ ...common, kind: z.literal('list-worker'), worker: listedWorkerSchema }),
  // The running workers that are there are not healthy for a while, in place.
  z.strictObject({
    ...common,
    kind: z.literal('interrupt'),
    /** What they show meanwhile. Default: `running`. */
    state: z.string().optional(),
    /** So long after it happens. Default 0. */
    fromMs: z.number().min(0).default(0),
    forMs: z.number().min(0),
  }),
]);

export type ForeignChange = Readonly<z.input<typeof foreignChangeSchema>> & {
  readonly part?: PartialConfig | undefined;
};
type ParsedChange = z.output<typeof foreignChangeSchema>;

interface Entry {
  readonly change: ParsedChange;
  readonly dueAtMs: number | undefined;
  letPass: number;
  timesLeft: number;
}

export class SecondWriter {
  readonly #service: Service;
  readonly #entries: Entry[] = [];

  constructor(service: Service) {
    this.#service = service;
  }

  add(given: ForeignChange, nowMs: number): void {
    const change = foreignChangeSchema.parse(given, english);
    const triggers = [change.afterMs, change.before, change.after].filter((trigger) => trigger !== undefined);
    if (triggers.length > 1) throw new TypeError('a change has one of afterMs, before and after');
    const onRequest = change.before !== undefined || change.after !== undefined;
    if (!onRequest && (change.nth !== undefined || change.times !== undefined)) {
      throw new TypeError('nth and times count requests: they need before or after');
    }
    const timesLeft = change.times === 'always' ? Number.POSITIVE_INFINITY : (change.times ?? 1);
    const dueAtMs = onRequest ? undefined : nowMs + (change.afterMs ?? 0);
    this.#entries.push({ change, dueAtMs, letPass: (change.nth ?? 1) - 1, timesLeft });
    this.applyDue(nowMs);
  }

  /** Carries out, in order of time, what was due by now. Called before anybody looks. */
  applyDue(nowMs: number): void {
    const due = this.#entries.filter((entry) => entry.timesLeft > 0 && (entry.dueAtMs ?? Infinity) <= nowMs);
    for (const entry of due.toSorted((a, b) => (a.dueAtMs ?? 0) - (b.dueAtMs ?? 0))) {
      this.#do(entry, entry.dueAtMs ?? nowMs);
    }
  }

  /** Carries out what is to happen before or after this request of `operation`. */
  meet(when: 'before' | 'after', operation: Operation, nowMs: number): void {
    for (const entry of this.#entries) {
      const wanted = entry.change[when];
      if (entry.timesLeft === 0 || (wanted !== 'any' && wanted !== operation)) continue;
      if (entry.letPass > 0) entry.letPass -= 1;
      else this.#do(entry, nowMs);
    }
  }

  #do(entry: Entry, atMs: number): void {
    entry.timesLeft -= 1;
    const { store } = this.#service;
    const { change } = entry;
    if (change.kind === 'create') {
      store.create(changed(seededConfig, change.part ?? {}), change.appName, atMs);
      return;
    }
    const record = meant(this.#service, change.endpoint);
    if (record === undefined) return;
    if (change.kind === 'change') store.write(record, changed(stateOf(record).config, change.part), atMs);
    else if (change.kind === 'delete') store.remove(record, atMs);
    else if (change.kind === 'scale-out') {
      const { script = { outcome: 'healthy' }, image } = change;
      store.scaleOut(record, { script, image }, atMs);
    } else if (change.kind === 'list-worker') store.listWorker(record, change.worker, atMs);
    else store.interrupt(record, change, atMs);
  }
}

export const seededConfig: EndpointConfig = withPart(emptyConfig, {
  ports: [8000],
  image: { image: 'ghcr.io/acme/llama:1' },
  products: [{ id: 'SL-serverless-3' }],
  healthy: { path: '/health' },
});

/** The newest endpoint of that id or name; without one, the newest of all. */
function meant(service: Service, endpoint: string | undefined): EndpointRecord | undefined {
  return service.store
    .existing()
    .findLast((record) => endpoint === undefined || record.id === endpoint || stateOf(record).config.name === endpoint);
}

/** A misspelt member would silently prove nothing. */
function changed(config: EndpointConfig, part: PartialConfig): EndpointConfig {
  const unknown = Object.keys(part).filter((member) => !Object.hasOwn(config, member));
  if (unknown.length > 0) throw new TypeError(`a configuration has no ${unknown.join(', ')}`);
  return withPart(config, part);
}
