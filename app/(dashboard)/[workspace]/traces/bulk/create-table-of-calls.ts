import { callOperation } from "@/lib/api/client/service-client";
import { appendToTable, publishDataset, publishTable } from "@/lib/dataset/publish-table";
import { MAX_ROWS, membersOf, type RowColumn, tableRowOfCall } from "@/lib/dataset/rows-of-calls";
import { rowsDigest } from "@/lib/dataset/table-address";
import type { Dictionary } from "@/lib/json/value/value-kind";
import { type CallsSubject, readCalls } from "./read-selected-calls";
import type { LongTaskControl } from "./use-long-task";

export interface TableTarget {
  /** The dataset; `""` for a table without one. */
  readonly name: string;
  /** Appends to the rows of the dataset instead of replacing them. */
  readonly isAppending: boolean;
}

export interface CreatedTable {
  readonly digest: string;
  /** `NAME:DIGEST` of the dataset's new version; null for a table without a dataset. */
  readonly dataset: string | null;
  readonly rowCount: number;
}

/** The chosen dataset has no table to append rows to. */
class MissingTableError extends Error {
  constructor(name: string) {
    super(`${name} has no table of rows to append to. Nothing was stored.`);
    this.name = "NoRowsToAppendTo";
  }
}

/**
 * Creates a table with one row per call, and a dataset version that contains it.
 *
 * @throws RequestFailure, AbortError, MissingTableError; before the last request nothing references the rows
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
        throw new Error(`More than ${MAX_ROWS} calls: export them and create a table from the file.`);
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
