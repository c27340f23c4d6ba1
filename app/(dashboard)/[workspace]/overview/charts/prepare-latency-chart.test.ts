import { describe, expect, it } from "vitest";
import type { TracesScope } from "@/lib/address/traces-href";
import { answerOf, figuresOf, HOUR_MS, latencyOf, START_MS, startOf } from "@/lib/chart/testing/example-answer";
import { PREVIOUS_KEY, prepareLatencyChart } from "./prepare-latency-chart";

const scope: TracesScope = { slug: "s", query: "", source: "production", areRootsOnly: true, range: { kind: "all" } };
const bucket = (hour: number, p99: number | null) => ({
  start: startOf(hour),
  ...figuresOf(p99 === null ? {} : { call_count: 2, latency_ms: latencyOf(100, 200, p99) }),
});
const totals = figuresOf({ call_count: 4, latency_ms: latencyOf(100, 200, 14_800) });
const result = answerOf({
  totals,
  buckets: [bucket(0, 1000), bucket(1, null), bucket(2, 2000)],
  previous: totals,
  previous_buckets: [bucket(-3, 900), bucket(-2, 950), bucket(-1, null)],
});

describe("the chart of latency", () => {
  const chart = prepareLatencyChart(result, scope, START_MS);

  it("has a gap when no call ended, and points in the middle of their buckets", () => {
    expect(chart.lines.find(({ key }) => key === "p99")?.points).toEqual([
      { timeMs: START_MS + HOUR_MS / 2, value: 1000 },
      { timeMs: START_MS + 1.5 * HOUR_MS, value: null },
      { timeMs: START_MS + 2.5 * HOUR_MS, value: 2000 },
    ]);
  });

  it("aligns the p99 of the previous range by its beginning, dotted", () => {
    const before = chart.lines.find(({ key }) => key === PREVIOUS_KEY);
    expect(before?.isDotted).toBe(true);
    expect(before?.points.map(({ value }) => value)).toEqual([900, 950, null]);
    expect(before?.points[0]?.timeMs).toBe(START_MS + HOUR_MS / 2);
    expect(prepareLatencyChart({ ...result, previous_buckets: null }, scope, START_MS).lines).toHaveLength(3);
  });

  it("ends now, where the last bucket goes on", () => {
    const nowMs = START_MS + 2.25 * HOUR_MS;
    const { bands } = prepareLatencyChart(result, scope, nowMs);
    expect(bands.map(({ endMs }) => endMs)).toEqual([START_MS + HOUR_MS, START_MS + 2 * HOUR_MS, nowMs]);
  });

  it("links each bucket to its calls, slowest first", () => {
    const search = new URL(chart.bands[2]?.href ?? "", "http://h").searchParams;
    expect(search.get("from")).toBe(startOf(2));
    expect(search.get("sort")).toBe("-summary.weave.latency_ms");
    expect(search.get("grain")).toBeNull();
    expect(chart.bands[1]?.tip.facts.map(({ value }) => value)).toEqual(["0", "–", "–", "–", "950 ms"]);
  });

  it("has a text summary", () => {
    expect(chart.summary).toContain("p50 is 100 ms, p90 200 ms, p99 14.8 s");
    expect(prepareLatencyChart(answerOf(), scope, START_MS).summary).toBe("No call finished in this range.");
  });
});
