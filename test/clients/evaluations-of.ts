import type { EvaluationFigures, ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { ClientsService } from "./clients-service";

/** An evaluation of a project with its figures. */
interface FoundEvaluation {
  readonly run: EvaluationRun;
  readonly figures: EvaluationFigures;
  readonly score: (id: string) => ScoreFigures | undefined;
}

/**
 * Reads the evaluations of a project as the list does. The result finds one by the beginnings of the names of its
 * evaluation and its model, and throws when there is none.
 */
export async function evaluationsOf(
  service: ClientsService,
  project: string,
): Promise<(id: string, model?: string) => FoundEvaluation> {
  const { runs } = (await service.ask("/evaluations/query", { project_id: project })) as unknown as {
    runs: EvaluationRun[];
  };
  const { runs: figures } = (await service.ask("/evaluations/figures", {
    project_id: project,
    runs: runs.map(({ id }) => ({ id })),
  })) as unknown as { runs: EvaluationFigures[] };
  return (id, model = "") => {
    const run = runs.find(
      ({ evaluation_id: evaluation, model_name: name }) => evaluation.startsWith(id) && name.startsWith(model),
    );
    const found = figures.find(({ run_id: runId }) => runId === run?.id);
    if (run === undefined || found === undefined) throw new Error(`No run of ${id} among ${JSON.stringify(runs)}`);
    return { run, figures: found, score: (score) => found.scores.find((each) => each.id === score) };
  };
}
