import { expect, it } from "vitest";
import { quietUntil } from "./quiet-time";

const at = (time: string) => Date.parse(`2026-11-20T${time}:30Z`);
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

it("ends in the zone of the rule, over midnight too", () => {
  const night = { from: "22:00", to: "07:00", time_zone: "Europe/Berlin" };
  expect(iso(quietUntil(at("20:59"), night))).toBeNull();
  expect(iso(quietUntil(at("21:00"), night))).toBe("2026-11-21T06:00:00.000Z");
  expect(iso(quietUntil(at("05:59"), night))).toBe("2026-11-20T06:00:00.000Z");
  expect(iso(quietUntil(at("06:00"), night))).toBeNull();
});

it("is never without hours", () => {
  expect(quietUntil(at("12:00"), null)).toBeNull();
});
