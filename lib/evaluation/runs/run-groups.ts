import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";

/** Runs on one dataset version, newest first. */
export interface RunGroup {
  readonly key: string;
  readonly datasetName: string;
  readonly runs: readonly EvaluationRun[];
}

/**
 * Returns runs by dataset version, the group with the newest run first. Runs without a dataset are grouped by
 * evaluation. A new version of an SDK makes new versions of unchanged evaluations, so those do not divide a group.
 */
export function groupRuns(runs: readonly EvaluationRun[]): RunGroup[] {
  const groups = new Map<string, EvaluationRun[]>();
  for (const run of runs) {
    const key = groupKey(run);
    const group = groups.get(key);
    if (group) group.push(run);
    else groups.set(key, [run]);
  }
  return [...groups].map(([key, members]) => ({
    key,
    datasetName: members[0]?.dataset_name || members[0]?.evaluation_id || "No dataset",
    runs: members,
  }));
}

/** A logger's dataset is only a name: all its runs with that name are on the same examples, as far as is known. */
function groupKey(run: EvaluationRun): string {
  if (run.writer === "logger" && run.dataset_name !== "") return `logger ${run.dataset_name}`;
  return run.dataset_key === "" ? `evaluation ${run.evaluation_id}` : `dataset ${run.dataset_key}`;
}

/**
 * Returns the run that a run's scores are compared with: the newest earlier one of the same model name on the same
 * dataset version, else the newest earlier one of the same evaluation there. Broken runs are not compared with.
 */
export function previousRun(run: EvaluationRun, group: RunGroup): EvaluationRun | null {
  const earlier = group.runs.filter(
    (other) => other.started_at < run.started_at && (other.state === "finished" || other.state === "unsummarized"),
  );
  return (
    earlier.find(({ model_name: name }) => name === run.model_name) ??
    earlier.find(({ evaluation_id: id }) => id === run.evaluation_id) ??
    null
  );
}

/** Returns the runs whose name, model or dataset contains a text. */
export function findRuns(runs: readonly EvaluationRun[], text: string): readonly EvaluationRun[] {
  const needle = text.trim().toLowerCase();
  if (needle === "") return runs;
  return runs.filter((run) =>
    [run.name, run.evaluation_id, run.model_name, run.dataset_name].some((name) => name.toLowerCase().includes(needle)),
  );
}

/** Returns runs as they are compared: the oldest is the baseline, so that changes are those of the newer ones. */
export const oldestFirst = (runs: readonly EvaluationRun[]): EvaluationRun[] =>
  [...runs].sort((left, right) => left.started_at.localeCompare(right.started_at));

/**
 * The reason why runs cannot be compared; null when they can. The dataset of a logger is only a name: its examples may be
 * the rows of a stored dataset, and the comparison says how many are.
 */
export function comparisonProblem(runs: readonly EvaluationRun[], maximum: number): string | null {
  if (runs.length < 2) return "Select two to six evaluations to compare.";
  if (runs.length > maximum) return `At most ${maximum} evaluations can be compared.`;
  const stored = runs.filter(({ writer }) => writer !== "logger");
  const named = stored.length > 0 ? stored : runs;
  if (new Set(named.map((run) => run.dataset_name || run.evaluation_id)).size > 1)
    return "The selected evaluations use different datasets.";
  return null;
}
