/** What a client did that no client may do, on any server of a test: kept until its end, so that it hides no failure of the test itself. */

const kept: string[] = [];

export function keepViolations(server: string, found: readonly string[]): void {
  kept.push(...found.map((violation) => `${server}: ${violation}`));
}

/** All since the last call. */
export function takeViolations(): string[] {
  return kept.splice(0);
}
