import { isMembers, type Members } from "@/lib/json/value/members";
import { finiteOf, metricsOf, type RunEntry, scoresOf, stepOf } from "./run-entry";

const ROLLOUT_MEMBERS = new Set(["input", "output", "score", "step"]);

/**
 * Returns the entry of a line that verl writes, or null for any other value: a rollout below
 * `trainer.rollout_data_dir` (`input`, `output`, `score`, `step`, and what the reward function returned), or the metrics
 * of a step, which its logger `file` writes as `step` and `data`.
 */
export function verlEntry(value: Members): RunEntry | null {
  const step = stepOf(value.step);
  if (step === null) return null;
  if (isMembers(value.data)) return { step, metrics: metricsOf(value.data), rollouts: [] };
  const { input, output } = value;
  if (typeof input !== "string" || typeof output !== "string" || !("score" in value)) return null;
  const rollout = {
    task: null,
    // The prompt is text after the chat template, with all its roles.
    messages: [{ role: "user", content: input }],
    answer: output,
    reward: finiteOf(value.score),
    scores: scoresOf(value, ROLLOUT_MEMBERS),
    error: null,
    tokens: null,
    finish_reason: null,
  };
  return { step, metrics: {}, rollouts: [rollout] };
}
