import { expect, it } from "vitest";
import { pauseAfterBatch } from "./batch-pause";

it.each([
  ["looks again soon after a batch that took no time", 1, 3_000],
  ["spends at most 2 % of the time on batches", 200, 10_000],
  ["never waits longer than half a minute", 5_000, 30_000],
])("%s", (_title, batchMs, pauseMs) => {
  expect(pauseAfterBatch(batchMs)).toBe(pauseMs);
});
