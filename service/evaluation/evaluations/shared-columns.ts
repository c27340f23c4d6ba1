import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { LoadedRun } from "./known-trials";
import type { ScoreColumn } from "./run-trials";

/** Returns the scores of all runs, those of the first run first. */
export function sharedColumns(runs: readonly LoadedRun[]): ScoreColumn[] {
  const columns = new Map<string, ScoreColumn>();
  for (const { trials } of runs)
    for (const column of trials.columns) if (!columns.has(column.id)) columns.set(column.id, column);
  return [...columns.values()];
}

/** Returns the score of an id. Rejects one that no run has. */
export function columnOf(columns: readonly ScoreColumn[], id: string): ScoreColumn {
  const column = columns.find((each) => each.id === id);
  if (column === undefined) throw new InvalidRequestError(`The runs have no score ${JSON.stringify(id)}.`);
  return column;
}
