import { describe, expect, it } from "vitest";
import { callsFigures } from "@/lib/api/contract/calls/call-stats";
import { answerOf, figuresOf, HOUR_MS, START_MS, startOf } from "@/lib/chart/testing/example-answer";
import { brushBetween, brushedTime, brushParams, histogramBody, moveEdge } from "./prepare-brush";
import { prepareHistogram } from "./prepare-histogram";

const NOW = START_MS + 3 * HOUR_MS;
const day = { kind: "relative", text: "24h", durationMs: 24 * HOUR_MS } as const;
const absolute = (fromMs: number | null, toMs: number | null) => ({ kind: "absolute", fromMs, toMs }) as const;

const result = answerOf({
  buckets: [
    { start: startOf(0), ...figuresOf({ call_count: 10, error_count: 2, running_count: 1 }) },
    { start: startOf(1), ...figuresOf() },
    { start: startOf(2), ...figuresOf({ call_count: 4, running_count: 4 }) },
  ],
});
const histogram = prepareHistogram({ measure: "calls", result }, null);
if (!histogram) throw new Error("nothing was prepared");

describe("the range of the histogram", () => {
  it("is the selected range while nothing is brushed", () => {
    expect(brushedTime(day, "24h", NOW)).toEqual({ fullRange: day, brush: null });
    expect(brushedTime({ kind: "all" }, "all", NOW)).toEqual({ fullRange: { kind: "all" }, brush: null });
  });

  it("stays complete while a part of it is selected, even after it moved a little", () => {
    const part = absolute(NOW - 2 * HOUR_MS, NOW - HOUR_MS);
    expect(brushedTime(part, "24h", NOW)).toEqual({
      fullRange: day,
      brush: { fromMs: NOW - 2 * HOUR_MS, toMs: NOW - HOUR_MS },
    });
    expect(brushedTime(absolute(NOW - 24.5 * HOUR_MS, null), null, NOW).fullRange).toEqual(day);
    expect(brushedTime(absolute(0, 1), "all", NOW)).toEqual({
      fullRange: { kind: "all" },
      brush: { fromMs: 0, toMs: 1 },
    });
  });

  it("is a separate range when it lies outside the relative range or has no start", () => {
    for (const own of [absolute(NOW - 48 * HOUR_MS, NOW), absolute(null, NOW)]) {
      expect(brushedTime(own, "24h", NOW)).toEqual({ fullRange: own, brush: null });
    }
  });

  it("is requested completely, with the filter of the list", () => {
    const body = histogramBody({ projectId: "e/p", query: "op:chat", areRootsOnly: true, fullRange: day }, NOW);
    expect(callsFigures.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({
      after: new Date(NOW - 24 * HOUR_MS).toISOString(),
      before: new Date(NOW).toISOString(),
    });
    expect(body.filter).toMatchObject({ trace_roots_only: true });
  });
});

describe("the brush", () => {
  const from = (hour: number) => START_MS + hour * HOUR_MS;

  it("selects whole buckets, and is null when it covers all of them", () => {
    expect(brushBetween(histogram, from(0.2), from(1.1), false)).toEqual({ fromMs: from(0), toMs: from(2) });
    expect(brushBetween(histogram, from(1.5), from(1.5), false)).toEqual({ fromMs: from(1), toMs: from(2) });
    expect(brushBetween(histogram, from(0), from(3), false)).toBeNull();
    expect(brushBetween(histogram, from(9), from(10), false)).toBeNull();
  });

  it("stays open at the end of a live range", () => {
    expect(brushBetween(histogram, from(1.5), from(2.5), true)).toEqual({ fromMs: from(1), toMs: null });
    expect(brushBetween(histogram, from(1.5), from(2.5), false)).toEqual({ fromMs: from(1), toMs: from(3) });
  });

  it("moves by its edges, bucket by bucket, and never inverts", () => {
    const started = moveEdge(histogram, null, "start", 1, true);
    expect(started).toEqual({ fromMs: from(1), toMs: null });
    const ended = moveEdge(histogram, started, "end", -1, true);
    expect(ended).toEqual({ fromMs: from(1), toMs: from(2) });
    expect(moveEdge(histogram, ended, "end", -5, true)).toEqual({ fromMs: from(1), toMs: from(2) });
    expect(moveEdge(histogram, ended, "start", 5, true)).toEqual({ fromMs: from(1), toMs: from(2) });
    expect(moveEdge(histogram, started, "start", -1, true)).toBeNull();
  });

  it("is written so that the list ends before the next bucket begins", () => {
    expect(brushParams({ fromMs: from(0), toMs: from(1) })).toEqual({
      from: "2026-11-20T10:00:00.000Z",
      to: "2026-11-20T10:59:59.999Z",
    });
    expect(brushParams({ fromMs: from(0), toMs: null }).to).toBeNull();
    expect(brushParams(null)).toEqual({ from: null, to: null });
  });
});
