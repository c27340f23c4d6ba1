import type { TrainingTarget } from "@/lib/training/trajectories/training-request-body";
import { type ConfigTexts, emptyConfig } from "./prepare-config";

/** What is typed of the target beside the model, which stands in the address. */
export interface TargetChoices {
  readonly kind: TrainingTarget["kind"];
  readonly split: string;
  readonly config: ConfigTexts;
}

export const defaultTarget: TargetChoices = { kind: "job", split: "val", config: emptyConfig };
