import { createHash } from "node:crypto";
import type { CountedRows, RowSelection } from "@/lib/api/contract/evaluations/counted-rows";
import type { RowPart } from "@/lib/api/contract/evaluations/row-parts";
import { memberTexts } from "@/service/evaluation/evaluations/example-members";
import { readAllExampleTexts } from "@/service/evaluation/evaluations/example-texts";
import { computedOnce } from "@/service/evaluation/evaluations/known-figures";
import type { LoadedRun } from "@/service/evaluation/evaluations/known-trials";
import type { RunTrials } from "@/service/evaluation/evaluations/run-trials";
import type { Services } from "@/service/traces/handlers/handler";
import { readTrainedRows } from "./trained-rows";

type Sources = Pick<Services, "store" | "tables" | "lineage"> & { readonly signal: AbortSignal };

/** Runs of which only the rows that count are left. */
interface CountedRuns {
  readonly runs: readonly LoadedRun[];
  readonly rows: CountedRows;
  /** The rows that a model of the runs was trained on. */
  readonly trained: ReadonlySet<string>;
}

/** Returns runs with the trials of the rows that count: the same rows of all runs. */
export async function countRuns(
  sources: Sources,
  projectId: string,
  runs: readonly LoadedRun[],
  selection: RowSelection,
): Promise<CountedRuns> {
  const { digests: trained, models } = await readTrainedRows(sources, projectId, runs);
  const within = await matchingRows(sources, projectId, runs, selection);
  const trainedCount = [...within].filter((digest) => trained.has(digest)).length;
  const part = partOf(selection?.part ?? "held_out", trainedCount, within.size);
  const digests =
    part === "all" ? within : new Set([...within].filter((one) => trained.has(one) === (part === "trained")));
  const counts = { counted: digests.size, trained: trainedCount, all: within.size };
  return {
    runs: runs.map((run) => ({ ...run, trials: restrictTrials(run.trials, digests) })),
    rows: { part, ...counts, models: [...models] },
    trained,
  };
}

/** Nothing is held out where no row was trained on, or all were: figures are then over all rows, and say so. */
export function partOf(wanted: RowPart, trained: number, all: number): RowPart {
  return wanted === "held_out" && (trained === 0 || trained === all) ? "all" : wanted;
}

async function matchingRows(
  sources: Sources,
  projectId: string,
  runs: readonly LoadedRun[],
  selection: RowSelection,
): Promise<ReadonlySet<string>> {
  const conditions = selection?.where ?? [];
  const digests = new Set<string>();
  for (const run of runs) {
    if (conditions.length === 0) for (const digest of run.trials.byExample.keys()) digests.add(digest);
    else
      for (const [digest, text] of await readAllExampleTexts(sources, projectId, run)) {
        const members = memberTexts(text);
        if (conditions.every(({ path, value }) => members.get(path) === value)) digests.add(digest);
      }
  }
  return digests;
}

/** Returns the trials of some examples only, as if the run had no others; the client's summary is of all of them. */
export function restrictTrials(run: RunTrials, digests: ReadonlySet<string>): RunTrials {
  const kept = [...run.byExample].filter(([digest]) => digests.has(digest));
  if (kept.length === run.byExample.size) return run;
  const name = createHash("sha256")
    .update(kept.map(([digest]) => digest).join(" "))
    .digest("base64url");
  return computedOnce(run, run, `rows ${name}`, () => ({
    ...run,
    trials: run.trials.filter(({ digest }) => digests.has(digest)),
    byExample: new Map(kept),
    loggedSummary: undefined,
  }));
}
