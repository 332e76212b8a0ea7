/** What replaces secrets in text by `***`, in whatever form they stand there. */

import { base64Layers, comparableForms, decodedLayers } from './decoded-text.ts';
import { createSecretIndex, type SecretIndex, type Span } from './secret-index.ts';

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

/** Base64 of less stands in many a word. */
const base64MinLength = 8;

/** Values of envs that half of all sentences would lose a word to. */
const harmlessWords: ReadonlySet<string> = new Set(
  'true false null none auto default enabled disabled info debug warn warning error trace'.split(' '),
);

export type SecretKind = keyof typeof redactionThresholds;

/** One for a run, shared by everything that words of others pass through. */
export interface Redactor {
  /** Hides the secret and its lines from now on, as far as the thresholds of its kind go. The same one may be added again. */
  add(secret: string, kind: SecretKind): void;
  /**
   * A text of others with `***` for every secret: as it is, with its white space run together, escaped in JSON, percent encoding, entities or Markdown,
   * two of them nested, in base64, or cut short before a `…`. Linear in the text, whatever the number of secrets.
   */
  redact(text: string): string;
  /** A text of our own: what is declared to be secret is hidden in it, never a value of an env, by which somebody could hide a change. */
  redactOwn(text: string): string;
  /** Steps of all searches so far: grows with the text, not with the number of secrets. */
  work(): number;
}

/** `maxCharacters`: of all secrets of a kind; beyond, nothing of others is told any more. Default 4 Mi. */
export function createRedactor(options: { maxCharacters?: number } = {}): Redactor {
  const added = new Set<string>();
  const masks = createSecretIndex(options);
  const envs = createSecretIndex(options);
  return {
    add: (secret, kind) => {
      const entry = `${kind} ${secret}`;
      if (added.has(entry) || (kind === 'env' && harmlessWords.has(secret.trim().toLowerCase()))) return;
      added.add(entry);
      for (const part of secretParts(secret, kind))
        for (const form of searchedForms(part))
          (kind === 'mask' ? masks : envs).add(form, {
            asWord: visibleLength(form) < redactionThresholds[kind].anywhere,
          });
    },
    redact: (text) => hide(text, { indexes: [masks, envs], minLength: 1 }),
    redactOwn: (text) => hide(text, { indexes: [masks], minLength: ownTextMinLength }),
    work: () => masks.work() + envs.work(),
  };
}

/** The secret and those of its lines that are worth hiding (logs are read line by line); empty when there is nothing to hide. */
export function secretParts(secret: string, kind: SecretKind): readonly string[] {
  const { asWord, anywhere } = redactionThresholds[kind];
  const whole = visibleLength(secret) >= asWord ? [secret] : [];
  if (whole.length === 0 || !/[\r\n]/.test(secret)) return whole;
  const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
  return [...whole, ...new Set(lines.filter((line) => visibleLength(line) >= anywhere))];
}

function visibleLength(text: string): number {
  return text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, '').length;
}

/** In a form, spaces are `+`. */
function searchedForms(secret: string): string[] {
  // What is left of a secret that is an escape itself may be a single letter.
  const shortest = Math.min(visibleLength(secret), redactionThresholds.mask.anywhere);
  // In base64 each of its bytes is a character.
  const bytes = Buffer.from(secret);
  const written = bytes.length === secret.length ? [secret] : [secret, bytes.toString('latin1')];
  const forms = written.flatMap(comparableForms).filter((form) => visibleLength(form) >= shortest);
  return [...forms, ...forms.filter((form) => form.includes(' ')).map((form) => form.replaceAll(' ', '+'))];
}

function hide(text: string, { indexes, minLength }: { indexes: readonly SecretIndex[]; minLength: number }): string {
  // Nobody could tell any more what is secret in it.
  if (indexes.some((index) => index.isFull())) return text === '' ? '' : '***';
  if (indexes.every((index) => index.isEmpty())) return text;
  const layers = decodedLayers(text);
  const encoded = [...new Set([layers[0], layers.at(-1) ?? layers[0]])].flatMap(base64Layers);
  const searched = [
    ...layers.map((layer) => ({ layer, minLength })),
    ...encoded.map((layer) => ({ layer, minLength: Math.max(minLength, base64MinLength) })),
  ];
  const spans = searched.flatMap(({ layer, minLength }) =>
    indexes
      .flatMap((index) => index.find(layer.text, { minLength }))
      .map(
        ({ start, end }): Span => ({
          start: layer.starts?.[start] ?? start,
          end: layer.ends?.[end - 1] ?? end,
        }),
      ),
  );
  return spans.length === 0 ? text : withoutSpans(text, spans);
}

function withoutSpans(text: string, spans: readonly Span[]): string {
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
