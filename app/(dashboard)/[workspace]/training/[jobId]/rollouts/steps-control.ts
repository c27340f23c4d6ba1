import type { Batch } from "@/components/training/source-key";
import type { JobRecord } from "@/lib/api/contract/training";
import type { GroupsControl } from "./groups-control";
import type { StepList } from "./prepare-steps";

/** The steps of the model, and the way from one to another. */
export interface StepsControl extends Pick<GroupsControl, "groups" | "counts"> {
  readonly record: JobRecord;
  readonly batches: readonly Batch[];
  readonly steps: StepList;
  readonly toBatch: (id: string, isStep?: boolean) => void;
  /** The step so many further on; the ends stay where they are. */
  readonly moveStep: (by: number) => void;
}
