import { expect, it } from "vitest";
import { pauseAfterBatch } from "./batch-pause";

it.each([
  ["looks again soon after a batch that took no time", 1, 10, 3_000],
  ["spends at most 2 % of the time on batches of few calls", 200, 10, 10_000],
  ["never waits longer than half a minute", 5_000, 10, 30_000],
  ["looks again soon while many calls come", 5_000, 50_000, 3_000],
])("%s", (_title, batchMs, calls, pauseMs) => {
  expect(pauseAfterBatch(batchMs, calls)).toBe(pauseMs);
});
