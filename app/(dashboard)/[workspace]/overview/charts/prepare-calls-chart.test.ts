import { describe, expect, it } from "vitest";
import type { TracesScope } from "@/lib/address/traces-href";
import { groupingOf } from "@/lib/calls/grouping";
import { stackColumns } from "@/lib/chart/stacks";
import { answerOf, bucketsOf, figuresOf, groupValueOf, START_MS } from "@/lib/chart/testing/example-answer";
import { ERRORS_KEY, errorColumns, prepareCallsChart, segmentText } from "./prepare-calls-chart";

const op = groupingOf("op");
const values = [
  groupValueOf("chat", [
    [10, 2],
    [0, 0],
    [5, 0],
  ]),
  groupValueOf("turn", [
    [3, 3],
    [0, 0],
    [1, 0],
  ]),
];
const other = {
  ...figuresOf(),
  buckets: bucketsOf([
    [4, 1],
    [0, 0],
    [0, 0],
  ]),
};
const result = answerOf({ groups: [{ by: "op", value_count: 5, values, other }] });
const chart = prepareCallsChart(result, op);
const scope: TracesScope = { slug: "s", query: "", source: "production", areRootsOnly: false, range: { kind: "all" } };
const query = (href: string) => new URL(href, "http://h").searchParams.get("q");

describe("the chart of calls", () => {
  it("names users in its series, and selects their calls by id", () => {
    const byUser = prepareCallsChart(result, groupingOf("svc_user_id"), [], new Map([["chat", "Ada"]]));
    expect(byUser.counted.map(({ label }) => label)).toEqual(["Ada", "turn", "3 more"]);
    expect(byUser.counted[0]?.terms).toEqual(["key:chat"]);
  });

  it("is as high as the number of calls, with the failed ones at the base", () => {
    const columns = stackColumns(chart.buckets, chart.stacked, new Set());
    expect(columns.map(({ total }) => total)).toEqual([17, 0, 6]);
    expect(columns[0]?.segments.map(({ key, from, to }) => [key, to - from])).toEqual([
      [ERRORS_KEY, 6],
      ["value chat", 8],
      ["other", 3],
    ]);
  });

  it("has a chart of errors alone only where the stack of all calls is too tall to show them", () => {
    expect(errorColumns(chart, 17)).toBeNull();
    expect(errorColumns(chart, 400)?.map(({ total, segments }) => [total, segments.length])).toEqual([
      [6, 1],
      [0, 0],
      [0, 0],
    ]);
    const fine = prepareCallsChart(answerOf({ groups: [{ by: "op", value_count: 0, values: [], other: null }] }), op);
    expect(errorColumns(fine, 400)).toBeNull();
  });

  it("names every series, the rest and the errors, in its summary too", () => {
    expect(chart.series.map(({ label }) => label)).toEqual(["errors", "chat", "turn", "3 more"]);
    expect(chart.summary).toContain("chat 15, turn 4, 3 more 4. 6 calls failed.");
    expect(chart.table.rows).toEqual([
      ["2026-11-20T10:00:00.000Z", 10, 3, 4, 6],
      ["2026-11-20T11:00:00.000Z", 0, 0, 0, 0],
      ["2026-11-20T12:00:00.000Z", 5, 1, 0, 0],
    ]);
  });

  it("keeps the colors of its series when their order by size changes", () => {
    const turned = answerOf({ groups: [{ by: "op", value_count: 5, values: [...values].reverse(), other }] });
    const colors = (of: typeof chart) => Object.fromEntries(of.series.map(({ label, color }) => [label, color]));
    expect(colors(prepareCallsChart(turned, op, chart.order))).toEqual(colors(chart));
    expect(colors(prepareCallsChart(turned, op))).not.toEqual(colors(chart));
  });

  it("shows all calls of a segment, and links to them", () => {
    const chat = segmentText(chart, { column: 0, key: "value chat" }, scope, START_MS);
    expect(chat.tip).toMatchObject({ title: "chat", when: "10:00 to 11:00" });
    expect(chat.tip.facts.map(({ value }) => value)).toEqual(["10", "2 (20%)"]);
    expect(query(chat.href)).toBe("op:chat");
    expect(query(segmentText(chart, { column: 0, key: "other" }, scope, START_MS).href)).toBe("-op:chat,turn");
    const errors = segmentText(chart, { column: 0, key: ERRORS_KEY }, scope, START_MS);
    expect(errors.tip.facts.map(({ value }) => value)).toEqual(["17", "6 (35%)"]);
    expect(query(errors.href)).toBe("status:error");
  });

  it("is empty when there is no group", () => {
    const nothing = prepareCallsChart(answerOf(), op);
    expect(nothing.series).toEqual([]);
    expect(stackColumns(nothing.buckets, nothing.stacked, new Set()).every(({ total }) => total === 0)).toBe(true);
  });
});
