import { describe, expect, it } from "vitest";
import { answerOf, figuresOf, latencyOf, startOf } from "@/lib/chart/testing/example-answer";
import { deltaText, figureParts, periodDelta } from "@/lib/format/period-delta";
import { prepareFigures } from "./prepare-overview-figures";

const figure = (result: ReturnType<typeof answerOf>, id: string) => {
  const found = prepareFigures(result).find((candidate) => candidate.id === id);
  if (!found) throw new Error(`No figure ${id}`);
  return found;
};

describe("the seven figures", () => {
  const totals = figuresOf({
    call_count: 1000,
    error_count: 13,
    latency_ms: latencyOf(1240, 5000, 14_812.4),
    usage: { ...figuresOf().usage, total_tokens: 182_400_000 },
    cost_usd: 412.87,
    unpriced_tokens: 12_400,
    storage_bytes: { inputs: 0, output: 0, attributes: 0, summary: 0, total: 3_420_000_000 },
  });
  const previous = figuresOf({
    call_count: 800,
    error_count: 8,
    latency_ms: latencyOf(1320, 5000, 12_000),
    usage: { ...figuresOf().usage, total_tokens: 182_400_000 },
    cost_usd: 430,
    storage_bytes: { inputs: 0, output: 0, attributes: 0, summary: 0, total: 3_274_000_000 },
  });
  const result = answerOf({ totals, previous });

  it("have units", () => {
    expect(prepareFigures(result).map(({ label, text }) => `${label} ${text}`)).toEqual([
      "Calls 1,000",
      "Error rate 1.30%",
      "p50 latency 1.24 s",
      "p99 latency 14.8 s",
      "Tokens 182.4M",
      "Cost $412.87",
      "Storage 3.42 GB",
    ]);
  });

  it("show their change, colored only when more is clearly better or worse", () => {
    expect(prepareFigures(result).map(({ delta }) => [deltaText(delta), delta?.tone])).toEqual([
      ["up 25%", "plain"],
      ["up 0.30 pp", "worse"],
      ["down 6.1%", "better"],
      ["up 23%", "worse"],
      ["no change", "plain"],
      ["down 4.0%", "better"],
      ["up 146.0 MB", "plain"],
    ]);
  });

  it("mention tokens without a price, and link to their calls", () => {
    expect(figure(result, "cost").note).toBe("12.4k tokens have no price");
    expect(figure(result, "errors").choice).toEqual({ terms: ["status:error"] });
    expect(figure(result, "p99").choice.terms).toEqual(["latency:>=14812ms"]);
  });

  it("have gaps in their trend when nothing was measured, and zero for counts", () => {
    const buckets = [
      { start: startOf(0), ...figuresOf({ call_count: 4, error_count: 1, latency_ms: latencyOf(1, 2, 3) }) },
      { start: startOf(1), ...figuresOf() },
    ];
    const with2 = answerOf({ buckets });
    expect(figure(with2, "calls").points.map(({ value }) => value)).toEqual([4, 0]);
    expect(figure(with2, "errors").points.map(({ value }) => value)).toEqual([0.25, null]);
    expect(figure(with2, "p50").points.map(({ value }) => value)).toEqual([1, null]);
  });

  it("that are missing are a dash and never zero", () => {
    const nothing = prepareFigures(answerOf({ previous }));
    expect(nothing.map(({ text }) => text)).toEqual(["0", "–", "–", "–", "–", "–", "0 B"]);
    expect(nothing.find(({ id }) => id === "cost")?.delta).toBeNull();
  });
});

describe("a difference", () => {
  const relative = { difference: "relative", worse: null } as const;

  it("from zero is null, since there is no share of zero", () => {
    expect(periodDelta(relative, 5, 0)).toEqual({ direction: "new", text: "new", tone: "plain" });
    expect(periodDelta(relative, 0, 0)?.text).toBe("no change");
    expect(periodDelta(relative, null, 5)).toBeNull();
    expect(periodDelta(relative, 0, 5)).toEqual({ direction: "down", text: "100%", tone: "plain" });
  });

  it("of ten times and more are a factor", () => {
    expect(periodDelta(relative, 99, 10)).toMatchObject({ direction: "up", text: "890%" });
    expect(periodDelta(relative, 100, 10)).toMatchObject({ direction: "up", text: "×10" });
    expect(periodDelta(relative, 13_238, 10)).toMatchObject({ direction: "up", text: "×1,324" });
    expect(deltaText(periodDelta(relative, 13_238, 10))).toBe("up ×1,324");
    expect(deltaText(periodDelta(relative, 5, 0))).toBe("new");
  });

  it("too small to be shown is no change", () => {
    expect(periodDelta(relative, 100_001, 100_000)?.text).toBe("no change");
    const points = { difference: (value: number) => `${(value * 100).toFixed(2)} pp`, worse: "more" } as const;
    expect(periodDelta(points, 0.010_01, 0.01)).toEqual({ direction: "same", text: "no change", tone: "plain" });
  });
});

describe("a figure and its unit", () => {
  it("are separated when there is one unit", () => {
    expect(figureParts("1.32%")).toEqual({ value: "1.32", unit: "%" });
    expect(figureParts("182.4M")).toEqual({ value: "182.4", unit: "M" });
    expect(figureParts("3.42 GB")).toEqual({ value: "3.42", unit: "GB" });
    expect(figureParts("1 m 25 s")).toEqual({ value: "1 m 25 s", unit: "" });
    expect(figureParts("$7,411")).toEqual({ value: "$7,411", unit: "" });
    expect(figureParts("–")).toEqual({ value: "–", unit: "" });
  });
});
