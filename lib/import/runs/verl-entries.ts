import { isMembers, type Members } from "@/lib/json/value/members";
import { pythonTextValue } from "./python-text";
import { finiteOf, leftOutScores, metricsOf, type RunEntry, scoresOf, stepOf } from "./run-entry";

const ROLLOUT_MEMBERS = new Set(["input", "output", "score", "step"]);

/** Texts of the dataset and of the answer, which may consist of digits and are not figures. */
const TEXTS = new Set([
  "gts",
  "ground_truth",
  "pred",
  "prediction",
  "answer",
  "uid",
  "index",
  "request_id",
  "data_source",
]);

/**
 * Returns the entry of a line that verl writes, or null for any other value: a rollout below
 * `trainer.rollout_data_dir` (`input`, `output`, `score`, `step`, and what the reward function returned), or the metrics
 * of a step, which its logger `file` writes as `step` and `data`. Numbers of numpy and torch are texts in it.
 */
export function verlEntry(value: Members): RunEntry | null {
  const step = stepOf(typeof value.step === "string" ? pythonTextValue(value.step) : value.step);
  if (step === null) return null;
  if (isMembers(value.data)) return { step, metrics: metricsOf(withNumbers(value.data)), rollouts: [] };
  const { input, output } = value;
  if (typeof input !== "string" || typeof output !== "string" || !("score" in value)) return null;
  const members = withNumbers(value);
  const reward = rewardOf(members.score);
  const rollout = {
    task: null,
    // The prompt is text after the chat template, with all its roles.
    messages: [{ role: "user", content: input }],
    answer: output,
    reward,
    scores: scoresOf(members, ROLLOUT_MEMBERS),
    error: null,
    tokens: null,
    finish_reason: null,
  };
  const unread = reward === null ? [`The score is not a number (${shortText(value.score)}): no reward.`] : [];
  return { step, metrics: {}, rollouts: [rollout], leftOut: [...unread, ...leftOutScores(members, ROLLOUT_MEMBERS)] };
}

function withNumbers(members: Members): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const said = typeof value === "string" && !TEXTS.has(name) ? pythonTextValue(value) : undefined;
      return [name, said === undefined ? value : said];
    }),
  );
}

function rewardOf(score: unknown): number | null {
  return typeof score === "boolean" ? Number(score) : finiteOf(score);
}

function shortText(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
