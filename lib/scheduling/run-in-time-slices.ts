/** Work that can be interrupted: each `yield` is a place where something else may run. */
export type TimeSlicedWork<Result> = Generator<undefined, Result, undefined>;

/** Below the 16 ms of a frame, so that scrolling and typing go on meanwhile. */
const SLICE_MS = 10;

const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/**
 * Does the work in slices and lets the page breathe between them.
 *
 * @throws the signal's reason when it was stopped
 */
export async function runInTimeSlices<Result>(work: TimeSlicedWork<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await yieldToEventLoop();
    signal?.throwIfAborted();
  }
}

/** Does the work in one go: for small values and for tests. */
export function runSynchronously<Result>(work: TimeSlicedWork<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
