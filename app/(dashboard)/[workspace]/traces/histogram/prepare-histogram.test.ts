import { describe, expect, it } from "vitest";
import { answerOf, figuresOf, HOUR_MS, latencyOf, START_MS, startOf } from "@/lib/chart/testing/example-answer";
import { histogramSummary, type Measure, prepareHistogram } from "./prepare-histogram";

const result = answerOf({
  totals: figuresOf({ call_count: 14, latency_ms: latencyOf(300, 4000, 9000) }),
  buckets: [
    {
      start: startOf(0),
      ...figuresOf({
        call_count: 10,
        error_count: 2,
        running_count: 1,
        latency_ms: latencyOf(1500, 3200, 9000),
        cost_usd: 0.75,
      }),
    },
    { start: startOf(1), ...figuresOf({ unpriced_tokens: 12_000 }) },
    {
      start: startOf(2),
      ...figuresOf({ call_count: 4, running_count: 4, latency_ms: latencyOf(200, 400, 800), cost_usd: 0.5 }),
    },
  ],
});

const open = { fromMs: START_MS + HOUR_MS, toMs: null };

function prepared(measure: Measure, brush: typeof open | null = null) {
  const histogram = prepareHistogram({ measure, result }, brush);
  if (!histogram) throw new Error("nothing was prepared");
  return histogram;
}

const sizes = (measure: Measure) => prepared(measure).bars.map(({ parts }) => parts.map(({ size }) => size));
const legend = (measure: Measure, brush: typeof open | null = null) =>
  prepared(measure, brush).legend.map(({ text }) => text);

describe("the bars", () => {
  it("are stacked by status and add up to the calls", () => {
    expect(sizes("calls")).toEqual([
      [7, 2, 1],
      [0, 0, 0],
      [0, 0, 4],
    ]);
    expect(legend("calls")).toEqual(["ok 7", "error 2", "running 5"]);
    expect(prepared("calls").y.domain).toEqual([0, 10]);
    expect(prepareHistogram({ measure: "calls", result: answerOf({ buckets: [] }) }, null)).toBeNull();
  });

  it("count the calls inside the brush, including an open end", () => {
    expect(prepared("calls", open).bars.map(({ isInBrush }) => isInBrush)).toEqual([false, true, true]);
    expect(legend("calls", open)).toEqual(["ok 0", "error 0", "running 4"]);
  });

  it("show the median and the p90 of latency, and nothing for an hour without finished calls", () => {
    expect(sizes("latency")).toEqual([[1500, 1700], [], [200, 200]]);
    expect(prepared("latency").bars[0]?.total).toBe(3200);
    expect(prepared("latency").y.ticks.map(({ label }) => label)).toEqual(["0", "2 s", "4 s"]);
    expect(prepared("latency").bars[0]?.facts).toContainEqual({ label: "p99", value: "9.00 s" });
  });

  it("name the latency of all calls, and none for a part of them, whose quantiles are unknown", () => {
    expect(legend("latency")).toEqual(["median 300 ms", "p90 4.00 s"]);
    expect(legend("latency", open)).toEqual(["median", "p90"]);
  });

  it("sum the known cost inside the brush, and say what has no price", () => {
    expect(sizes("cost")).toEqual([[0.75], [], [0.5]]);
    expect(legend("cost")).toEqual(["cost $1.25"]);
    expect(legend("cost", open)).toEqual(["cost $0.50"]);
    expect(prepared("cost").note).toBe("12,000 tokens without a price");
    expect(prepared("cost").y.ticks.map(({ label }) => label)).toEqual(["$0", "$0.50", "$1.00"]);
  });

  it.each<[Measure, string]>([
    ["calls", "Calls per 1 h: ok 7, error 2, running 5, at most 10 per bar."],
    ["latency", "Latency per 1 h: median 300 ms, p90 4.00 s, at most 3.20 s per bar."],
    ["cost", "Cost per 1 h: cost $1.25, at most $0.75 per bar; 12,000 tokens without a price."],
  ])("have a sentence for %s", (measure, sentence) => {
    expect(histogramSummary(prepared(measure))).toBe(sentence);
  });
});
