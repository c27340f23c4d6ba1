import type { Scorer } from "@/lib/api/contract/evaluation-runs/scorers";
import { scoreContains } from "./contains";
import { scoreExact } from "./exact";
import { scoreJsonSchema } from "./json-schema";
import { type AskJudge, scoreByJudge } from "./judge";
import { scoreNumber } from "./number-within";
import { type BaselineAnswer, scorePairwise } from "./pairwise";
import { scoreRegex } from "./regex";
import type { ScoredAnswer } from "./score";

/** What some scorers need besides the answer. */
export interface ScorerContext {
  readonly askJudge: AskJudge;
  /** The baseline's answer to this row, for a pairwise judge. */
  readonly baseline: BaselineAnswer | null;
}

/** Scores one answer. Rejects when the scorer fails: that is neither false nor 0. */
export async function runScorer(scorer: Scorer, scored: ScoredAnswer, context: ScorerContext): Promise<unknown> {
  switch (scorer.kind) {
    case "exact":
      return scoreExact(scorer, scored);
    case "contains":
      return scoreContains(scorer, scored);
    case "regex":
      return scoreRegex(scorer, scored);
    case "json_schema":
      return scoreJsonSchema(scorer, scored);
    case "number":
      return scoreNumber(scorer, scored);
    case "judge":
      return await scoreByJudge(scorer, scored, context.askJudge);
    case "pairwise":
      return await scorePairwise(scorer, scored, context.baseline, context.askJudge);
  }
}
