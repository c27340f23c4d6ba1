/** Work that can be interrupted: other work may run at each `yield`. */
export type TimeSlicedWork<Result> = Generator<undefined, Result, undefined>;

/** Below the 16 ms of a frame, so that scrolling and typing continue meanwhile. */
const SLICE_MS = 10;

const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/**
 * Does the work in slices and yields to the page between them.
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

/** Does the work without pauses: for small values and for tests. */
export function runSynchronously<Result>(work: TimeSlicedWork<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
