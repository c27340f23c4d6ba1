import { expect, it } from "vitest";
import { runInTimeSlices, runSynchronously, type TimeSlicedWork } from "./run-in-short-slices";

function* sumTo(most: number, onStep: (step: number) => void = () => undefined): TimeSlicedWork<number> {
  let sum = 0;
  for (let step = 1; step <= most; step += 1) {
    sum += step;
    onStep(step);
    yield;
  }
  return sum;
}

it("returns the same result as without slices", async () => {
  expect(runSynchronously(sumTo(1000))).toBe(500_500);
  expect(await runInTimeSlices(sumTo(1000), new AbortController().signal)).toBe(500_500);
});

it("lets other work continue in between", async () => {
  const order: string[] = [];
  const busy = (step: number) => {
    order.push(`step ${step}`);
    // Longer than a slice, so that the next step is in another one.
    const until = performance.now() + 20;
    while (performance.now() < until);
  };
  const other = new Promise<void>((resolve) => {
    setTimeout(() => {
      order.push("other");
      resolve();
    }, 0);
  });
  await Promise.all([runInTimeSlices(sumTo(5, busy), new AbortController().signal), other]);
  expect(order.indexOf("other")).toBeLessThan(order.length - 1);
});

it("stops at the next slice when it is aborted", async () => {
  const stop = new AbortController();
  const steps: number[] = [];
  const work = runInTimeSlices(
    sumTo(1_000_000_000, (step) => {
      steps.push(step);
      if (step === 3) stop.abort();
      if (steps.length > 3 && performance.now() < 0) throw new Error("never");
    }),
    stop.signal,
  );
  await expect(work).rejects.toThrow();
});
