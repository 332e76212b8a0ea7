/** Durations as people read them. */

/** `45 s`, `3 m 20 s`, `1 h 5 m`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const [large, small, units] =
    whole < 3600
      ? [Math.floor(whole / 60), whole % 60, ['m', 's']]
      : [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), ['h', 'm']];
  return small === 0 ? `${large} ${units[0]}` : `${large} ${units[0]} ${small} ${units[1]}`;
}
