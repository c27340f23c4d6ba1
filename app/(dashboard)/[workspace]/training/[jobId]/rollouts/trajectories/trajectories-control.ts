import type {
  GroupsControl,
  RolloutAddress,
} from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/groups/groups-control";
import type { Renderer } from "@/lib/training/renderers/renderer-match";
import type { Workspace } from "@/lib/workspace/workspace";
import type { AdvantageBasis } from "./prepare-advantages";

/** The trajectories of the shown group, and the functions that move between them. */
export interface TrajectoriesControl extends RolloutAddress, Pick<GroupsControl, "found" | "moveGroup"> {
  readonly workspace: Workspace;
  readonly advantages: AdvantageBasis;
  /** The chosen renderer; null for messages. */
  readonly renderer: Renderer | null;
  /** Trajectories followed by exceptions. */
  readonly columnCount: number;
  /** The index of the shown trajectory. */
  readonly trajectory: number;
  readonly toTrajectory: (index: number, message?: number | null) => void;
  readonly toMessage: (message: number | null) => void;
  readonly moveTrajectory: (by: number) => void;
}
