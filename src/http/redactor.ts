/** What replaces secrets in text by `***`, in whatever form they stand there. */

import { runAtOnce, runInSlices, type Steps } from '../slices.ts';
import { base64Layers, comparableForms, decodedLayers, unwrappedLayer } from './decoded-text.ts';
import { createSecretIndex, type SecretIndex, type SecretIndexOptions, type Span } from './secret-index.ts';

/**
 * From how many visible characters on a secret is hidden: `asWord` where it stands by itself, `anywhere` also inside words and as one line of
 * several. Hiding less than that inside words would leave no sentence readable.
 */
const redactionThresholds = {
  /** What is declared to be secret: the api key, the token, `secret-envs`, the password of a proxy. */
  mask: { asWord: 1, anywhere: 4 },
  /** Values of `envs` and `variables`: most of them are harmless, and short ones (`1`, `on`, `8000`) are parts of many words. */
  env: { asWord: 4, anywhere: 8 },
} as const satisfies Record<string, { asWord: number; anywhere: number }>;

/** In our own words only what is declared to be secret is hidden, and only where nobody writes it by chance. */
const ownTextMinLength = 8;

/** Base64 of less stands in many a word, and so does what is left where line breaks go. */
const base64MinLength = 8;

/** Values of envs that half of all sentences would lose a word to, the service's own about failures among them, by which a failure is told. */
const harmlessWords: ReadonlySet<string> = new Set(
  'true false null none auto default enabled disabled info debug warn warning error trace image pull pulling failed failure denied exit exited crash running serving'.split(
    ' ',
  ),
);

/** Our own sentences are made of such words. */
const plainWord = /^[A-Za-z]?[a-z]{3,}$/;

/** A longer secret is looked for in parts, so that none takes long to prepare. */
const maxPartLength = 4096;

/** Characters of secrets that one step adds. */
const addedAtOnce = 8 * 1024;

/** A longer text is searched in windows of this length, each with what stands around it: more than a secret takes in any encoding. */
const windowLength = 16 * 1024;
const windowMargin = 2048;

export type SecretKind = keyof typeof redactionThresholds;

/** One for a run, shared by everything that words of others pass through. */
export interface Redactor {
  /**
   * Hides the secret and its lines from now on, as far as the thresholds of its kind go. The same one may be added again. Takes no time: the next text is
   * what waits for it, or {@link Redactor.settle}.
   */
  add(secret: string, kind: SecretKind): void;
  /** Prepares what was added, the event loop turning meanwhile. */
  settle(): Promise<void>;
  /** Characters that were added and that the next text would wait for. */
  unsettled(): number;
  /**
   * A text of others with `***` for every secret: as it is, with its white space run together, escaped in JSON, percent encoding, entities or Markdown,
   * two of them nested, in base64, or cut short before a `…`. Linear in the text, whatever the number of secrets.
   */
  redact(text: string): string;
  /**
   * A text in which our sentences stand around words of others that {@link Redactor.redact} has seen where they came in: values of envs that are single
   * plain words stay, since our sentences are made of such words.
   */
  redactMixed(text: string): string;
  /** A text of our own: what is declared to be secret is hidden in it, never a value of an env, by which somebody could hide a change. */
  redactOwn(text: string): string;
  /** What {@link Redactor.redactMixed} and {@link Redactor.redactOwn} do, in steps. */
  redactionSteps(text: string, options: { isOwn: boolean }): Steps<string>;
  /** Steps of all searches so far: grows with the text, not with the number of secrets. */
  work(): number;
}

/** `maxCharacters`: of all secrets of a kind; beyond, nothing of others is told any more. Default 4 Mi. */
export function createRedactor(options: SecretIndexOptions = {}): Redactor {
  const added = { mask: new Set<string>(), env: new Set<string>() };
  const indexes = {
    mask: createSecretIndex(options),
    env: createSecretIndex(options),
    word: createSecretIndex(options),
  };
  let waiting: { secret: string; kind: SecretKind }[] = [];
  let waitingCharacters = 0;
  let adding: Steps<void> | undefined;

  function* addWaiting(): Steps<void> {
    let characters = 0;
    const taken = waiting;
    waiting = [];
    for (const { secret, kind } of taken) {
      for (const part of searchedParts(secret, kind)) {
        const index = indexes[kind === 'env' && plainWord.test(part.trim()) ? 'word' : kind];
        for (const form of searchedForms(part))
          index.add(form, { asWord: visibleLength(form) < redactionThresholds[kind].anywhere });
        characters += part.length;
        if (characters < addedAtOnce) continue;
        characters = 0;
        yield;
      }
      waitingCharacters -= secret.length;
    }
    adding = undefined;
  }
  /** The work that is under way, which whoever has no time to wait for it may take over. */
  const addingSteps = () => {
    if (waiting.length > 0) adding ??= addWaiting();
    return adding;
  };
  function* stepsIn(text: string, search: Search): Steps<string> {
    for (let steps = addingSteps(); steps; steps = addingSteps()) if (!steps.next().done) yield;
    return yield* hide(text, search);
  }
  const whole: Search = { indexes: [indexes.mask, indexes.env, indexes.word], minLength: 1 };
  const mixed: Search = { indexes: [indexes.mask, indexes.env], minLength: 1 };
  const ownText: Search = { indexes: [indexes.mask], minLength: ownTextMinLength };
  return {
    add: (secret, kind) => {
      if (added[kind].has(secret) || (kind === 'env' && isHarmless(secret))) return;
      added[kind].add(secret);
      waiting.push({ secret, kind });
      waitingCharacters += secret.length;
    },
    settle: async () => {
      for (let steps = addingSteps(); steps; steps = addingSteps()) await runInSlices(steps);
    },
    unsettled: () => waitingCharacters,
    redact: (text) => runAtOnce(stepsIn(text, whole)),
    redactMixed: (text) => runAtOnce(stepsIn(text, mixed)),
    redactOwn: (text) => runAtOnce(stepsIn(text, ownText)),
    redactionSteps: (text, { isOwn }) => stepsIn(text, isOwn ? ownText : mixed),
    work: () => indexes.mask.work() + indexes.env.work() + indexes.word.work(),
  };
}

