import { isMembers, type Members } from "@/lib/json/value/members";
import { answerTextOf } from "./answer-text";
import { finiteOf, metricsOf, type RunEntry, stepOf } from "./run-entry";

const OF_EVALUATION = "A completion of an evaluation was not trained on.";
const NOT_REWARDS = new Set(["step", "reward", "advantage", "advantages"]);

/**
 * Returns the entry of a row of TRL's `completions/completions_NNNNN.parquet`, or null for any other value. Each reward
 * function has a column. The reward of a rollout is their sum, as it is with TRL's default weights; older releases write it
 * in a column of its own.
 */
export function trlCompletionEntry(row: Members): RunEntry | null {
  const step = stepOf(row.step);
  const prompt = messagesIn(row.prompt, "user");
  const completion = messagesIn(row.completion, "assistant");
  if (step === null || prompt === null || completion === null) return null;
  // Completions of an evaluation were not trained on.
  if (row.mode === "eval") return { step, metrics: {}, rollouts: [], leftOut: [OF_EVALUATION] };
  const scores = metricsOf(row, NOT_REWARDS);
  const values = Object.values(scores);
  const sum = values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
  const rollout = {
    task: null,
    messages: prompt.map((message) => ({ ...message })),
    answer: answerTextOf(completion),
    reward: finiteOf(row.reward) ?? sum,
    scores,
    error: null,
    tokens: null,
    finish_reason: null,
  };
  return { step, metrics: {}, rollouts: [rollout] };
}

/** A conversation, or a text as the one message of a role. */
function messagesIn(value: unknown, role: string): readonly Members[] | null {
  if (typeof value === "string") return [{ role, content: value }];
  return Array.isArray(value) && value.every(isMembers) ? value : null;
}
