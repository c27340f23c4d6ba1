import type { TrajectoryRow } from "@/lib/training/trajectories/collect-trajectories";

/** Where each row of a list stands; a list that was seen before is not walked again. */
const known = new WeakMap<readonly TrajectoryRow[], ReadonlyMap<TrajectoryRow, number>>();

export function indexesOf(rows: readonly TrajectoryRow[]): ReadonlyMap<TrajectoryRow, number> {
  const indexes = known.get(rows) ?? new Map(rows.map((row, index) => [row, index]));
  known.set(rows, indexes);
  return indexes;
}
