import { describe, expect, it } from "vitest";
import { makeSkeleton } from "@/lib/trace/skeleton/testing/make-skeleton";
import { minimapMarks } from "./minimap-marks";

describe("the minimap of a trace", () => {
  it("shows every call of a small trace, errors over leaves over parents", () => {
    const trace = makeSkeleton([{ id: "bad", status: "error" }, { id: "root" }, { id: "leaf", parent: "root" }]);
    expect(minimapMarks(trace, 48, 3).map(({ row }) => row)).toEqual([1, 2, 0]);
  });

  it("samples a large trace, and keeps its few errors", () => {
    const calls = Array.from({ length: 20_000 }, (_, at) => ({
      id: `c${at}`,
      ...(at % 4999 === 1 ? { status: "error" as const } : {}),
    }));
    const marks = minimapMarks(makeSkeleton(calls), 48, 20_000);
    expect(marks.length).toBeLessThanOrEqual(48 * 24 + 5);
    expect(marks.filter(({ isError }) => isError).map(({ row }) => row)).toEqual([1, 5000, 9999, 14_998, 19_997]);
  });

  it("is empty without calls", () => {
    expect(minimapMarks(makeSkeleton([]), 48, 0)).toEqual([]);
  });
});
