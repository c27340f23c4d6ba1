import { type SavedRollout, savedRollouts } from "@/lib/import/verifiers-rollouts";
import { isMembers, type Members } from "@/lib/json/value/members";
import { answerTextOf } from "./answer-text";
import { finiteOf, leftOutScores, type RunEntry, type SavedRunRollout, scoresOf } from "./run-entry";

/**
 * Returns the entry of a line of prime-rl's `rollouts/step_N/train_rollouts.jsonl`, or null for any other value.
 *
 * @param step of the file's path; the lines do not contain it
 */
export function primeRlEntry(value: Members, step: number): RunEntry | null {
  const rollouts = savedRollouts(value) ?? failedRollout(value);
  if (rollouts === null) return null;
  // A trace that was compacted has several paths of messages, but one reward: the last path is the end of the rollout.
  const ends = Array.isArray(value.nodes) ? rollouts.slice(-1) : rollouts;
  const leftOut = ends.flatMap(({ metrics }) => leftOutScores(metrics));
  return { step, metrics: {}, rollouts: ends.map(runRollout), leftOut };
}

/** A rollout that failed before its first answer is saved with an empty completion. */
function failedRollout(value: Members): readonly SavedRollout[] | null {
  if (errorText(value.error) === null || (value.completion ?? null) === null) return null;
  const placeholder = { role: "assistant", content: "" };
  const rollouts = savedRollouts({ ...value, completion: [placeholder] });
  return (
    rollouts?.map((one) => ({ ...one, messages: one.messages.slice(0, -1), isSampled: one.isSampled.slice(0, -1) })) ??
    null
  );
}

function runRollout({ messages, isSampled, reward, metrics, taskId, rest }: SavedRollout): SavedRunRollout {
  const first = isSampled.indexOf(true);
  const promptLength = first < 0 ? messages.length : first;
  const error = errorText(rest.error);
  const environment = typeof rest.task === "string" && rest.task !== "" ? `${rest.task}/` : "";
  const usage = isMembers(rest.token_usage) ? rest.token_usage : {};
  return {
    task: taskId === null ? null : `${environment}${taskId}`.slice(0, MAX_TASK_LENGTH),
    messages: messages.slice(0, promptLength).map((message) => ({ ...message })),
    answer: first < 0 ? null : answerTextOf(messages.slice(promptLength)),
    // A rollout that failed is saved with the reward 0.
    reward: error === null ? finiteOf(reward) : null,
    scores: scoresOf(metrics),
    error,
    tokens: finiteOf(usage.output_tokens),
    finish_reason: rest.is_truncated === true ? "length" : textOrNull(rest.stop_condition),
  };
}

const MAX_TASK_LENGTH = 1000;
const MAX_ERROR_LENGTH = 2000;

const textOrNull = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

/** Releases write an error as text, or as its type with the texts of its chain. */
function errorText(error: unknown): string | null {
  if (!isMembers(error)) return textOrNull(error)?.slice(0, MAX_ERROR_LENGTH) ?? null;
  const text = ["error_chain_str", "message", "error", "type"].map((name) => textOrNull(error[name])).find(Boolean);
  return (text ?? JSON.stringify(error)).slice(0, MAX_ERROR_LENGTH);
}
