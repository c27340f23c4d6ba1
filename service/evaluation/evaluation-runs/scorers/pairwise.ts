import type { ScorerOf } from "@/lib/api/contract/evaluation-runs/scorers";
import { type AskJudge, judgementOf, structuredAnswer } from "./judge";
import { judgeMessages } from "./judge-messages";
import { type ScoredAnswer, ScorerError } from "./score";
import { answerAtPath, textOf } from "./value-at-path";

/** The answer to the same row in the evaluation to compare with. */
export interface BaselineAnswer {
  readonly callId: string;
  readonly output: unknown;
}

export interface PairwiseScore {
  /** Of this answer against the baseline's. */
  readonly verdict: "win" | "tie" | "loss";
  readonly reason: string;
  readonly baseline_call: string;
  /** True when the judge decided differently in the other order: that is a tie. */
  readonly flipped: boolean;
}

type Choice = "a" | "b" | "tie";

const FORM = 'Answer with JSON only: {"reason": "one or two sentences", "better": "a", "b" or "tie"}';

async function askOnce(
  scorer: ScorerOf<"pairwise">,
  values: Readonly<Record<string, unknown>>,
  askJudge: AskJudge,
): Promise<{ better: Choice; reason: string }> {
  const text = await askJudge({
    model: scorer.model,
    messages: judgeMessages(FORM, scorer.prompt, values),
    params: structuredAnswer("comparison", { better: { type: "string", enum: ["a", "b", "tie"] } }),
  });
  const { better, reason } = judgementOf(text);
  const choice = textOf(better).trim().toLowerCase();
  if (choice !== "a" && choice !== "b" && choice !== "tie")
    throw new ScorerError(`The judge chose neither a, b nor tie: ${choice.slice(0, 100)}`);
  return { better: choice, reason: reason === undefined ? "" : textOf(reason) };
}

const SWAPPED: Readonly<Record<Choice, Choice>> = { a: "b", b: "a", tie: "tie" };
const VERDICTS = { a: "loss", b: "win", tie: "tie" } as const;

/**
 * Lets a model compare the answer with the baseline's, in both orders: only what it says in both counts. Null when the
 * baseline has no answer to this row.
 */
export async function scorePairwise(
  scorer: ScorerOf<"pairwise">,
  { output, row }: ScoredAnswer,
  baseline: BaselineAnswer | null,
  askJudge: AskJudge,
): Promise<PairwiseScore | null> {
  if (baseline === null) return null;
  const own = answerAtPath(output, scorer.answer_path) ?? "";
  const other = answerAtPath(baseline.output, scorer.answer_path) ?? "";
  const [first, second] = await Promise.all([
    askOnce(scorer, { ...row, output_a: other, output_b: own }, askJudge),
    askOnce(scorer, { ...row, output_a: own, output_b: other }, askJudge),
  ]);
  const isFlipped = first.better !== SWAPPED[second.better];
  return {
    verdict: isFlipped ? "tie" : VERDICTS[first.better],
    reason: isFlipped ? `The order decided. ${first.reason} / ${second.reason}` : first.reason,
    baseline_call: baseline.callId,
    flipped: isFlipped,
  };
}
