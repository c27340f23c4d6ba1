import { meanOf } from "@/lib/evaluation/statistics/intervals";
import type { AnswerShares } from "@/service/training/answers/answer-shares";
import type { Companions } from "./companions";

type Metrics = Readonly<Record<string, number>>;

/** The names that Heddle's trainers, TRL, verl, prime-rl, slime and ART give to what is measured beside the reward. */
const NAMES = {
  entropy: ["entropy", "policy_entropy", "actor/entropy", "actor/entropy_loss", "train/entropy", "train/entropy_loss"],
  kl: ["kl_policy_ref", "kl", "train/kl", "objective/kl", "actor/kl_loss", "critic/kl", "train/kl_loss", "kl_div"],
  length: [
    "completions/mean_length",
    "completion_length",
    "train/completions/mean_length",
    "train/completion_length",
    "response_length/mean",
    "rollout/response_len/mean",
    "seq_len/mean",
  ],
  truncated: [
    "completions/clipped_ratio",
    "train/completions/clipped_ratio",
    "response_length/clip_ratio",
    "rollout/truncated_ratio",
  ],
  repeats: ["rollout/repetition_frac"],
} as const satisfies Partial<Record<keyof Companions, readonly string[]>>;

/** All of these names. */
export const COMPANION_NAMES: readonly string[] = Object.values(NAMES).flat();

/** Returns the value of the first of these names that is measured; null without any. */
export const firstMetric = (metrics: Metrics, names: readonly string[]): number | null =>
  names.flatMap((name) => (Object.hasOwn(metrics, name) ? (metrics[name] ?? []) : []))[0] ?? null;

/** Returns what an iteration's metrics measure beside the reward. */
export const companionsIn = (metrics: Metrics) => ({
  entropy: firstMetric(metrics, NAMES.entropy),
  kl: firstMetric(metrics, NAMES.kl),
  length: firstMetric(metrics, NAMES.length),
  truncated: firstMetric(metrics, NAMES.truncated),
  repeats: firstMetric(metrics, NAMES.repeats),
});

/**
 * Returns what is measured beside the reward of a batch that a client sent: by its answers and its metrics, and where those
 * have no length by the size of its trajectories.
 *
 * @param sizes bytes of each trajectory
 */
export function clientCompanions(metrics: Metrics, sizes: readonly number[], answers: AnswerShares) {
  const measured = companionsIn(metrics);
  return {
    ...measured,
    repeats: answers.repeats ?? measured.repeats,
    truncated: answers.truncated ?? measured.truncated,
    bytes: measured.length !== null || sizes.length === 0 ? null : meanOf(sizes),
  };
}
