import { expect, it } from "vitest";
import type { ProjectScore, SubjectScore } from "@/lib/api/contract/feedback/scores";
import { scoredFieldsOf } from "./row-scores";

const field = (name: string) => ({ field: `score.${name}`, kind: "number" }) as ProjectScore;
const score = (name: string) =>
  ({ name, source: "scorer", value: 1, at: "2026-11-20T10:00:00Z" }) as unknown as SubjectScore;

it("names the scores of a project that some row has", () => {
  const rows = new Map([
    ["a", [score("reward")]],
    ["b", []],
  ]);
  expect(scoredFieldsOf([field("reward"), field("right_tool")], rows)).toEqual(["score.reward"]);
  expect(scoredFieldsOf([field("reward")], new Map())).toEqual([]);
});
