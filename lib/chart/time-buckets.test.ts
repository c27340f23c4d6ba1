import { describe, expect, it } from "vitest";
import { answerOf, figuresOf } from "@/lib/chart/testing/example-answer";
import { snapZoom } from "./bucket-zoom";
import { bucketName, bucketSpans, countedRange, countedSpans, spanName } from "./time-buckets";

const at = (time: string) => Date.parse(`${time}Z`);
const span = (start: string, end: string) => spanName({ startMs: at(start), endMs: at(end) }, at("2026-11-20T15:00"));

describe("buckets in words", () => {
  it("are named by their largest whole unit", () => {
    expect([1, 30, 900, 3600, 7200, 5400, 86_400, 172_800, 604_800].map(bucketName)).toEqual([
      "1 s",
      "30 s",
      "15 min",
      "1 h",
      "2 h",
      "90 min",
      "day",
      "2 days",
      "week",
    ]);
  });

  it("show the day unless it is today, and the year unless it is this one", () => {
    expect(span("2026-11-20T11:15", "2026-11-20T11:30")).toBe("11:15 to 11:30");
    expect(span("2026-11-19T23:45", "2026-11-20T00:00")).toBe("19 Nov 23:45 to 00:00");
    expect(span("2024-05-15T15:00", "2024-05-15T16:00")).toBe("15 May 2024 15:00 to 16:00");
    expect(span("2026-11-20T11:15:30", "2026-11-20T11:16:00")).toBe("11:15:30 to 11:16:00");
    expect(span("2026-11-19T00:00", "2026-11-20T00:00")).toBe("19 Nov");
    expect(span("2026-11-02T00:00", "2026-11-09T00:00")).toBe("2 Nov to 8 Nov");
  });

  it("name the range that was counted", () => {
    expect(countedRange({ after: "2026-11-19T14:32:05Z", before: "2026-11-20T14:32:05Z" })).toBe(
      "19 Nov 14:32 to 20 Nov 14:32 UTC",
    );
    expect(countedRange({ after: "2025-12-31T10:00:00Z", before: "2026-01-01T10:00:00Z" })).toBe(
      "31 Dec 2025 10:00 to 1 Jan 2026 10:00 UTC",
    );
    expect(countedRange({ after: null, before: null })).toBeUndefined();
  });
});

describe("a drag over the time axis", () => {
  const buckets = ["2026-11-20T10:00", "2026-11-20T11:00", "2026-11-20T12:00"].map((start) => ({ start: `${start}Z` }));
  const result = answerOf({
    after: "2026-11-20T10:20:00Z",
    before: "2026-11-20T12:40:00Z",
    buckets: buckets.map(({ start }) => ({ ...figuresOf(), start })),
  });

  it("selects the whole buckets that it touched", () => {
    expect(bucketSpans(result).at(-1)?.endMs).toBe(at("2026-11-20T13:00"));
    expect(snapZoom({ fromMs: at("2026-11-20T11:10"), toMs: at("2026-11-20T12:05") }, result)).toEqual({
      from: "2026-11-20T11:00:00.000Z",
      to: "2026-11-20T12:40:00.000Z",
    });
  });

  it("counts only the part of the outer buckets inside the range", () => {
    const [first, , last] = countedSpans(result);
    expect([first?.startMs, last?.endMs]).toEqual([at("2026-11-20T10:20"), at("2026-11-20T12:40")]);
  });
});
