import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { checkpointOf } from "./checkpoint-name";

/** What the runs of a group have in common. */
export const runGroupings = ["dataset", "model", "evaluation"] as const;
export type RunGrouping = (typeof runGroupings)[number];

/** Runs that have a dataset version, a model or an evaluation in common, newest first. */
export interface RunGroup {
  readonly key: string;
  readonly name: string;
  readonly runs: readonly EvaluationRun[];
}

/** Returns runs in groups, the group with the newest run first. */
export function groupRuns(runs: readonly EvaluationRun[], by: RunGrouping = "dataset"): RunGroup[] {
  const groups = new Map<string, EvaluationRun[]>();
  for (const run of runs) {
    const key = by === "dataset" ? datasetKey(run) : `${by} ${groupName(run, by)}`;
    const group = groups.get(key);
    if (group) group.push(run);
    else groups.set(key, [run]);
  }
  return [...groups].map(([key, members]) => ({ key, name: groupName(members[0], by), runs: members }));
}

function groupName(run: EvaluationRun | undefined, by: RunGrouping): string {
  // The checkpoints of a model are one group.
  if (by === "model") return checkpointOf(run?.model_name ?? "").model;
  if (by === "evaluation") return run?.evaluation_id || "Unnamed evaluation";
  return run?.dataset_name || run?.evaluation_id || "No dataset";
}

/**
 * Names the dataset version of a run: runs with the same one are on the same examples. Runs without a dataset go by their
 * evaluation. A new version of an SDK makes new versions of unchanged evaluations, so those do not divide a group. A
 * logger's dataset is only a name: all its runs with that name are on the same examples, as far as is known.
 */
function datasetKey(run: EvaluationRun): string {
  if (run.writer === "logger" && run.dataset_name !== "") return `logger ${run.dataset_name}`;
  return run.dataset_key === "" ? `evaluation ${run.evaluation_id}` : `dataset ${run.dataset_key}`;
}

/** Runs of a group that are shown before its older ones are asked for. */
export const FIRST_RUNS = 15;

/** Returns the runs of a group that its rows show: all of an opened one, else the newest. A single hidden run is not worth a button. */
export function shownRuns({ key, runs }: RunGroup, opened: readonly string[]): readonly EvaluationRun[] {
  return opened.includes(key) || runs.length <= FIRST_RUNS + 1 ? runs : runs.slice(0, FIRST_RUNS);
}

const promptName = ({ prompt_ref: ref }: EvaluationRun): string | null => ref?.slice(0, ref.lastIndexOf(":")) ?? null;

/**
 * Returns the run on the same dataset version that a run's scores are compared with: that of the highest lower step of
 * the same model; with a prompt, the newest earlier one of another version of it with the same model; otherwise the newest
 * earlier one of the same model name. What merely happened before is not compared with, nor are broken runs.
 *
 * @param runs newest first
 */
export function previousRun(run: EvaluationRun, runs: readonly EvaluationRun[]): EvaluationRun | null {
  const key = datasetKey(run);
  const others = runs.filter((other) => other.id !== run.id && hasFigures(other) && datasetKey(other) === key);
  const { model, step } = checkpointOf(run.model_name);
  if (step !== null) {
    const steps = others.map((other) => ({ other, ...checkpointOf(other.model_name) }));
    return steps.reduce<{ other: EvaluationRun | null; step: number }>(
      (best, one) =>
        one.model === model && one.step !== null && one.step < step && one.step > best.step
          ? { other: one.other, step: one.step }
          : best,
      { other: null, step: -1 },
    ).other;
  }
  const earlier = others.filter((other) => other.started_at < run.started_at && other.model_name === run.model_name);
  const prompt = promptName(run);
  const version =
    prompt === null
      ? undefined
      : earlier.find((other) => promptName(other) === prompt && other.prompt_ref !== run.prompt_ref);
  return version ?? earlier[0] ?? null;
}

/** True for a run that ended and was not broken off. */
export const hasFigures = ({ state }: EvaluationRun): boolean => state === "finished" || state === "unsummarized";

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
