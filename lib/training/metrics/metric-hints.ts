/** One line on how to read a metric. Names are those that trainers use; the first match counts. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^time\/waiting_s$/, "Seconds between the request and the start of the job."],
  [/^time\/weight_sync_s$/, "Seconds to write the checkpoint that servers load."],
  [/^time\//, "Seconds of wall time."],
  [/^system\/gpu_percent$/, "As reported by nvidia-smi. Low values mean that the GPU waits."],
  [/^system\/cpu_percent$/, "100 is one core."],
  [/clipped_ratio|truncated/, "Share of answers that were cut at their length limit."],
  [
    /steps_off_policy|(^|\/)off_policy(_level)?(\/all)?\/m|trajectory_staleness/,
    "Steps between the weights that sampled and those that are trained.",
  ],
  [/loss/, "Not a progress metric; starts near 0 by construction. See the reward."],
  [/reward(?:(?!reward).)*std/, "Spread within groups. Near 0 there is no gradient."],
  [/reward/, "Follow the trend over many steps. Groups with equal rewards have no gradient."],
  [/entropy/, "A fall towards 0 means collapse; a fast rise means drift."],
  [/kl|drift/, "Distance from the reference policy. Growth indicates off-policy problems."],
  [/grad_norm|gradient_norm/, "Before clipping. Spikes precede divergence."],
  [/clip/, "A few percent are normal. If much higher, lower the learning rate."],
  [/probs_corr/, "Below about 0.95 the trainer and the sampler disagree."],
  [/num_groups_trainable/, "Share of groups with reward variance. At 0 the step is skipped."],
  [/zero_variance|frac_reward_zero/, "Over half: the tasks are too easy or too hard."],
  [/exception/, "Over 5% for long indicates broken tools or a broken environment."],
  [/learning_rate|(^|[._/])lr$/, "The value that the trainer used for the step."],
];

/** Returns how to read a metric; null for an unknown name. */
export function metricHint(path: string): string | null {
  return HINTS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** Metrics of the machine and of time, which say nothing about what is learned. */
const OF_MACHINE = /^(time|system)\//;

/** The most important metrics, in order; others follow in order of appearance. */
const FIRST = [/^reward$/, /reward/, /^loss$/, /loss/, /kl|drift/, /entropy/, /grad_norm|gradient_norm/];

/** Sorts pinned paths first, then the most important, then the others in order of appearance. */
export function orderPaths(paths: readonly string[], pinned: readonly string[]): readonly string[] {
  const rank = (path: string) => {
    if (pinned.includes(path)) return -1;
    const place = OF_MACHINE.test(path) ? -1 : FIRST.findIndex((pattern) => pattern.test(path));
    return place < 0 ? FIRST.length : place;
  };
  return [...paths].sort((left, right) => rank(left) - rank(right));
}

/** Returns the better direction of a metric; null for an unknown name, or where neither is better. */
export function betterDirection(path: string): "more" | "less" | null {
  // Neither direction of a spread is better: near 0 there is nothing left to learn, and a large one is noise.
  if (/std|spread|variance/.test(path) || OF_MACHINE.test(path)) return null;
  if (/exception|error/.test(path)) return "less";
  return /reward|accuracy|pass|score|success/.test(path) ? "more" : null;
}
