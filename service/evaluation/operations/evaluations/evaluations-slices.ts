import { readAllExampleTexts } from "@/service/evaluation/evaluations/example-texts";
import { loadRuns } from "@/service/evaluation/evaluations/known-trials";
import { countRuns } from "@/service/evaluation/evaluations/rows/counted-runs";
import { slicesOf } from "@/service/evaluation/evaluations/slices";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";

/** Returns one score of a run by the values of a member of its examples. */
export const sliceEvaluation: Handler<"evaluations.slices"> = async ({ body }, services) => {
  const ids = [...new Set([body.run_id, ...(body.same_rows_as ?? [])])];
  const loaded = await loadRuns(services, body.project_id, ids);
  const { runs, rows } = await countRuns(services, body.project_id, loaded, body.rows);
  const run = runs.find(({ root }) => root.id === body.run_id);
  const column = run?.trials.columns.find(({ id }) => id === body.score);
  if (run === undefined || column === undefined) {
    throw new InvalidRequestError(`The run has no score ${JSON.stringify(body.score)}.`);
  }
  const texts = await readAllExampleTexts(services, body.project_id, run);
  const rule = { errorsAsFailures: body.errors_as_failures ?? true };
  return { ...slicesOf(run.trials, column, texts, body.path ?? null, rule), rows };
};
