import { createHash } from "node:crypto";
import type { CheckpointRows, CheckpointScore } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import type { LoadedRun } from "@/service/evaluation/evaluations/known-trials";
import { restrictTrials } from "@/service/evaluation/evaluations/rows/counted-runs";
import { runFigures } from "@/service/evaluation/evaluations/run-figures";
import type { RunTrials } from "@/service/evaluation/evaluations/run-trials";

/** The same as on the page of an evaluation: a trial without an answer counts as failed. */
const RULE = { errorsAsFailures: true } as const;

/** Returns the scores of some rows that are kept for good. */
export function keptScores(trials: RunTrials): CheckpointScore[] {
  return runFigures(trials, null, RULE).scores.flatMap((score) =>
    score.kind === "text"
      ? []
      : [
          {
            id: score.id,
            kind: score.kind,
            mean: score.mean,
            low: score.interval?.low ?? null,
            high: score.interval?.high ?? null,
            example_count: score.example_count,
            failure_count: score.failure_count,
          },
        ],
  );
}

/**
 * Returns the figures of the rows that the model was trained on, and of those that it was not. Their scores are empty
 * where all rows are of one kind.
 */
export function rowFigures({ trials }: Pick<LoadedRun, "trials">, trained: ReadonlySet<string>): CheckpointRows {
  const own = [...trials.byExample.keys()];
  const known = own.filter((digest) => trained.has(digest));
  const heldOut = own.filter((digest) => !trained.has(digest));
  const areMixed = known.length > 0 && heldOut.length > 0;
  return {
    key: rowsKey(known),
    trained_count: known.length,
    held_out_count: heldOut.length,
    trained: areMixed ? keptScores(restrictTrials(trials, new Set(known))) : [],
    held_out: areMixed ? keptScores(restrictTrials(trials, new Set(heldOut))) : [],
    is_known: true,
  };
}

/** Returns a name of the trained rows, so that figures of other rows are recognized. */
function rowsKey(digests: readonly string[]): string {
  return createHash("sha256")
    .update([...digests].sort().join(" "))
    .digest("base64url");
}

/** Returns what remains where the calls of a run are gone and the model was trained on other rows since. */
export function unknownRows({ key, trained_count, held_out_count }: CheckpointRows): CheckpointRows {
  return { key, trained_count, held_out_count, trained: [], held_out: [], is_known: false };
}
