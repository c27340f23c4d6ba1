import type { TrainingRunVerdict } from "@/lib/api/contract/training-runs/training-runs";
import type { StoredJob } from "@/service/training/state/training-state";
import type { JudgedIteration } from "@/service/training/training-runs/figures/judgement";
import type { NotFinite } from "@/service/training/training-runs/logged/not-finite";

/** What watches judge of a training run of any kind. */
export interface RunSigns {
  /** As clients see it, with its prefix. */
  readonly runId: string;
  readonly projectId: string;
  readonly name: string;
  /** True for a run that the service can pause and stop. */
  readonly canBeActedOn: boolean;
  /** True once it ended or was paused. */
  readonly isOver: boolean;
  /** True while it waits for a device or for people, and no event is expected. */
  readonly isWaiting: boolean;
  /** Null where no time is known. */
  readonly lastEventMs: number | null;
  readonly verdict: TrainingRunVerdict;
  readonly judged: readonly JudgedIteration[];
  /** US dollars; null where they are not known. */
  readonly costUsd: number | null;
  readonly notFinite: NotFinite | null;
}

/** Returns the newest of some times, in milliseconds; null without any. */
export function newestOf(times: readonly (string | null | undefined)[]): number | null {
  const known = times.flatMap((time) => (time == null ? [] : Date.parse(time))).filter(Number.isFinite);
  return known.length === 0 ? null : Math.max(...known);
}

/** Returns the iteration of a job that failed over a number that JSON does not have; null for any other job. */
export function notFiniteOfJob(
  { status, error_message: message }: Pick<StoredJob, "status" | "error_message">,
  iteration: number,
): NotFinite | null {
  if (status !== "failed" || message === null || !/\bnan\b|\binf(inity)?\b/i.test(message)) return null;
  return { iteration, names: [] };
}
