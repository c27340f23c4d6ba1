import { expect, it } from "vitest";
import { watchSettings } from "@/lib/api/contract/watches/watches";
import { preparePreview } from "./prepare-preview";

const settings = watchSettings.parse({
  name: "Errors",
  measure: { figure: "error_share", window_seconds: 300 },
  condition: { kind: "above", level: 0.1, resolve_level: 0.05 },
});
const FROM = Date.parse("2026-11-20T10:00:00Z");
const at = (window: number) => new Date(FROM + window * 300_000).toISOString();
const SCOPE = { slug: "ws", query: "op:answer", source: "all", areRootsOnly: true, range: { kind: "all" } } as const;

const group = {
  value: null,
  points: Array.from({ length: 200 }, (_, index) => ({
    ...{ start: at(index), value: index === 0 ? null : index / 1000, low: null, high: null, calls: 10 },
  })),
  states: [{ state: "firing" as const, from: at(100), to: at(150) }],
};
const preview = {
  ...{ after: at(0), before: at(200), groups: [group], group_count: 1 },
  ...{ firing_count: 1, few_calls_windows: 0, window_count: 200 },
};
const chart = preparePreview(preview, group, settings, SCOPE, FROM);

it("lays the level and the resolve level over the measure, and leaves a missing value out", () => {
  expect(chart.lines.map(({ key }) => key)).toEqual(["value", "above", "resolves"]);
  expect(chart.lines[0]?.points[0]?.value).toBeNull();
  expect(chart.yAxis.domain[1]).toBeGreaterThanOrEqual(0.199);
});

it("covers the range with few spans that lead to their calls", () => {
  expect(chart.bands.length).toBeLessThanOrEqual(96);
  expect([chart.bands[0]?.startMs, chart.bands.at(-1)?.endMs]).toEqual([FROM, FROM + 200 * 300_000]);
  expect(chart.bands[0]?.href).toContain("/ws/traces?q=op%3Aanswer");
});

it("places what would have fired, and says it in the table", () => {
  expect(chart.stretches).toEqual([{ state: "firing", from: 0.5, width: 0.25 }]);
  expect(chart.table.rows.filter((row) => row[3] === "firing")).toHaveLength(50);
});
