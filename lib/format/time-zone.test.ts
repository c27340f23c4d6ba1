// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => vi.resetModules());
afterEach(() => window.localStorage.clear());

it("writes times in the zone that was stored before the page was loaded", async () => {
  const first = await import("./time-zone");
  expect(first.timeZone()).toBe("utc");
  first.storeTimeZone("local");
  expect(first.timeZone()).toBe("utc");
  vi.resetModules();
  expect((await import("./time-zone")).timeZone()).toBe("local");
});

it("lets buckets of days begin at midnight in the chosen zone", async () => {
  const { bucketZone, writeTimesIn } = await import("./time-zone");
  expect(bucketZone()).toEqual({});
  writeTimesIn("local");
  expect(bucketZone()).toEqual({ time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
});

it("falls back to UTC for a choice that it does not know", async () => {
  window.localStorage.setItem("heddle-time-zone", "mars");
  expect((await import("./time-zone")).timeZone()).toBe("utc");
});
