import type { TrainedTrajectory } from "@/lib/api/contract/app/lineage";
import type { DraftRows } from "./reward-figures";

/** Returns the trajectories of a draft that have an origin, with their positions in its request. */
export function trainedTrajectories({ rows, groups, rewards, isOut }: DraftRows): TrainedTrajectory[] {
  const trained: TrainedTrajectory[] = [];
  let group = 0;
  for (const { rows: indexes } of groups) {
    const sent = indexes.filter((index) => isOut[index] === 0);
    if (sent.length === 0 && indexes.length > 0) continue;
    for (const [trajectory, index] of sent.entries()) {
      const origin = rows[index]?.origin;
      if (origin) trained.push({ group, trajectory, reward: rewards[index] ?? 0, ...origin });
    }
    group += 1;
  }
  return trained;
}
