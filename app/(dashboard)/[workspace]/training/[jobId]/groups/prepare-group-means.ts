import { hasSpread, rewardSpread } from "@/lib/training/trajectories/advantage-rule";
import type { GroupSummary } from "@/lib/training/trajectories/trajectory-batch";

/** Groups with a mean reward in a range. */
export interface GroupMeansBar {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** The number of these groups without spread, which have no signal. */
  readonly flatCount: number;
}

const BAR_COUNT = 5;

/**
 * Returns the distribution of the groups' mean rewards in five bars, from the lowest to the highest reward, or 0 to 1.
 */
export function groupMeans(groups: readonly GroupSummary[]): readonly GroupMeansBar[] {
  const spreads = groups.map(({ rewards }) => rewardSpread(rewards));
  const means = spreads.flatMap(({ mean }) => mean ?? []);
  if (means.length === 0) return [];
  const [low, high] = [Math.min(0, ...means), Math.max(1, ...means)];
  const width = (high - low) / BAR_COUNT;
  const bars = Array.from({ length: BAR_COUNT }, (_, index) => ({
    from: low + index * width,
    to: low + (index + 1) * width,
    count: 0,
    flatCount: 0,
  }));
  for (const spread of spreads) {
    if (spread.mean === null) continue;
    const bar = bars[Math.min(BAR_COUNT - 1, Math.floor((spread.mean - low) / width))];
    if (!bar) continue;
    bar.count += 1;
    if (!hasSpread(spread)) bar.flatCount += 1;
  }
  return bars;
}
