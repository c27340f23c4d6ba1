/** Longest stretch in milliseconds without a pause: a frame has 16, and the page needs its part. */
const SLICE_MS = 8;

/** Work that can pause at each of its yields, and its result. */
export type TimeSlicedWork<Result> = Generator<undefined, Result, undefined>;

/**
 * Does work in short stretches, so that the page stays responsive in between.
 *
 * @throws AbortError when it is stopped; the work does not restart
 */
export async function runInTimeSlices<Result>(steps: TimeSlicedWork<Result>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    signal.throwIfAborted();
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      const step = steps.next();
      if (step.done) return step.value;
    }
    await yieldToEventLoop();
  }
}

/** Does the same without pauses, when nothing else waits. */
export function runSynchronously<Result>(steps: TimeSlicedWork<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Lets pending work of the browser run first. Uses a message instead of a timer, which browsers delay. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
