/** What one test has shown. */
export interface TestResult {
  /** `GET /health`. */
  readonly title: string;
  readonly status: number | undefined;
  /** From the request to the end of its answer. */
  readonly seconds: number;
}
