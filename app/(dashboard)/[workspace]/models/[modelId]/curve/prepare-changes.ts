import type { CheckpointEvaluation } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { MAX_FIGURE_RUNS } from "@/lib/api/contract/evaluations/evaluation-limits";

/** Two evaluations whose difference is shown. */
export interface ChangePair {
  readonly step: number;
  readonly runId: string;
  readonly againstStep: number;
  readonly againstId: string;
}

interface FinishedRun {
  readonly step: number;
  readonly callId: string;
}

/** The checkpoints with figures, by step, and the calls of their evaluations. */
export function finishedRuns({ checkpoints }: CheckpointEvaluation): readonly FinishedRun[] {
  return checkpoints.flatMap(({ step, run }) =>
    run?.state === "finished" && run.call_id !== null ? [{ step, callId: run.call_id }] : [],
  );
}

/** Returns the newest pairs of neighbours, and of each of these with the best: on the same examples, by step. */
export function changePairs(evaluation: CheckpointEvaluation): {
  readonly previous: readonly ChangePair[];
  readonly best: readonly ChangePair[];
} {
  const runs = finishedRuns(evaluation);
  const shown = runs.slice(-MAX_FIGURE_RUNS);
  const best = runs.find(({ step }) => step === evaluation.best?.step);
  const pairOf = (run: FinishedRun, against: FinishedRun | undefined): ChangePair[] =>
    against === undefined || against.step === run.step
      ? []
      : [{ step: run.step, runId: run.callId, againstStep: against.step, againstId: against.callId }];
  return {
    previous: shown.flatMap((run) => pairOf(run, runs[runs.indexOf(run) - 1])),
    best: shown.flatMap((run) => pairOf(run, best)),
  };
}

/** Steps in a few words: neighbours among the evaluated ones become a range, `2 to 5, 8`. */
export function stepWords(steps: readonly number[], all: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const step of steps) {
    const last = ranges.at(-1);
    if (last && all.indexOf(step) === all.indexOf(last[1]) + 1) last[1] = step;
    else ranges.push([step, step]);
  }
  return ranges
    .map(([from, to]) =>
      from === to ? `${from}` : all.indexOf(to) === all.indexOf(from) + 1 ? `${from}, ${to}` : `${from} to ${to}`,
    )
    .join(", ");
}
