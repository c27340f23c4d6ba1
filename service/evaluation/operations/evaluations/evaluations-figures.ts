import { loadRuns } from "@/service/evaluation/evaluations/known-trials";
import { countRuns } from "@/service/evaluation/evaluations/rows/counted-runs";
import { runFigures } from "@/service/evaluation/evaluations/run-figures";
import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import type { Handler } from "@/service/traces/handlers/handler";

/** Returns the figures of runs, computed from their trials by one rule for all clients. */
export const readEvaluationFigures: Handler<"evaluations.figures"> = async ({ body }, services) => {
  const rule = { errorsAsFailures: body.errors_as_failures ?? true };
  const ids = [...new Set(body.runs.flatMap(({ id, against_id: against }) => (against ? [id, against] : [id])))];
  const loaded = await loadRuns(services, body.project_id, ids);
  const byId = new Map(loaded.map((run) => [run.root.id, run]));
  const all = body.same_rows ? await countRuns(services, body.project_id, loaded, body.rows) : null;
  const yielder = new EventLoopYielder();
  const runs = [];
  for (const { id, against_id: against } of body.runs) {
    const pair = [byId.get(id), byId.get(against ?? "")].filter((run) => run !== undefined);
    const counted = all ?? (await countRuns(services, body.project_id, pair, body.rows));
    const trialsOf = (wanted: string) => counted.runs.find(({ root }) => root.id === wanted)?.trials;
    const run = trialsOf(id);
    if (run !== undefined) runs.push({ ...runFigures(run, trialsOf(against ?? "") ?? null, rule), rows: counted.rows });
    await yielder.yieldToEventLoop();
  }
  return { runs };
};
