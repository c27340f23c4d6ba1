import type {
  TrainingIteration,
  TrainingRun,
  TrainingRunVerdict,
} from "@/lib/api/contract/training-runs/training-runs";
import { countOf, formatCount } from "@/lib/format/count";

type Tone = "run" | "warn" | "ok" | "err" | "plain";

interface Word {
  readonly text: string;
  readonly tone: Tone;
}

/** The states of a run as words. */
export const runStates: Readonly<Record<TrainingRun["state"], Word>> = {
  queued: { text: "Queued", tone: "plain" },
  running: { text: "Running", tone: "run" },
  paused: { text: "Paused", tone: "warn" },
  stopping: { text: "Stopping", tone: "warn" },
  stopped: { text: "Stopped", tone: "plain" },
  finished: { text: "Finished", tone: "ok" },
  failed: { text: "Failed", tone: "err" },
};

/** How a run goes, in a word. */
export const verdictWords: Readonly<Record<TrainingRunVerdict["kind"], Word>> = {
  too_early: { text: "Too early", tone: "plain" },
  rising: { text: "Rising", tone: "ok" },
  flat: { text: "Flat", tone: "warn" },
  collapsed: { text: "Collapsed", tone: "err" },
  no_signal: { text: "No signal", tone: "warn" },
};

/** True while the service still changes a run. */
export function isMoving({ state }: Pick<TrainingRun, "state">): boolean {
  return state === "queued" || state === "running" || state === "stopping";
}

/** True while a run can be stopped. */
export function isOpen(run: Pick<TrainingRun, "state">): boolean {
  return isMoving(run) || run.state === "paused";
}

/** Returns the work of this moment: `Iteration 3: sampling, 12 of 64 rollouts`; null while the run rests. */
export function phaseText({ phase }: Pick<TrainingRun, "phase">): string | null {
  if (phase === null) return null;
  const { name, iteration, done, total } = phase;
  const of = (noun: string) =>
    total === null ? countOf(done, noun) : `${formatCount(done)} of ${countOf(total, noun)}`;
  const work = {
    sampling: `sampling, ${of("rollout")}`,
    sending: "sending the groups to the trainer",
    training: done === 0 && total === null ? "training, waiting for the trainer" : `training, ${of("gradient step")}`,
  }[name];
  return `Iteration ${formatCount(iteration)}: ${work}`;
}

/** The states of an iteration as words. */
export const iterationStateWords: Readonly<Record<TrainingIteration["state"], string>> = {
  sampling: "sampling",
  sending: "sending",
  training: "training",
  done: "done",
  no_signal: "no signal, no job",
  failed: "failed",
};
