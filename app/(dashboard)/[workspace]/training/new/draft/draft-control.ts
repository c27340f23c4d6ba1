import type { DraftProblem } from "@/lib/training/trajectories/draft-problems";
import type { FieldPath, RowGrouping } from "@/lib/training/trajectories/group-rows";
import type { DraftRows, DraftTotals, GroupRewardFigures } from "@/lib/training/trajectories/reward-figures";
import type { DraftChoices } from "./draft-choices";

/** Trajectories with their rewards and groups, and every figure derived from them. */
export interface DraftFigures {
  readonly draft: DraftRows;
  readonly figures: readonly GroupRewardFigures[];
  readonly totals: DraftTotals;
  readonly problems: readonly DraftProblem[];
}

/** The fields that define groups and rewards. */
export interface GroupingControl {
  readonly paths: readonly FieldPath[];
  readonly grouping: RowGrouping;
  /** Manual moves are undone: they belonged to the previous groups. */
  readonly setGrouping: (next: RowGrouping) => void;
  readonly movedCount: number;
  readonly takeMovesBack: () => void;
  readonly rewardPath: string | null;
  /** The empty path: rewards are typed. */
  readonly setRewardPath: (next: string) => void;
}

/** Excludes rows or includes them again. */
export interface LeavingOut {
  readonly setLeftOut: (indexes: readonly number[], isLeftOut: boolean) => void;
}

/** The manual changes to one trajectory. */
export interface TrajectoryControl extends LeavingOut {
  readonly isMoved: (index: number) => boolean;
  /** Moves a row into a group, a group of its own, or back. */
  readonly move: (index: number, target: number | "own" | null) => void;
  readonly isEdited: (index: number) => boolean;
  /** Null undoes the typed value. */
  readonly setReward: (index: number, reward: number | null) => void;
}

/** A draft with everything that can be changed in it. */
export interface DraftControl extends DraftFigures, GroupingControl, TrajectoryControl {
  readonly choices: DraftChoices;
  readonly reset: () => void;
}
