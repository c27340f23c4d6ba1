import { expect, it } from "vitest";
import type { DashboardPanel } from "@/lib/api/contract/app/dashboards";
import type { Measured } from "@/lib/api/contract/measures/measures";
import { panelsOf } from "@/lib/dashboard/edit-panels";
import { NO_USER_NAMES } from "@/lib/format/user-name";
import { answeredSpan, panelChanges } from "./panel-changes";
import { type PanelData, seriesOf, seriesTable, spansOf, windowLabel } from "./panel-series";
import { prepareHeat } from "./prepare-heat";
import { prepareBins, prepareGroups } from "./prepare-rows";

const point = (value: number | null, minute = 0, calls = value ?? 0) => ({
  start: new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString(),
  ...{ value, calls, low: null, high: null },
});

const group = (value: string | null, counts: readonly number[]) => ({
  value,
  total: point(counts.reduce((sum, count) => sum + count, 0)),
  points: counts.map((count, at) => point(count, at * 10)),
});

function dataOf(panel: Partial<DashboardPanel>, members: Partial<Measured> = {}): PanelData {
  const [made] = panelsOf([panel]);
  if (!made) throw new Error("There is no panel.");
  return {
    panel: made,
    measured: {
      ...{ window_seconds: 600, total: point(10), previous: null, points: [point(6, 0), point(4, 10)] },
      ...{ groups: [], group_count: 0, bins: null, ...members },
    },
    before: "2026-11-20T10:15:00.000Z",
    scope: { slug: "air", query: "op:chat", source: "all", areRootsOnly: false, range: { kind: "all" } },
    userNames: NO_USER_NAMES,
    nowMs: Date.UTC(2026, 10, 20, 12),
  };
}

it("ends the last window with the range, and keeps a missing value as a gap", () => {
  const data = dataOf({}, { points: [point(null, 0), point(4, 10)] });
  const spans = spansOf(data);
  expect(spans.map(({ endMs }) => new Date(endMs).toISOString().slice(14, 16))).toEqual(["10", "15"]);
  expect(seriesTable(spans, seriesOf(data)).rows.map(([, value]) => value)).toEqual([null, 4]);
});

it("draws what the shown groups leave of a sum as one more series, and links no group to it", () => {
  const groups = [group("search", [3, 1]), group(null, [1, 1])];
  const series = seriesOf(dataOf({ by: "op" }, { groups, group_count: 5 }));
  expect(series.map(({ label, values }) => [label, ...values])).toEqual([
    ["search", 3, 1],
    ["no op", 1, 1],
    ["3 more", 2, 2],
  ]);
  expect(seriesOf(dataOf({ by: "model" }, { groups, group_count: 5 }))).toHaveLength(2);
  expect(seriesOf(dataOf({ by: "op", figure: "threads" }, { groups, group_count: 5 }))).toHaveLength(2);
});

it("links a window of a group to its calls", () => {
  const data = dataOf({ by: "op" }, { groups: [group("search", [3, 1])], group_count: 1 });
  const [span] = spansOf(data);
  if (!span) throw new Error("There is no window.");
  const { href, tip } = windowLabel(data, span, seriesOf(data), 0);
  expect(decodeURIComponent(href)).toContain("q=op:chat+op:search");
  expect(tip.facts).toEqual([{ label: "Value", value: "3" }]);
});

it("darkens the windows of a heat map by their share of the most, and leaves those without a value blank", () => {
  const groups = [group("search", [8, 1, 0]), { ...group("chat", [4]), points: [point(4), point(null), point(2)] }];
  const { rows } = prepareHeat(
    dataOf({ kind: "heat", by: "op" }, { groups, group_count: 2, points: [0, 10, 20].map((at) => point(9, at)) }),
  );
  expect(rows.map(({ cells }) => cells.map(({ step }) => step))).toEqual([
    [7, 1, 0],
    [4, null, 2],
  ]);
  expect(decodeURIComponent(rows[0]?.cells[0]?.href ?? "")).toContain("op:search");
});

it("lists groups by their value, those without one last", () => {
  const groups = [
    { ...group("a", []), total: point(2, 0, 9) },
    { ...group("b", []), total: point(null, 0, 5) },
    { ...group("c", []), total: point(8, 0, 3) },
  ];
  const { rows, note } = prepareGroups(dataOf({ kind: "table", by: "op" }, { groups, group_count: 60 }));
  expect(rows.map(({ label, value, note: calls }) => [label, value, calls])).toEqual([
    ["c", "8", "3"],
    ["a", "2", "9"],
    ["b", "–", "5"],
  ]);
  expect(note).toBe("57 more with fewer calls");
});

it("names the bins of latencies and the labels of scores, with links to their calls", () => {
  const latencies = [
    { from: 20, to: 50, label: null, count: 3 },
    { from: 50, to: 100, label: null, count: 1 },
  ];
  const ofLatency = prepareBins(dataOf({ kind: "distribution", figure: "latency_p50" }, { bins: latencies }));
  expect(ofLatency.rows.map(({ label, note }) => [label, note])).toEqual([
    ["20 ms to 50 ms", "75%"],
    ["50 ms to 100 ms", "25%"],
  ]);
  expect(decodeURIComponent(ofLatency.rows[0]?.href ?? "")).toContain("latency:>=20ms+latency:<50ms");
  const scores = [
    { from: 0, to: 0.5, label: null, count: 1 },
    { from: 0.5, to: 1, label: null, count: 1 },
    { from: null, to: null, label: "true", count: 2 },
  ];
  const ofScore = prepareBins(dataOf({ kind: "distribution", figure: "score", score: "score.ok" }, { bins: scores }));
  const links = ofScore.rows.map(({ href }) => decodeURIComponent(href));
  expect(links[1]).toContain("score.ok:>=0.5+score.ok:<=1");
  expect(links[2]).toContain("score.ok:true");
});

it("puts deployments at their time in each chart, and asks for them in whole windows", () => {
  const data = dataOf({ kind: "lines" });
  const deployed = { id: "d", name: "v13", at: "2026-11-20T10:05:00Z", note: "", url: null, created_by: null };
  const [change] = panelChanges(data, { deployments: [deployed], releases: [] });
  // 5 of the 15 minutes that the chart shows.
  expect([change?.name, change?.place]).toEqual(["v13", 5 / 15]);
  expect(change?.href).toContain("q=op%3Achat");
  expect(panelChanges(data, null)).toEqual([]);
  const hour = { ...data.measured, window_seconds: 3600, points: [point(1, 0)] };
  const span = answeredSpan([data.measured, hour]);
  expect(span).toEqual({ startMs: Date.UTC(2026, 10, 20, 10), endMs: Date.UTC(2026, 10, 20, 11) });
  expect(answeredSpan([{ ...data.measured, points: [] }])).toBeNull();
});
