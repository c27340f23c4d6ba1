import type { TrainingTarget } from "@/lib/training/trajectories/training-request-body";
import { type ConfigTexts, emptyConfig } from "./prepare-config";

/** The typed fields of the target, except the model, which is in the URL. */
export interface TargetChoices {
  readonly kind: TrainingTarget["kind"];
  readonly split: string;
  readonly config: ConfigTexts;
}

export const defaultTarget: TargetChoices = { kind: "job", split: "val", config: emptyConfig };
