import type { TrajectoryRow } from "@/lib/training/trajectories/collect-trajectories";
import type { Moves, RowGrouping } from "@/lib/training/trajectories/group-rows";

/** What is chosen for rows, as the page holds it. */
export interface RowChoices {
  readonly edits: ReadonlyMap<TrajectoryRow, number>;
  readonly out: ReadonlySet<TrajectoryRow>;
  /** Rows that were put into another group. */
  readonly moves: Moves;
}

/** What a person chose of a draft; null where it is left to the page. */
export interface DraftChoices extends RowChoices {
  readonly grouping: RowGrouping | null;
  readonly rewardPath: string | null;
}

export const nothingChosen: DraftChoices = {
  grouping: null,
  rewardPath: null,
  edits: new Map(),
  out: new Set(),
  moves: new Map(),
};
