import { expect, it } from "vitest";
import { makeTrace } from "@/lib/trace/skeleton/testing/make-trace";
import { idOf } from "@/lib/trace/skeleton/trace-skeleton";
import { logRows } from "./log-rows";
import { searchTrace } from "./trace-search";

const trace = makeTrace([
  ["root", "", 0, 100],
  ["slow", "root", 10, 90],
  ["inner", "slow", 50, 60],
  ["early", "root", 20, 30],
]);
const ids = (text: string, hidden: readonly string[] = []) =>
  [...logRows(trace, searchTrace(trace, text)?.matches ?? null, new Set(hidden))].map((row) => idOf(trace, row));

it("lists all calls by their start, across the levels of the tree", () => {
  expect(ids("")).toEqual(["root", "slow", "early", "inner"]);
});

it("lists only the matches of a search, without their ancestors", () => {
  expect(ids("e")).toEqual(["early", "inner"]);
});

it("lists the calls whose contents have the text beside those that are named so, each once", () => {
  const found = searchTrace(trace, "inner", [{ id: "slow" }, { id: "inner" }, { id: "elsewhere" }]);
  expect([...logRows(trace, found?.matches ?? null, new Set())].map((row) => idOf(trace, row))).toEqual([
    "slow",
    "inner",
  ]);
  expect([...(found?.visible.rows ?? [])].map((row) => idOf(trace, row))).toEqual(["root", "slow", "inner"]);
});

it("leaves out hidden calls, and ignores those of other traces", () => {
  expect(ids("", ["slow", "elsewhere"])).toEqual(["root", "early", "inner"]);
});
