import type { GroupsControl } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/groups/groups-control";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import type { Batch } from "@/lib/training/trajectories/trajectory-batch";
import type { StepList } from "./prepare-step-marks";

/** The steps of the model, and the functions that move between them. */
export interface StepsControl extends Pick<GroupsControl, "groups" | "counts"> {
  readonly record: JobRecord;
  readonly batches: readonly Batch[];
  readonly steps: StepList;
  readonly toBatch: (id: string, isStep?: boolean) => void;
  /** Moves by this many steps; stops at the ends. */
  readonly moveStep: (by: number) => void;
}
