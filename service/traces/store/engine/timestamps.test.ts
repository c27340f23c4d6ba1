import { describe, expect, it } from "vitest";
import { millisecondsBetween, toEngineTime, toWireTime } from "./timestamps";

describe("times", () => {
  it.each([
    ["2025-01-02T03:04:05.123456Z", "2025-01-02 03:04:05.123456"],
    ["2025-01-02T03:04:05.123456789+00:00", "2025-01-02 03:04:05.123456"],
    ["2025-01-02T05:34:05.1+02:30", "2025-01-02 03:04:05.100000"],
    ["2025-01-02T03:04:05-0100", "2025-01-02 04:04:05.000000"],
    ["2025-01-02 03:04", "2025-01-02 03:04:00.000000"],
    ["2025-01-02", "2025-01-02 00:00:00.000000"],
    ["1960-05-06T07:08:09.000001Z", "1960-05-06 07:08:09.000001"],
    [1735787045.123456, "2025-01-02 03:04:05.123456"],
    [1735787045123, "2025-01-02 03:04:05.123000"],
    [0, "1970-01-01 00:00:00.000000"],
  ])("reads %s to the microsecond", (time, expected) => {
    expect(toEngineTime(time)).toBe(expected);
  });

  it.each([
    "",
    "soon",
    "call 5",
    "2025-02-30",
    "2025-13-01T00:00:00Z",
    "1899-12-31T00:00:00Z",
    "2300-01-01T00:00:00Z",
    Number.NaN,
    1e20,
  ])("refuses %s", (time) => {
    expect(toEngineTime(time)).toBeNull();
  });

  it("writes microseconds only when they are not zero", () => {
    expect(toWireTime("2025-01-02 03:04:05.120000")).toBe("2025-01-02T03:04:05.120000Z");
    expect(toWireTime("2025-01-02 03:04:05.000000")).toBe("2025-01-02T03:04:05Z");
  });

  it("counts whole milliseconds", () => {
    expect(millisecondsBetween("2025-01-02 03:04:05.999999", "2025-01-02 03:04:07.000998")).toBe(1000);
    expect(millisecondsBetween("2025-01-02 03:04:05.000000", "2025-01-02 03:04:04.000000")).toBe(-1000);
  });
});
