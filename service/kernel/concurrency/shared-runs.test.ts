import { expect, test } from "vitest";
import { SharedRuns } from "./shared-runs";

/** A task whose runs end when the test says so. */
function heldTask() {
  const ends: { readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
  const runs = new SharedRuns(() => new Promise<void>((end, fail) => ends.push({ end, fail })));
  return { runs, ends };
}

test("later callers do not share a run that has already begun; one more run serves all of them", async () => {
  const { runs, ends } = heldTask();
  const first = runs.run();
  const later = [runs.run(), runs.run()];
  expect(ends).toHaveLength(1);
  ends[0]?.end();
  await first;
  await expect.poll(() => ends.length).toBe(2);
  const last = runs.run();
  ends[1]?.end();
  await Promise.all(later);
  await expect.poll(() => ends.length).toBe(3);
  ends[2]?.end();
  await last;
});

test("a failure rejects the callers of that run only", async () => {
  const { runs, ends } = heldTask();
  const first = runs.run();
  const second = runs.run();
  ends[0]?.fail(new Error("no answer"));
  await expect(first).rejects.toThrow("no answer");
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.end();
  await second;
});
