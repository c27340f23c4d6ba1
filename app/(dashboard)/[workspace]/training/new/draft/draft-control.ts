import type { DraftProblem } from "@/lib/training/trajectories/draft-problems";
import type { FieldPath, RowGrouping } from "@/lib/training/trajectories/group-rows";
import type { DraftRows, DraftTotals, GroupRewardFigures } from "@/lib/training/trajectories/reward-figures";
import type { DraftChoices } from "./draft-choices";

/** Trajectories with their rewards and groups, and every figure that follows from them. */
export interface DraftFigures {
  readonly draft: DraftRows;
  readonly figures: readonly GroupRewardFigures[];
  readonly totals: DraftTotals;
  readonly problems: readonly DraftProblem[];
}

/** Which field makes the groups, and which one holds the rewards. */
export interface GroupingControl {
  readonly paths: readonly FieldPath[];
  readonly grouping: RowGrouping;
  /** What was moved by hand goes back: it was moved among the groups before. */
  readonly setGrouping: (next: RowGrouping) => void;
  readonly movedCount: number;
  readonly takeMovesBack: () => void;
  readonly rewardPath: string | null;
  /** The empty path: rewards are typed. */
  readonly setRewardPath: (next: string) => void;
}

/** Leaves rows out, or takes them in again. */
export interface LeavingOut {
  readonly setLeftOut: (indexes: readonly number[], isLeftOut: boolean) => void;
}

/** What is done with one trajectory by hand. */
export interface TrajectoryControl extends LeavingOut {
  readonly isMoved: (index: number) => boolean;
  /** Puts a row into a group, a group of its own, or back. */
  readonly move: (index: number, target: number | "own" | null) => void;
  readonly isEdited: (index: number) => boolean;
  /** Null takes back what was typed. */
  readonly setReward: (index: number, reward: number | null) => void;
}

/** A draft with all that can be changed in it. */
export interface DraftControl extends DraftFigures, GroupingControl, TrajectoryControl {
  readonly choices: DraftChoices;
  readonly reset: () => void;
}
