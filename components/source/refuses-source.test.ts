import { expect, it } from "vitest";
import { refusesSource } from "./refuses-source";

it("recognizes a service of an earlier version by the field that it refuses", () => {
  const failure = { kind: "forbidden", message: "It is refused.", requestId: "r", operation: "calls.stats" } as const;
  expect(refusesSource({ ...failure, reason: "Field source is not allowed" })).toBe(true);
  expect(refusesSource({ ...failure, reason: "Field score.x is not allowed" })).toBe(false);
  expect([refusesSource(failure), refusesSource(null)]).toEqual([false, false]);
});
