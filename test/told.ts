/** The outputs of a run together with what `endpoints` says of the first endpoint, for tests that compare both. */
export function told(outputs: Readonly<Record<string, string>> = {}): Record<string, unknown> {
  return { ...JSON.parse(outputs.endpoints || '[]')[0], ...outputs };
}
