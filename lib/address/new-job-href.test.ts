// @vitest-environment jsdom
import { expect, test } from "vitest";
import { newJobHref, newJobOfReview, splitIds, takePickedIds, takeReviewedRewards } from "./new-job-href";

test("carries a few ids in the address, whatever characters they contain", () => {
  const ids = ["a,b", "50%", "%2C"];
  const search = new URL(newJobHref("ws", "threads", ids), "http://x").searchParams;
  expect(search.get("source")).toBe("threads");
  expect(splitIds(search.get("threads") ?? "")).toEqual(ids);
});

test("leaves many ids in the session", () => {
  const ids = Array.from({ length: 2_000 }, (_, index) => `call-${index}`);
  const search = new URL(newJobHref("ws", "calls", ids), "http://x").searchParams;
  expect(search.get("source")).toBe("traces");
  expect(search.get("picked")).toMatch(/^calls-/);
  expect(takePickedIds(search.get("picked") ?? "")).toEqual(ids);
  expect(takePickedIds("gone")).toEqual([]);
});

test("leaves the rewards of a review in the session", () => {
  const rewards = { threads: { "thr,1": 1 }, traces: { "trace-1": 0.5 } };
  const search = new URL(newJobOfReview("ws", rewards), "http://x").searchParams;
  expect(takeReviewedRewards(search.get("picked") ?? "")).toEqual(rewards);
  expect(takeReviewedRewards("review-gone")).toBeNull();
  expect(takeReviewedRewards("calls-1")).toBeNull();
});
