/** Long work in steps, between which the event loop turns: a signal, a time limit or an answer is not kept waiting. */

/** Takes a few milliseconds, whatever the input, and then yields. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** All steps, without a pause. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  let next = steps.next();
  while (!next.done) next = steps.next();
  return next.value;
}

/** All steps, with a turn of the event loop after each. */
export async function runInSlices<Result>(steps: Steps<Result>): Promise<Result> {
  let next = steps.next();
  while (!next.done) {
    await new Promise((resolve) => setImmediate(resolve));
    next = steps.next();
  }
  return next.value;
}
