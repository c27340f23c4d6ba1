import { expect, test } from "vitest";
import { parseQuery } from "@/lib/filter/query-text";
import { completionsHref, originHref, rolloutHref } from "./origin-href";

const searchOf = (href: string) => new URL(href, "http://localhost").searchParams;

test("each origin links to the page that shows it", () => {
  expect(originHref("air", { kind: "thread", id: "thr/1", table: null })).toBe("/air/threads/thr%2F1");
  const row = searchOf(originHref("air", { kind: "row", id: "r_1", table: "t_1" }));
  expect([row.get("digest"), row.get("rows")]).toEqual(["t_1", "r_1"]);
  const trace = parseQuery(searchOf(originHref("air", { kind: "trace", id: "0199", table: null })).get("q") ?? "");
  expect(trace.terms).toMatchObject([{ field: "trace", values: ["0199"] }]);
});

test("completions of a checkpoint are found by its full address", () => {
  const address = "wandb-artifact:///demo/airline/my agent:step2";
  const { terms, problems } = parseQuery(searchOf(completionsHref("air", address)).get("q") ?? "");
  expect(problems).toEqual([]);
  expect(terms).toMatchObject([{ field: "inputs.model", values: [address] }]);
});

test("a trajectory is opened at its position in the job", () => {
  expect(rolloutHref("air", "j 1", { group: 3, trajectory: 0 })).toBe(
    "/air/training/j%201/rollouts?group=3&trajectory=0",
  );
});
