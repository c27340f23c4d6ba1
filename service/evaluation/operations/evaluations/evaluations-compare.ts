import { alignExamples } from "@/service/evaluation/evaluations/aligned-examples";
import { compareRuns } from "@/service/evaluation/evaluations/compare-runs";
import { loadRuns } from "@/service/evaluation/evaluations/known-trials";
import { countRuns } from "@/service/evaluation/evaluations/rows/counted-runs";
import type { Handler } from "@/service/traces/handlers/handler";

/** Compares two to six runs with the first of them on the examples that they share. */
export const compareEvaluations: Handler<"evaluations.compare"> = async ({ body }, services) => {
  const loaded = await loadRuns(services, body.project_id, body.run_ids);
  const { runs, rows } = await countRuns(services, body.project_id, loaded, body.rows);
  const alignBy = body.align_by ?? null;
  const examples = await alignExamples(services, body.project_id, runs, alignBy);
  const rule = { errorsAsFailures: body.errors_as_failures ?? true };
  return { ...(await compareRuns(runs, { examples, isByDigest: alignBy === null }, rule)), rows };
};
