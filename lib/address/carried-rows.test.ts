// @vitest-environment jsdom
import { expect, it } from "vitest";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { newEvaluationOfRows, newRunOfRows, rowsOfPrompts, takeCarried, takeRows } from "./carried-rows";

const nameIn = (href: string) => new URL(href, "http://x").searchParams.get("carried") ?? "";

it("asks prompts as they were, with a column of system messages where one has one, and the columns of their tasks", () => {
  const tasks = [{ prompt: "2 + 2?", columns: { prompt: "two and two", answer: "4" } }, { prompt: "Hi" }];
  expect(rowsOfPrompts("sums", { tasks, leftOut: 1 })).toEqual({
    name: "sums",
    rows: [{ prompt: "2 + 2?", answer: "4" }, { prompt: "Hi" }],
    leftOut: 1,
    messages: { system: "", user: "{prompt}" },
  });
  const withSystem = rowsOfPrompts("sums", { tasks: [{ prompt: "Hi", system: "Be brief." }, ...tasks], leftOut: 0 });
  expect(withSystem.messages).toEqual({ system: "{system}", user: "{prompt}" });
  expect(withSystem.rows.map(({ system }) => system)).toEqual(["Be brief.", "", ""]);
});

it("takes rows to both forms, with all digits of their numbers, and is gone with the session", () => {
  const rows = [parseJson('{"n":1.0,"big":12345678901234567890}') as Record<string, unknown>];
  const carried = { name: "numbers", rows, leftOut: 0, messages: null };
  for (const href of [newRunOfRows("airline", carried), newEvaluationOfRows("airline", carried)])
    expect(stringifyJson(takeRows(nameIn(href))?.rows)).toBe('[{"n":1.0,"big":12345678901234567890}]');
  window.sessionStorage.clear();
  expect(takeCarried(nameIn(newRunOfRows("airline", carried)))).not.toBeNull();
  expect(takeCarried("gone")).toBeNull();
});

it("carries stored rows by their digests, which a run cannot take by value", () => {
  const href = newEvaluationOfRows("airline", { name: "faq-rows", table: "t1", rowDigests: ["d1", "d2"] });
  expect(href).toMatch(/^\/airline\/evaluations\/new\?carried=/);
  expect(takeCarried(nameIn(href))).toEqual({ name: "faq-rows", table: "t1", rowDigests: ["d1", "d2"] });
  expect(takeRows(nameIn(href))).toBeNull();
});
