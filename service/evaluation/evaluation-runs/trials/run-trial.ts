import type { EvaluatedModel } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import type { Scorer } from "@/lib/api/contract/evaluation-runs/scorers";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/guard/error-message";
import { BudgetReachedError } from "@/service/completion/budgets/budget-reached-error";
import type { BaselineAnswer } from "@/service/evaluation/evaluation-runs/scorers/pairwise";
import { fillTemplate } from "@/service/evaluation/evaluation-runs/scorers/prompt-template";
import { runScorer } from "@/service/evaluation/evaluation-runs/scorers/run-scorer";
import { ScorerError } from "@/service/evaluation/evaluation-runs/scorers/score";
import { textOf } from "@/service/evaluation/evaluation-runs/scorers/value-at-path";
import { microsNow } from "@/service/evaluation/evaluation-runs/stored/call-parts-of";
import type { PromptMessage } from "@/service/evaluation/evaluation-runs/stored/publish-evaluation";
import { completeOnce, type ModelAccess, type ModelRun, messageOf } from "./complete-once";
import type { RunRow } from "./run-rows";

/** A model's part of a trial. */
interface PredictRun {
  readonly startedMicros: number;
  readonly endedMicros: number;
  readonly output: unknown;
  readonly error: string | null;
  /** Null when no request was sent, because the prompt could not be filled in. */
  readonly completion: ModelRun | null;
}

export interface ScorerRun {
  readonly scorer: Scorer;
  readonly startedMicros: number;
  readonly endedMicros: number;
  readonly score: unknown;
  readonly error: string | null;
  /** The requests of its judge. */
  readonly completions: readonly ModelRun[];
}

export interface TrialRun {
  readonly predict: PredictRun;
  /** Empty when the model failed. */
  readonly scorers: readonly ScorerRun[];
}

/** What all trials of a model share. */
export interface TrialPlan {
  readonly model: EvaluatedModel;
  readonly messages: readonly PromptMessage[];
  readonly scorers: readonly Scorer[];
  readonly access: ModelAccess;
  /** The baseline's answer to a row, for a pairwise scorer. */
  readonly baselineOf: (scorer: Scorer, row: RunRow, trial: number) => BaselineAnswer | null;
}

/** The answer as scorers see it: text, a parsed object where JSON was asked for, or the message with its tool calls. */
function outputOf(completion: ModelRun, format: EvaluatedModel["params"]["response_format"]): unknown {
  const message = messageOf(completion.response);
  const { content } = message;
  if (typeof content !== "string") return Array.isArray(message.tool_calls) ? message : textOf(content ?? "");
  return format === "json_object" ? JSON.parse(content) : content;
}

async function predict({ model, messages, access }: TrialPlan, row: RunRow, signal: AbortSignal): Promise<PredictRun> {
  const startedMicros = microsNow();
  let completion: ModelRun | null = null;
  const ended = (output: unknown, error: string | null): PredictRun => ({
    startedMicros,
    endedMicros: microsNow(),
    output,
    error,
    completion,
  });
  try {
    const filled = messages.map(({ role, content }) => ({ role, content: fillTemplate(content, row.row) }));
    const { response_format: format, ...params } = model.params;
    const request = { ...params, ...(format === "json_object" ? { response_format: { type: format } } : {}) };
    completion = await completeOnce(access, { model: model.model, messages: filled, params: request }, signal);
    if (completion.error !== null) return ended(null, completion.error);
    return ended(outputOf(completion, format), null);
  } catch (error) {
    if (signal.aborted || error instanceof BudgetReachedError) throw error;
    return ended(null, errorMessage(error));
  }
}

/**
 * Runs one scorer. Its failure is a result.
 *
 * @throws AbortError when it was interrupted, BudgetReachedError
 */
export async function scoreAnswer(
  plan: Pick<TrialPlan, "access" | "baselineOf">,
  scorer: Scorer,
  output: unknown,
  row: RunRow,
  trial: number,
  signal: AbortSignal,
): Promise<ScorerRun> {
  const startedMicros = microsNow();
  const completions: ModelRun[] = [];
  const askJudge = async (request: Parameters<typeof completeOnce>[1]) => {
    const completion = await completeOnce(plan.access, request, signal);
    completions.push(completion);
    if (completion.error !== null) throw new ScorerError(completion.error);
    return textOf(messageOf(completion.response).content ?? "");
  };
  const ended = (value: unknown, error: string | null): ScorerRun => ({
    scorer,
    startedMicros,
    endedMicros: microsNow(),
    score: value,
    error,
    completions,
  });
  try {
    const baseline = plan.baselineOf(scorer, row, trial);
    return ended(plainNumber(await runScorer(scorer, { output, row: row.row }, { askJudge, baseline })), null);
  } catch (error) {
    if (signal.aborted || error instanceof BudgetReachedError) throw error;
    return ended(null, errorMessage(error));
  }
}

/**
 * Runs the model on a row, then all scorers at once. A scorer that fails leaves the others' scores.
 *
 * @throws AbortError when the run was interrupted, BudgetReachedError
 */
export async function runTrial(plan: TrialPlan, row: RunRow, trial: number, signal: AbortSignal): Promise<TrialRun> {
  const predicted = await predict(plan, row, signal);
  if (predicted.error !== null) return { predict: predicted, scorers: [] };
  const scorers = await Promise.all(
    plan.scorers.map((scorer) => scoreAnswer(plan, scorer, predicted.output, row, trial, signal)),
  );
  return { predict: predicted, scorers };
}
