import { describe, expect, it } from "vitest";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import { moneyAxis, prepareSpendChart, spendChartBody, spendMarkText } from "./prepare-spend-chart";

const starts = ["2024-11-20T10:00:00Z", "2024-11-20T11:00:00Z"] as const;

/** A model with its cost in each hour. */
const model = (value: string | null, ...costs: readonly (number | null)[]) => ({
  value,
  cost_usd: costs.reduce<number | null>((total, cost) => (cost === null ? total : (total ?? 0) + cost), null),
  buckets: costs.map((cost_usd, index) => ({ start: starts[index], cost_usd })),
});

const resultOf = (values: readonly object[], other: object | null = null) =>
  ({
    after: starts[0],
    before: "2024-11-20T12:00:00Z",
    bucket_seconds: 3600,
    buckets: starts.map((start) => ({ start })),
    groups: [{ by: "model", value_count: values.length, values, other }],
  }) as unknown as CallsFiguresResult;

const scope = { slug: "w", query: "", source: "production", areRootsOnly: false, range: { kind: "all" } } as const;
const nowMs = Date.parse("2024-11-20T12:00:00Z");

describe("spend over time", () => {
  it("requests the cost of each model in the buckets of the range", () => {
    const body = spendChartBody(
      { projectId: "e/p", range: { kind: "relative", text: "1h", durationMs: 3_600_000 }, source: "all" },
      nowMs,
    );
    expect(body).toMatchObject({
      project_id: "e/p",
      after: "2024-11-20T11:00:00.000Z",
      groups: [{ by: "model", with_buckets: true }],
    });
    expect(body).not.toHaveProperty("bucket_seconds");
  });

  it("stacks models by their cost, and leaves out those without a price", () => {
    const chart = prepareSpendChart(
      resultOf([model("cheap", 0.5, 0.25), model("unpriced", null, null), model("big", 2, 4)]),
    );
    expect(chart.series.map(({ label, counts }) => [label, counts])).toEqual([
      ["big", [2, 4]],
      ["cheap", [0.5, 0.25]],
    ]);
    expect(chart.table).toEqual({
      head: ["Start", "big", "cheap"],
      rows: [
        ["2024-11-20T10:00:00.000Z", 2, 0.5],
        ["2024-11-20T11:00:00.000Z", 4, 0.25],
      ],
    });
    expect(chart.summary).toContain("big $6.00, cheap $0.75");
  });

  it("combines all models except the six most expensive with the rest that the service returns", () => {
    const values = Array.from({ length: 8 }, (_, index) => model(`m${index}`, index + 1));
    const chart = prepareSpendChart(resultOf(values, model(null, 10)));
    expect(chart.series.map(({ label }) => label)).toEqual(["m7", "m6", "m5", "m4", "m3", "m2", "other"]);
    expect(chart.series.at(-1)?.counts).toEqual([1 + 2 + 10, 0]);
    expect(spendMarkText(chart, { column: 0, key: "other" }, scope, nowMs).href).toContain("-model");
  });

  it("keeps the color of a model from one response to the next", () => {
    const before = prepareSpendChart(resultOf([model("a", 2), model("b", 1)]));
    const after = prepareSpendChart(resultOf([model("a", 1), model("b", 2)]), before.order);
    const colorOf = (chart: typeof after, label: string) => chart.series.find((entry) => entry.label === label)?.color;
    expect([colorOf(after, "a"), colorOf(after, "b")]).toEqual([colorOf(before, "a"), colorOf(before, "b")]);
  });

  it("names a segment and links to its calls", () => {
    const chart = prepareSpendChart(resultOf([model("big", 3), model("small", 1)]));
    const { tip, href } = spendMarkText(chart, { column: 0, key: "value big" }, scope, nowMs);
    expect(tip).toMatchObject({
      title: "big",
      facts: [
        { label: "Spend", value: "$3.00" },
        { label: "Share", value: "75%" },
      ],
    });
    expect(new URLSearchParams(href.split("?")[1]).get("q")).toBe("model:big");
  });

  it("has no series if nothing has a price", () => {
    expect(prepareSpendChart(resultOf([model("unpriced", null)])).series).toEqual([]);
    expect(prepareSpendChart({ ...resultOf([]), groups: [] }).series).toEqual([]);
  });
});

it("labels small amounts of money on the axis", () => {
  expect(moneyAxis(0.0031).ticks.map(({ label }) => label)).toEqual(["$0", "$0.001", "$0.002", "$0.003", "$0.004"]);
});
