import type { TrajectoryRow } from "@/lib/training/trajectories/collect-trajectories";

/** Returns the index of each row of a list; cached per list. */
const known = new WeakMap<readonly TrajectoryRow[], ReadonlyMap<TrajectoryRow, number>>();

export function indexesOf(rows: readonly TrajectoryRow[]): ReadonlyMap<TrajectoryRow, number> {
  const indexes = known.get(rows) ?? new Map(rows.map((row, index) => [row, index]));
  known.set(rows, indexes);
  return indexes;
}