function isHarmless(secret: string): boolean {
  return secret.length < 100 && harmlessWords.has(secret.trim().toLowerCase());
}

/** The secret and those of its lines that are worth hiding (logs are read line by line), each once; none when there is nothing to hide. */
export function* secretParts(secret: string, kind: SecretKind): Generator<string> {
  const { asWord, anywhere } = redactionThresholds[kind];
  if (visibleLength(secret) < asWord) return;
  yield secret;
  if (!/[\r\n]/.test(secret)) return;
  const lines = new Set<string>();
  for (const [found] of secret.matchAll(/[^\r\n]+/g)) {
    const line = found.trim();
    if (lines.has(line) || visibleLength(line) < anywhere) continue;
    lines.add(line);
    yield line;
  }
}

/** {@link secretParts}, a long one in equal parts. */
function* searchedParts(secret: string, kind: SecretKind): Generator<string> {
  for (const part of secretParts(secret, kind)) {
    const size = Math.ceil(part.length / Math.ceil(part.length / maxPartLength));
    for (let at = 0; at < part.length; at += size) yield part.slice(at, at + size);
  }
}

/** No more than is asked for anywhere are counted. */
function visibleLength(text: string): number {
  let length = 0;
  for (const _ of text.matchAll(/[^\s\p{Cc}\p{Cf}\p{DI}]/gu)) {
    length += 1;
    if (length === redactionThresholds.env.anywhere) break;
  }
  return length;
}

/** In a form, spaces are `+`. */
function searchedForms(secret: string): string[] {
  // What is left of a secret that is an escape itself may be a single letter.
  const shortest = Math.min(visibleLength(secret), redactionThresholds.mask.anywhere);
  // In base64 each of its bytes is a character; and not everybody composes letters and their accents alike.
  const bytes = Buffer.from(secret);
  const written =
    bytes.length === secret.length
      ? [secret]
      : [
          ...new Set([
            secret,
            bytes.toString('latin1'),
            secret.normalize('NFC'),
            secret.normalize('NFD'),
            secret.normalize('NFKC'),
          ]),
        ];
  const forms = written.flatMap(comparableForms).filter((form) => visibleLength(form) >= shortest);
  return [...forms, ...forms.filter((form) => form.includes(' ')).map((form) => form.replaceAll(' ', '+'))];
}

interface Search {
  indexes: readonly SecretIndex[];
  minLength: number;
}

function* hide(text: string, search: Search): Steps<string> {
  // Nobody could tell any more what is secret in it.
  if (search.indexes.some((index) => index.isFull())) return text === '' ? '' : '***';
  if (search.indexes.every((index) => index.isEmpty())) return text;
  if (text.length <= windowLength) return withoutSpans(text, spansIn(text, search));
  const spans: Span[] = [];
  for (let at = 0; at < text.length; at += windowLength) {
    const from = Math.max(0, at - windowMargin);
    for (const { start, end } of spansIn(text.slice(from, at + windowLength + windowMargin), search)) {
      // What starts in the margins is found by the window that it starts in.
      if (start + from >= at && start + from < at + windowLength) spans.push({ start: start + from, end: end + from });
    }
    yield;
  }
  return withoutSpans(text, spans);
}

function spansIn(text: string, { indexes, minLength }: Search): Span[] {
  const layers = decodedLayers(text);
  const unwrapped = unwrappedLayer(text);
  const encoded = [...new Set([layers[0], layers.at(-1) ?? layers[0], ...unwrapped])].flatMap(base64Layers);
  const searched = [
    ...layers.map((layer) => ({ layer, minLength })),
    ...[...encoded, ...unwrapped].map((layer) => ({ layer, minLength: Math.max(minLength, base64MinLength) })),
  ];
  return searched.flatMap(({ layer, minLength }) =>
    indexes
      .flatMap((index) => index.find(layer.text, { minLength }))
      .map(
        ({ start, end }): Span => ({
          start: layer.starts?.[start] ?? start,
          end: layer.ends?.[end - 1] ?? end,
        }),
      ),
  );
}

function withoutSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= done) continue;
    if (start >= done && (done === 0 || start > done || pieces.length === 0))
      pieces.push(text.slice(done, start), '***');
    done = end;
  }
  return pieces.join('') + text.slice(done);
}
