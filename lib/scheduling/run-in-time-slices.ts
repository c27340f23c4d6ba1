/** Work that can be interrupted: each `yield` is a place where something else may run. */
export type SlicedWork<Result> = Generator<undefined, Result, undefined>;

/** Below the 16 ms of a frame, so that scrolling and typing go on meanwhile. */
const SLICE_MS = 10;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/**
 * Does the work in slices and lets the page breathe between them.
 *
 * @throws the signal's reason when it was stopped
 */
export async function runInSlices<Result>(work: SlicedWork<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await pause();
    signal?.throwIfAborted();
  }
}

/** Does the work in one go: for small values and for tests. */
export function runAtOnce<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
