import { expect, it } from "vitest";
import { alignToolCalls } from "./align-tool-calls";

/** Calls are letters, `-` is a gap. */
const aligned = (...runs: readonly (string | null)[]) => {
  const lines = alignToolCalls(runs.map((names) => (names === null ? null : [...names].map((name) => ({ name })))));
  return runs.map((_, run) => lines.map((line) => line[run]?.name ?? "-").join(""));
};

it("puts calls of one name at the same point on one line, and leaves gaps for those that a run does not make", () => {
  expect(aligned("suSU", "su", "sU", "suSU")).toEqual(["suSU", "su--", "s--U", "suSU"]);
});

it("keeps the order of each run, with calls that the first run does not make between its own", () => {
  expect(aligned("ab", "acb", "xab")).toEqual(["-a-b", "-acb", "xa-b"]);
});

it("has no lines for runs without calls, and gaps for a run without a trial", () => {
  expect(aligned("", null)).toEqual(["", ""]);
  expect(aligned("a", null)).toEqual(["a", "-"]);
});
