import { type SavedRollout, savedRollouts } from "@/lib/import/verifiers-rollouts";
import { isMembers, type Members } from "@/lib/json/value/members";
import { answerTextOf } from "./answer-text";
import { finiteOf, leftOutScores, type RunEntry, type SavedRunRollout, scoresOf, stepOf } from "./run-entry";

const NO_TRACE = "An episode failed before its first message: nothing of it can be shown.";

/**
 * Returns the entry of a line of prime-rl's `rollouts/step_N/train_rollouts.jsonl` or, in later releases,
 * `rollouts/step_N/train/effective/traces.jsonl`; null for any other value.
 *
 * @param step of the file's path; the lines do not contain it
 */
export function primeRlEntry(value: Members, step: number): RunEntry | null {
  if (isEpisode(value) && value.traces.length === 0) return { step, metrics: {}, rollouts: [], leftOut: [NO_TRACE] };
  const traces = isEpisode(value) ? value.traces.map((trace) => ({ ...value, traces: [trace] })) : [value];
  const read = traces.map((one) => tracePaths(one));
  if (!read.every((paths) => paths !== null)) return null;
  const ends = read.flat();
  const leftOut = ends.flatMap(({ metrics }) => leftOutScores(metrics));
  const version = weightVersion(value);
  const rollouts = ends.map((one) => ({ ...runRollout(one), ...(version === null ? {} : { weightVersion: version }) }));
  return { step, metrics: {}, rollouts, leftOut };
}

type Episode = Members & { readonly traces: readonly Members[] };

const isEpisode = (value: Members): value is Episode => Array.isArray(value.traces) && value.traces.every(isMembers);

/** A trace that was compacted has several paths of messages, but one reward: the last path is the end of the rollout. */
function tracePaths(value: Members): readonly SavedRollout[] | null {
  const rollouts = savedRollouts(value) ?? failedRollout(value);
  return Array.isArray(value.nodes) || isEpisode(value) ? (rollouts?.slice(-1) ?? null) : rollouts;
}

/**
 * Returns the training steps in the weights that a rollout began with. Its place depends on the release: `policy_version` in
 * the information of a trace, or the policy of the work that an episode was.
 */
function weightVersion({ info, run }: Members): number | null {
  const stamps = isMembers(info) ? [info.prime_rl, info] : [];
  const works = isMembers(run) ? [run.work, run.metadata] : [];
  const policies = works.filter(isMembers).flatMap(({ policy }) => (isMembers(policy) ? [policy] : []));
  const versions = [
    ...stamps.filter(isMembers).map(({ policy_version: version }) => version),
    ...policies.map(({ start }) => start),
  ];
  return versions.map(stepOf).find((version) => version !== null) ?? null;
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
  const error = errorText(rest.error) ?? lastError(rest);
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

/** A trace lists the errors of all its attempts; only one that is not `ok` ended with the last of them. */
function lastError({ ok, errors }: Members): string | null {
  return ok === false && Array.isArray(errors) ? errorText(errors.at(-1)) : null;
}

/** Releases write an error as text, or as its type with the texts of its chain. */
function errorText(error: unknown): string | null {
  if (!isMembers(error)) return textOrNull(error)?.slice(0, MAX_ERROR_LENGTH) ?? null;
  const text = ["error_chain_str", "message", "error", "type"].map((name) => textOrNull(error[name])).find(Boolean);
  return (text ?? JSON.stringify(error)).slice(0, MAX_ERROR_LENGTH);
}
