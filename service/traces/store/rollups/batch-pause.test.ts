import { expect, it } from "vitest";
import { pauseAfterBatch, pauseBeforeFirst } from "./batch-pause";

it.each([
  ["looks again soon after a batch that took no time", 1, 10, 3_000],
  ["spends at most 2 % of the time on batches of few calls", 200, 10, 10_000],
  ["never waits longer than half a minute", 5_000, 10, 30_000],
  ["looks again soon while many calls come", 5_000, 50_000, 3_000],
])("%s", (_title, batchMs, calls, pauseMs) => {
  expect(pauseAfterBatch(batchMs, calls)).toBe(pauseMs);
});

it.each([
  ["waits with the few calls that a start finds", 10, true, 30_000],
  ["begins with many at once", 50_000, true, 0],
  ["begins with one of several batches at once", 2, false, 0],
])("%s", (_title, calls, isLast, pauseMs) => {
  expect(pauseBeforeFirst({ calls, isLast })).toBe(pauseMs);
});
