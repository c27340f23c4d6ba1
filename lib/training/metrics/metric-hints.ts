/** One line on how to read a figure. Names are those that trainers use; the first that fits counts. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/loss/, "No measure of progress: near 0 at the first step by construction. Look at the reward."],
  [/reward_std|reward.*std/, "Spread inside the groups. Towards 0 there is nothing left to learn from."],
  [/reward/, "The trend over many steps. Groups whose rewards are all equal train nothing."],
  [/entropy/, "Falling towards 0 is collapse; rising fast is drift."],
  [/kl|drift/, "Distance from the policy that it is held against. Growing means off-policy trouble."],
  [/grad_norm|gradient_norm/, "Before clipping. Spikes come before divergence."],
  [/clip/, "A few percent are normal. Much more: lower the learning rate."],
  [/probs_corr/, "Below about 0.95 the trainer and the sampler do not agree."],
  [/num_groups_trainable/, "Groups with more than one reward among them. At 0 the step is skipped."],
  [/zero_variance|frac_reward_zero/, "Over half: the tasks are too easy or too hard."],
  [/exception/, "Over 5% for long means broken tools or a broken environment."],
  [/learning_rate|(^|[._/])lr$/, "What the trainer used for the step."],
];

/** How to read a metric; null where its name says nothing. */
export function metricHint(path: string): string | null {
  return HINTS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** What is looked at first, in the order of use; others follow as they came. */
const FIRST = [/^reward$/, /reward/, /^loss$/, /loss/, /kl|drift/, /entropy/, /grad_norm|gradient_norm/];

/** Pinned paths first, then those that matter most, then the others in the order in which they came. */
export function orderPaths(paths: readonly string[], pinned: readonly string[]): readonly string[] {
  const rank = (path: string) => {
    if (pinned.includes(path)) return -1;
    const place = FIRST.findIndex((pattern) => pattern.test(path));
    return place < 0 ? FIRST.length : place;
  };
  return [...paths].sort((left, right) => rank(left) - rank(right));
}

/** Which way a metric is better; null where its name says nothing, or neither way is. */
export function betterDirection(path: string): "more" | "less" | null {
  // A spread is neither: towards 0 nothing is left to learn, and much of it is noise.
  if (/std|spread|variance/.test(path)) return null;
  if (/exception|error/.test(path)) return "less";
  return /reward|accuracy|pass|score|success/.test(path) ? "more" : null;
}
