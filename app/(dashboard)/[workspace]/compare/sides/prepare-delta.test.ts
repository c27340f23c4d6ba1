import { expect, test } from "vitest";
import { formatDuration } from "@/lib/format/duration";
import { sideDelta } from "./prepare-delta";

test.each([
  [3800, 0, "+3.80 s", null],
  [3100, 3420, "−320 ms", "−9%"],
  [100, 100, "0 ms", "0%"],
  [0, 0, "0 ms", "0%"],
  [2500, 100, "+2.40 s", "25×"],
  [100.2, 100, "+<1 ms", "0%"],
])("shows how %d differs from %d", (value, base, text, share) => {
  const delta = sideDelta(value, base, formatDuration);
  expect(delta?.text).toBe(text);
  expect(delta?.share).toBe(share);
});

test("has no difference when a figure is missing", () => {
  expect(sideDelta(null, 3, String)).toBeNull();
  expect(sideDelta(3, null, String)).toBeNull();
});
