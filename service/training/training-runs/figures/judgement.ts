import type { TrainingRunVerdict } from "@/lib/api/contract/training-runs/training-runs";
import type { CompanionChange, Companions } from "./companions";
import type { Failures } from "./failures";
import type { MeanError } from "./iteration-figures";
import type { Trend } from "./reward-trend";

/** The figures of one iteration that the verdict uses. */
export interface JudgedIteration extends Omit<Companions, "withoutSignal"> {
  readonly iteration: number;
  /** The mean reward; null when nothing was rewarded. */
  readonly mean: number | null;
  /** Of the mean; null when groups do not give it. */
  readonly error: MeanError | null;
  /** Standard deviation of single rewards; null when they are not known. */
  readonly deviation: number | null;
  /** Null where failed rollouts are not known. */
  readonly failures: Failures | null;
  readonly groups: number;
  readonly groupsWithSignal: number;
  readonly min: number | null;
  readonly max: number | null;
}

export type Rewarded = JudgedIteration & { readonly mean: number };

/** What a verdict is made of, for its words. */
export interface Judgement {
  readonly kind: TrainingRunVerdict["kind"];
  readonly figures: TrainingRunVerdict["figures"];
  readonly trend: Trend | null;
  readonly all: readonly JudgedIteration[];
  readonly counted: readonly Rewarded[];
  /** The last window of the trend. */
  readonly last: readonly Rewarded[];
  readonly companions: readonly CompanionChange[];
  readonly planned: number | null;
}
