import { expect, it } from "vitest";
import { changedLimits } from "./changed-limits";

it("replaces the limits that are given, and keeps the others", () => {
  const limits = { concurrency: 8, retries: 2, max_cost_usd: 1 };
  expect(changedLimits(limits, { concurrency: 4, max_cost_usd: null })).toEqual({ ...limits, concurrency: 4 });
  expect(changedLimits(limits, { retries: 0 })).toEqual({ ...limits, retries: 0 });
  expect(limits.concurrency).toBe(8);
});
