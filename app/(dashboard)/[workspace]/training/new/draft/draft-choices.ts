import type { TrajectoryRow } from "@/lib/training/trajectories/collect-trajectories";
import type { Moves, RowGrouping } from "@/lib/training/trajectories/group-rows";

/** The user's choices for rows, as the page stores them. */
export interface RowChoices {
  readonly edits: ReadonlyMap<TrajectoryRow, number>;
  readonly out: ReadonlySet<TrajectoryRow>;
  /** Rows that were moved to another group. */
  readonly moves: Moves;
}

/** The user's choices for a draft; null where the page decides. */
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
