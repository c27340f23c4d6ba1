import { expect, test } from "vitest";
import { forkModelName, freshModelName } from "./model-name";

const NOW = Date.UTC(2026, 10, 29);

test("names of forks say the step, keep it when they are copied, and stay within the limit", () => {
  const fork = forkModelName(freshModelName("sums", NOW), 10, NOW);
  expect(fork).toMatch(/^sums-step10-[0-9a-z]{6}$/);
  expect(freshModelName(fork, NOW + 60_000)).toMatch(/^sums-step10-[0-9a-z]{6}$/);
  expect(freshModelName(fork, NOW + 60_000)).not.toBe(fork);
  expect(forkModelName("weft-router", 2, NOW)).toMatch(/^weft-router-step2-/);
  expect(forkModelName("m".repeat(128), 2 ** 31, NOW).length).toBeLessThanOrEqual(128);
});
