/** The one grammar of durations, of inputs and of specs: `500ms`, `1.5s`, `20m`, `1h30m`, `14d`. */

const unitMs = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;
const number = '(\\d{1,9}(?:\\.\\d{1,3})?)';
const parts = Object.keys(unitMs).map((unit) => `(?:${number} *${unit} *)?`);

/** A duration has each unit at most once, the longest first. Zero is not a duration: nothing happens in no time. */
export const durationPattern = new RegExp(`^(?=.*[1-9])${parts.join('')}$`);

/** The duration in milliseconds; undefined for another text. */
export function parseDurationMs(text: string): number | undefined {
  const found = durationPattern.exec(text);
  return found
    ? Object.values(unitMs).reduce((sum, ms, index) => sum + Number(found[index + 1] ?? 0) * ms, 0)
    : undefined;
}

/** `20 minutes` as `20m`: the duration that written-out units mean; undefined for every other text. */
export function durationMeant(text: string): string | undefined {
  const longUnit = / ?(?:(m)illi(s)econds?|([smhd])(?:ec|econd|in|inute|r|our|ay)s?)\b/g;
  const short = text.toLowerCase().replaceAll(longUnit, '$1$2$3');
  return short !== text && durationPattern.test(short) ? short : undefined;
}
