import { describe, expect, it } from "vitest";
import type { SubjectScore } from "@/lib/api/contract/feedback/scores";
import { fieldOfScore, isScoreField, scoreLabel, scoreOfField } from "./score-field";

const score = (
  name: string,
  source: SubjectScore["source"],
  value: SubjectScore["value"],
  at = "2026-11-20",
): SubjectScore => ({
  name,
  source,
  value,
  at,
  count: 1,
  mean: null,
});

describe("the field of a score", () => {
  it.each(["score.reward", "score.close.within", "score.a@scorer", "score.an odd name"])("is %s", (field) => {
    expect(isScoreField(field)).toBe(true);
  });

  it.each(["score", "score.", "score..a", "score.a.", 'score.a"b', "inputs.score.a"])("is not %s", (field) => {
    expect(isScoreField(field)).toBe(false);
  });

  it("finds the score of its source, and without one the newest of its name", () => {
    const scores = [score("reward", "scorer", 1, "2026-11-20"), score("reward", "annotation", 0, "2026-11-21")];
    expect(scoreOfField(scores, "score.reward@scorer")?.value).toBe(1);
    expect(scoreOfField(scores, "score.reward")?.value).toBe(0);
    expect(scoreOfField(scores, "score.tone")).toBeUndefined();
  });

  it("names the source only where the project has several of the name", () => {
    const project = [{ name: "reward", source: "scorer", field: "score.reward" }] as never;
    expect(fieldOfScore(score("reward", "scorer", 1), project)).toBe("score.reward");
    expect(fieldOfScore(score("reward", "annotation", 1), project)).toBe("score.reward@annotation");
    expect(scoreLabel("score.reward@annotation")).toBe("reward@annotation");
  });
});
