import { memberTexts } from "@/service/evaluation/evaluations/example-members";
import { readAllExampleTexts } from "@/service/evaluation/evaluations/example-texts";
import { type LoadedRun, loadRuns } from "@/service/evaluation/evaluations/known-trials";
import { compareRunSlices, type SliceRows } from "@/service/evaluation/evaluations/rows/compare-slices";
import { readTrainedRows } from "@/service/evaluation/evaluations/rows/trained-rows";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { Handler, Services } from "@/service/traces/handlers/handler";

type Sources = Pick<Services, "store" | "tables"> & { readonly signal: AbortSignal };

/** Returns each score of runs over two slices of their examples, and the difference of the slices. */
export const compareEvaluationSlices: Handler<"evaluations.compareSlices"> = async ({ body }, services) => {
  const path = body.path ?? null;
  const [first = "", second = ""] = body.values;
  if (first === second) throw new InvalidRequestError("The two slices must be different.");
  const runs = await loadRuns(services, body.project_id, body.run_ids);
  const { digests: trained } = await readTrainedRows(services, body.project_id, runs);
  const rowsOf =
    path === null ? lineageSlices(runs, trained) : await memberSlices(services, body.project_id, runs, path);
  const sides: SliceRows = [rowsOf(first), rowsOf(second)];
  const rule = { errorsAsFailures: body.errors_as_failures ?? true };
  return {
    path,
    slices: sides.map((rows, index) => ({
      value: body.values[index] ?? "",
      rows: rows.size,
      trained: [...rows].filter((digest) => trained.has(digest)).length,
    })),
    runs: await compareRunSlices(runs, sides, rule),
  };
};

/** The rows of a value, by digest. */
type RowsOf = (value: string) => ReadonlySet<string>;

async function memberSlices(
  sources: Sources,
  projectId: string,
  runs: readonly LoadedRun[],
  path: string,
): Promise<RowsOf> {
  const rows = new Map<string, Set<string>>();
  for (const run of runs) {
    for (const [digest, text] of await readAllExampleTexts(sources, projectId, run)) {
      const value = memberTexts(text).get(path);
      if (value === undefined) continue;
      const known = rows.get(value) ?? new Set();
      rows.set(value, known.add(digest));
    }
  }
  return (value) => rows.get(value) ?? new Set();
}

function lineageSlices(runs: readonly LoadedRun[], trained: ReadonlySet<string>): RowsOf {
  const digests = new Set(runs.flatMap(({ trials }) => [...trials.byExample.keys()]));
  return (value) => {
    if (value !== "held_out" && value !== "trained") {
      throw new InvalidRequestError("Without a member, the slices are `held_out` and `trained`.");
    }
    return new Set([...digests].filter((digest) => trained.has(digest) === (value === "trained")));
  };
}
