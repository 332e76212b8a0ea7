/** What replaces secrets in text by `***`, in whatever form they stand there. */

/**
 * From how many visible characters on a secret is hidden: `asWord` where it stands by itself, `anywhere` also inside words and as one line of
 * several. Hiding less than that inside words would leave no sentence readable.
 */
const redactionThresholds = {
  /** What is declared to be secret: the api key, the token, `secret-envs`. */
  mask: { asWord: 1, anywhere: 4 },
  /** Values of `envs`: most of them are harmless, and short ones (`1`, `true`, `info`) are words that a log needs. */
  env: { asWord: 8, anywhere: 8 },
} as const satisfies Record<string, { asWord: number; anywhere: number }>;

export type SecretKind = keyof typeof redactionThresholds;

/** One for a run, shared by everything that words of others pass through. */
export interface Redactor {
  /** Hides the secret and its lines from now on, as far as the thresholds of its kind go. The same one may be added again. */
  add(secret: string, kind: SecretKind): void;
  /** The text with `***` for every secret. To be called before a text is cut: half a secret is not recognised. */
  redact(text: string): string;
}

export function createRedactor(): Redactor {
  const patterns = new Map<string, RegExp>();
  // The longest first: a secret may be part of another one.
  let ordered: readonly RegExp[] = [];
  return {
    add: (secret, kind) => {
      const pieces = secretParts(secret, kind)
        .flatMap(piecesOf)
        .filter((piece) => !patterns.has(piece));
      if (pieces.length === 0) return;
      for (const piece of pieces) patterns.set(piece, patternOf(piece));
      ordered = [...patterns].sort(([a], [b]) => b.length - a.length).map(([, pattern]) => pattern);
    },
    redact: (text) => ordered.reduce((redacted, pattern) => redacted.replaceAll(pattern, '***'), text),
  };
}

/** The secret and those of its lines that are worth hiding (logs are read line by line); empty when there is nothing to hide. */
export function secretParts(secret: string, kind: SecretKind): readonly string[] {
  const { asWord, anywhere } = redactionThresholds[kind];
  const whole = visibleLength(secret) >= asWord ? [secret] : [];
  if (whole.length === 0 || !/[\r\n]/.test(secret)) return whole;
  const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
  return [...whole, ...lines.filter((line) => visibleLength(line) >= anywhere)];
}

function visibleLength(text: string): number {
  return text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, '').length;
}

/** A pattern of a whole file would be more than an engine compiles; equal pieces never leave a short rest that hides too little. */
const longestPattern = 400;

function piecesOf(secret: string): string[] {
  const characters = Array.from(secret);
  const count = Math.ceil(characters.length / longestPattern);
  const size = Math.ceil(characters.length / count);
  return Array.from({ length: count }, (_, index) => characters.slice(index * size, (index + 1) * size).join(''));
}

/** The secret in every form in which text carries it: as it is, with its white space run together, inside JSON, escaped for Markdown. */
function patternOf(secret: string): RegExp {
  // Whoever repeats a value may have trimmed it.
  const parts = secret.trim().match(/[\s\p{Cc}\p{Cf}]+|./gu) ?? [];
  const forms = parts.map((part) => {
    if (/^[\s\p{Cc}\p{Cf}]/u.test(part))
      // What cannot be seen may be left out altogether.
      return `(?:[\\s\\p{Cc}\\p{Cf}]|${inMarkdown('\\')}(?:[bfnrt]|u[\\da-f]{4}))${/\s/.test(part) ? '+' : '*'}`;
    const inJson = JSON.stringify(part).slice(1, -1);
    return inJson === part ? inMarkdown(part) : `(?:${inMarkdown(inJson)}|${inMarkdown(part)})`;
  });
  const pattern = forms.join('');
  const isShort = visibleLength(secret) < redactionThresholds.mask.anywhere;
  return new RegExp(isShort ? `(?<!\\w)${pattern}(?!\\w)` : pattern, 'gu');
}

/** The entity before the character itself, or an ampersand at the end would leave the rest of its own entity. */
function inMarkdown(text: string): string {
  return Array.from(text, (character) =>
    /^[A-Za-z0-9]$/.test(character)
      ? character
      : `(?:&#${character.codePointAt(0)};(?:&#8203;)?|${RegExp.escape(character)})`,
  ).join('');
}
