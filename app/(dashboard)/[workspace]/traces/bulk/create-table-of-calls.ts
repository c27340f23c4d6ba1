import { callOperation } from "@/lib/api/client/service-client";
import { appendToTable, publishDataset, publishTable } from "@/lib/dataset/publish-table";
import { rowsDigest } from "@/lib/dataset/table-address";
import type { Dictionary } from "@/lib/json/value/value-kind";
import { MAX_ROWS, membersOf, type RowColumn, tableRowOfCall } from "./calls-to-table-rows";
import { type CallsSubject, readCalls } from "./read-selected-calls";
import type { LongTaskControl } from "./use-long-task";

export interface TableTarget {
  /** The dataset; `""` for a table without one. */
  readonly name: string;
  /** Behind the rows that the dataset has, rather than in their place. */
  readonly isAppending: boolean;
}

export interface CreatedTable {
  readonly digest: string;
  /** `NAME:DIGEST` of the dataset's new version; null for a table without one. */
  readonly dataset: string | null;
  readonly rowCount: number;
}

/** The chosen dataset has no table that rows could be put behind. */
class MissingTableError extends Error {
  constructor(name: string) {
    super(`${name} has no table of rows that others can be put behind. Nothing was stored.`);
    this.name = "NoRowsToAppendTo";
  }
}

/**
 * Makes a table of calls, a row each, and a version of a dataset that has it.
 *
 * @throws RequestFailure, AbortError, MissingTableError; before the last request nothing names the rows
 */
export async function createTableOfCalls(
  subject: CallsSubject,
  columns: readonly RowColumn[],
  { name, isAppending }: TableTarget,
  { signal, onProgress }: LongTaskControl,
): Promise<CreatedTable> {
  const base = isAppending && name !== "" ? await baseOf(subject, name, signal) : null;
  const rows: Dictionary[] = [];
  await readCalls(subject, {
    columns: membersOf(columns),
    signal,
    onCalls: async (calls) => {
      for (const call of calls) rows.push(tableRowOfCall(call, columns));
      if (rows.length > MAX_ROWS)
        throw new Error(`More than ${MAX_ROWS} calls: export them, and make a table of the file.`);
      onProgress(rows.length);
    },
  });
  const digest =
    base === null
      ? await publishTable(subject, rows, signal, onProgress)
      : await appendToTable(subject, base, rows, signal, onProgress);
  if (name === "") return { digest, dataset: null, rowCount: rows.length };
  const version = await publishDataset(subject, name, digest, signal);
  return { digest, dataset: `${name}:${version}`, rowCount: rows.length };
}

async function baseOf({ connectionId, projectId }: CallsSubject, name: string, signal: AbortSignal): Promise<string> {
  const body = { project_id: projectId, object_id: name, digest: "latest" };
  const { obj } = await callOperation(connectionId, "obj.read", { body, signal });
  const digest = rowsDigest(obj.val);
  if (digest === null) throw new MissingTableError(name);
  return digest;
}
