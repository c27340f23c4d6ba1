import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { type RunRow, readRunRows, settingsError } from "@/service/evaluation/evaluation-runs/trials/run-rows";
import type { RefStores } from "@/service/traces/values/ref-values";
import type { TaskValues } from "@/service/training/training-runs/records/run-records";
import { readThreadTasks } from "./thread-tasks";

export interface Tasks {
  readonly values: readonly TaskValues[];
  readonly columns: ReadonlySet<string>;
  /** True if a later read may return other tasks: threads grow, and can be deleted. */
  readonly canChange: boolean;
}

const columnsOf = (values: readonly TaskValues[]) => new Set(values.flatMap((one) => Object.keys(one)));

/**
 * Reads the tasks of a run, in their order.
 *
 * @throws ValidationError naming the member of the settings, NotFoundError
 */
export async function readTasks(
  sources: RefStores,
  projectId: string,
  tasks: TrainingRunSettings["tasks"],
  signal: AbortSignal,
): Promise<Tasks> {
  switch (tasks.kind) {
    case "prompts":
      return { values: tasks.items, columns: columnsOf(tasks.items), canChange: false };
    case "threads": {
      const values = await readThreadTasks(sources.store, projectId, tasks.thread_ids, signal);
      return { values, columns: columnsOf(values), canChange: true };
    }
    case "table": {
      const { rows, columns } = await readRunRows(sources, projectId, tasks.rows, signal);
      if (rows.length === 0) throw settingsError(["tasks", "rows"], "No row matches");
      const map = Object.entries(tasks.column_map ?? {});
      for (const [name, column] of map) {
        const at = ["tasks", "column_map", name];
        if (columns.has(name)) throw settingsError(at, `The table has a column ${name} already`);
        if (!columns.has(column)) throw settingsError(at, `No row has the column ${column}`);
      }
      const values = rows.map(({ row }) => withNames(row, map));
      return { values, columns: new Set([...columns, ...map.map(([name]) => name)]), canChange: false };
    }
  }
}

/** Returns a row under the mapped names of its columns. */
function withNames(row: RunRow["row"], map: readonly (readonly [string, string])[]): TaskValues {
  const named = map.flatMap(([name, column]) => (Object.hasOwn(row, column) ? [[name, row[column]]] : []));
  return { ...row, ...Object.fromEntries(named) };
}
