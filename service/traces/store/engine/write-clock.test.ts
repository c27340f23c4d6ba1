import { afterEach, expect, it, vi } from "vitest";
import { WriteClock } from "./write-clock";

const NOW_MS = Date.parse("2026-11-20T12:00:00.000Z");

afterEach(() => {
  vi.useRealTimers();
});

it("gives every time once, each later than those before, while the machine's clock stands still or steps back", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW_MS });
  const clock = new WriteClock();
  const times = [clock.next(), clock.next()];
  vi.setSystemTime(NOW_MS - 3_600_000);
  times.push(clock.next(), clock.next());
  clock.advancePast((NOW_MS + 5_000) * 1000);
  times.push(clock.next());
  vi.setSystemTime(NOW_MS + 60_000);
  times.push(clock.next());
  expect(times).toEqual([...new Set(times)].sort((left, right) => left - right));
  expect(times.at(-1)).toBe((NOW_MS + 60_000) * 1000);
});
