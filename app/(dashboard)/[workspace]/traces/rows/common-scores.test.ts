import { describe, expect, it } from "vitest";
import type { SubjectScore } from "@/lib/api/contract/feedback/scores";
import { commonScores } from "./common-scores";

const reward = { name: "reward", source: "scorer", at: "2026-11-20T14:30:00Z", value: 1 } as unknown as SubjectScore;
const loaded = (...rows: readonly (readonly [string, readonly SubjectScore[]])[]) => ({
  byId: new Map(rows),
  hasFailed: false,
});

describe("the scores that most rows have", () => {
  it("are those of more than half of the first rows", () => {
    const ids = ["a", "b", "c"];
    expect(commonScores(["score.reward"], ids, loaded(["a", [reward]], ["b", [reward]], ["c", []]))).toEqual([
      "score.reward",
    ]);
    expect(commonScores(["score.reward"], ids, loaded(["a", [reward]], ["b", []], ["c", []]))).toEqual([]);
  });

  it("are unknown until the scores of all first rows are loaded, and without rows", () => {
    expect(commonScores(["score.reward"], ["a", "b"], loaded(["a", [reward]]))).toBeNull();
    expect(commonScores(["score.reward"], [], loaded())).toBeNull();
  });
});
