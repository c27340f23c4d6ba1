import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";

/** Returns the mean cost of a trial of some runs in USD; null without runs, and where the cost of one is not known. */
export function trialCost(figures: readonly EvaluationFigures[]): number | null {
  let [cost, trials] = [0, 0];
  for (const { cost_usd: own, trial_count: count } of figures) {
    if (own === null) return null;
    cost += own;
    trials += count;
  }
  return trials === 0 ? null : cost / trials;
}
