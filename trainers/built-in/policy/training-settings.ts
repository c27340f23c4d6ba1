import { type AdvantageRule, readAdvantageRule } from "@/lib/training/trajectories/advantage-rule";
import type { PolicyLossSettings } from "./policy-loss";

/** The meaning of a job's `experimental_config` for the built-in trainer. */
export interface TrainingSettings {
  readonly learningRate: number;
  readonly advantages: AdvantageRule;
  readonly loss: PolicyLossSettings;
  /** Recompute the log-probabilities of the old policy, even for choices sent with them. */
  readonly shouldPrecalculateLogprobs: boolean;
  readonly klPenalty: { readonly coefficient: number; readonly source: "current_learner" | "sample" };
  /** Number of trained bytes per gradient step. */
  readonly bytesPerStep: number;
}

/** The settings, and the names of members that were sent but that this trainer does not use. */
export interface ReadSettings {
  readonly settings: TrainingSettings;
  readonly unused: readonly string[];
}

/** A step size that suits the built-in model; a value sent by a client is used unchanged. */
const DEFAULT_LEARNING_RATE = 0.05;

const DEFAULT_BYTES_PER_STEP = 16_384;
const PPO_EPSILON = 0.2;
const CISPO_EPSILON = { low: 1, high: 4 } as const;

const USED = new Set([
  "learning_rate",
  "precalculate_logprobs",
  "advantage_balance",
  "scale_rewards",
  "normalize_advantages",
  "loss_fn",
  "ppo",
  "epsilon",
  "epsilon_high",
  "kl_penalty_coef",
  "kl_penalty_source",
  "allow_training_without_logprobs",
  "packed_sequence_length",
  // The service derives the job's seed from it.
  "seed",
]);

/** Members whose default means "do nothing", so that sending it has no effect. */
const IDLE: Readonly<Record<string, unknown>> = {
  importance_sampling_level: "token",
  mask_prob_ratio: false,
  logprob_calculation_chunk_size: 1024,
  num_trajectories_learning_rate_multiplier_power: 0,
  scale_learning_rate_by_reward_std_dev: false,
  plot_tensors: false,
};

type Config = Readonly<Record<string, unknown>>;

function numberOf(config: Config, name: string): number | null {
  const value = config[name];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function lossOf(config: Config): PolicyLossSettings {
  const name = config.loss_fn === "ppo" || (config.loss_fn == null && config.ppo === true) ? "ppo" : "cispo";
  const low = numberOf(config, "epsilon") ?? (name === "ppo" ? PPO_EPSILON : CISPO_EPSILON.low);
  const high = numberOf(config, "epsilon_high") ?? (name === "ppo" ? low : CISPO_EPSILON.high);
  return { name, epsilonLow: low, epsilonHigh: high };
}

/** Reads a job's `experimental_config`; null or missing members get the defaults of the training facts. */
export function readSettings(config: Config): ReadSettings {
  const coefficient = numberOf(config, "kl_penalty_coef") ?? 0;
  const source = config.kl_penalty_source === "current_learner" ? "current_learner" : "sample";
  const settings: TrainingSettings = {
    learningRate: numberOf(config, "learning_rate") ?? DEFAULT_LEARNING_RATE,
    // It has no other types of the loss, whose defaults differ.
    advantages: readAdvantageRule({ ...config, loss_type: null }),
    loss: lossOf(config),
    shouldPrecalculateLogprobs: config.precalculate_logprobs === true,
    klPenalty: { coefficient, source },
    bytesPerStep: Math.max(1, numberOf(config, "packed_sequence_length") ?? DEFAULT_BYTES_PER_STEP),
  };
  const unused = Object.entries(config)
    .filter(([name, value]) => value !== null && !USED.has(name) && IDLE[name] !== value)
    .map(([name]) => name);
  return { settings, unused };
}
