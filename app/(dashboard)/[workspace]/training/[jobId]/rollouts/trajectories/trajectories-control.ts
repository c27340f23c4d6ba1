import type {
  GroupsControl,
  RolloutAddress,
} from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/groups/groups-control";
import type { Workspace } from "@/lib/workspace/workspace";
import type { AdvantageBasis } from "./prepare-advantages";

/** The trajectories of the shown group, and the way from one to another. */
export interface TrajectoriesControl extends RolloutAddress, Pick<GroupsControl, "found" | "moveGroup"> {
  readonly workspace: Workspace;
  readonly advantages: AdvantageBasis;
  /** Trajectories and, behind them, exceptions. */
  readonly columnCount: number;
  /** The place of the shown one. */
  readonly trajectory: number;
  readonly toTrajectory: (index: number, message?: number | null) => void;
  readonly toMessage: (message: number | null) => void;
  readonly moveTrajectory: (by: number) => void;
}
