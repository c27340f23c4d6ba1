import type { IterationUpdate } from "./logged-iterations";

/** An iteration with metrics that were not a number. */
export interface NotFinite {
  readonly iteration: number;
  readonly names: readonly string[];
}

/** Metrics without which training makes no sense. Others, such as those of tests, are missing in most iterations. */
const LEARNED = /(^|[/_.])(loss|grad_norm|gradient_norm|entropy|kl|reward|rewards)([/_.]|$)/i;
const OF_TESTS = /(^|[/_.])(eval|val|valid|validation|test)([/_.]|$)/i;
const KEPT_NAMES = 5;

/**
 * Returns the newest of these iterations with a metric of the training that was logged as null: so clients log NaN and
 * infinite numbers, which JSON does not have. Null without one.
 */
export function notFiniteIn(updates: readonly Pick<IterationUpdate, "iteration" | "metrics">[]): NotFinite | null {
  for (const { iteration, metrics } of updates.toReversed()) {
    const names = Object.entries(metrics).flatMap(([name, value]) =>
      value === null && LEARNED.test(name) && !OF_TESTS.test(name) ? name : [],
    );
    if (names.length > 0) return { iteration, names: names.slice(0, KEPT_NAMES) };
  }
  return null;
}
