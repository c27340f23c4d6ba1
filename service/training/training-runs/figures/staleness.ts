import type { Staleness } from "@/lib/api/contract/training-runs/staleness";

/** Rollouts by the training steps between the weights that sampled them and those that they train. */
export type LagCounts = Readonly<Record<string, number>>;

/** An iteration with its rollouts by lag; null where none says which weights sampled it. */
export interface StaleIteration {
  readonly iteration: number;
  readonly lags: LagCounts | null;
  /** All of them. */
  readonly rollouts: number;
}

const MAX_STRETCHES = 60;
const MAX_BANDS = 10;

/** Rollouts by the training steps in the weights that sampled them. */
export type VersionCounts = Readonly<Record<string, number>>;

/**
 * Returns rollouts by lag; null where none says its version. The iteration less 1 is the number of training steps before
 * it.
 */
export function lagsOf(iteration: number, versions: readonly (number | null | undefined)[]): LagCounts | null {
  const counts: Record<string, number> = {};
  for (const version of versions) if (version != null) counts[version] = (counts[version] ?? 0) + 1;
  return lagsAmong(iteration - 1, counts);
}

/**
 * Returns rollouts by lag; null where none says its version. A newer version than what is trained counts something else,
 * and is unknown.
 *
 * @param trained the steps in the weights that they train
 */
export function lagsAmong(trained: number, versions: VersionCounts): LagCounts | null {
  const known = Object.entries(versions).filter(([version]) => Number(version) <= trained);
  if (known.length === 0) return null;
  return Object.fromEntries(known.map(([version, count]) => [trained - Number(version), count]));
}

interface Known extends StaleIteration {
  readonly lags: LagCounts;
}

const pairsOf = (all: readonly Known[]) =>
  all.flatMap(({ lags }) => Object.entries(lags).map(([lag, count]) => [Number(lag), count] as const));

const countOf = (pairs: readonly (readonly [lag: number, count: number])[]) =>
  pairs.reduce((sum, [, count]) => sum + count, 0);

/** Returns how stale the rollouts of a run were, in up to 60 stretches of iterations; null where no rollout says it. */
export function stalenessOf(all: readonly StaleIteration[]): Staleness | null {
  const known = all.filter((one): one is Known => one.lags !== null);
  const pairs = pairsOf(known);
  const rollouts = countOf(pairs);
  if (rollouts === 0) return null;
  const most = pairs.reduce((largest, [lag]) => Math.max(largest, lag), 0);
  const width = Math.ceil((most + 1) / MAX_BANDS);
  const bands = Array.from({ length: Math.ceil((most + 1) / width) }, (_, at) => ({
    from: at * width,
    to: (at + 1) * width - 1,
  }));
  const size = Math.ceil(known.length / MAX_STRETCHES);
  return {
    ...{ rollouts, most, bands },
    unknown: known.reduce((sum, one) => sum + one.rollouts, 0) - rollouts,
    mean: pairs.reduce((sum, [lag, count]) => sum + lag * count, 0) / rollouts,
    stretches: Array.from({ length: Math.ceil(known.length / size) }, (_, at) => {
      const own = known.slice(at * size, (at + 1) * size);
      const counts = pairsOf(own);
      const total = countOf(counts);
      const shareOf = (band: number) => countOf(counts.filter(([lag]) => Math.floor(lag / width) === band)) / total;
      return {
        from: own[0]?.iteration ?? 0,
        to: own.at(-1)?.iteration ?? 0,
        shares: bands.map((_, band) => shareOf(band)),
      };
    }),
  };
}
