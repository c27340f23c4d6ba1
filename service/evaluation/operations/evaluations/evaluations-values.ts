import { alignExamples } from "@/service/evaluation/evaluations/aligned-examples";
import { readPositions } from "@/service/evaluation/evaluations/example-texts";
import { loadRuns } from "@/service/evaluation/evaluations/known-trials";
import { resultRows } from "@/service/evaluation/evaluations/result-rows";
import { countRuns } from "@/service/evaluation/evaluations/rows/counted-runs";
import { columnOf, sharedColumns } from "@/service/evaluation/evaluations/shared-columns";
import type { Handler } from "@/service/traces/handlers/handler";

/** Returns one score of all examples of runs, without texts: what a picture of a whole comparison needs. */
export const readEvaluationValues: Handler<"evaluations.values"> = async ({ body }, services) => {
  const { project_id: projectId } = body;
  const loaded = await loadRuns(services, projectId, body.run_ids);
  const { runs } = await countRuns(services, projectId, loaded, { ...body.rows, part: body.rows?.part ?? "all" });
  const column = columnOf(sharedColumns(runs), body.score);
  const [aligned, positions] = await Promise.all([
    alignExamples(services, projectId, runs, body.align_by ?? null),
    Promise.all(runs.map((run) => readPositions(services, projectId, run))),
  ]);
  const rule = { errorsAsFailures: body.errors_as_failures ?? true };
  const rows = resultRows(runs, aligned, positions, { focus: 0, column, rule });
  return {
    keys: rows.map(({ key }) => key),
    positions: rows.map(({ position }) => position),
    values: runs.map((_, index) => rows.map(({ cells }) => cells[index]?.value ?? null)),
  };
};
