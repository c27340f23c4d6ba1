import type { EvaluationRunDetail } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import type { TrainingRun } from "@/lib/api/contract/training-runs/training-runs";

/** The state of a run of the service. */
export type RunState = EvaluationRunDetail["state"] | TrainingRun["state"];

/** A word with its color. */
export interface Word {
  readonly text: string;
  readonly tone: "run" | "warn" | "ok" | "err" | "plain";
}

/** The states of a run as words. */
export const runStates: Readonly<Record<RunState, Word>> = {
  queued: { text: "Queued", tone: "plain" },
  running: { text: "Running", tone: "run" },
  paused: { text: "Paused", tone: "warn" },
  stopping: { text: "Stopping", tone: "warn" },
  stopped: { text: "Stopped", tone: "plain" },
  finished: { text: "Finished", tone: "ok" },
  failed: { text: "Failed", tone: "err" },
};

/** True while the service still changes a run. */
export function isMoving({ state }: { readonly state: RunState }): boolean {
  return state === "queued" || state === "running" || state === "stopping";
}

/** True while a run can be stopped. */
export function isOpen(run: { readonly state: RunState }): boolean {
  return isMoving(run) || run.state === "paused";
}
