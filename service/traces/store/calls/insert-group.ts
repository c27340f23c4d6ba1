import { jsonLine } from "@/service/traces/store/engine/json-line";
import { RowEncoder } from "@/service/traces/store/engine/row-encoder";
import type { BinaryInsert, Store } from "@/service/traces/store/engine/store";
import { WITHOUT_USAGE_SQL } from "@/service/traces/store/schema/stored-usage";
import type { CallKey } from "./call-keys";
import { type CallRow, callColumns, type NamePart, type TopPart, type TurnPart } from "./call-parts";
import type { GroupRows } from "./group-rows";
import type { WrittenRows } from "./new-calls";
import { finishedRow, openRow, writtenColumns } from "./written-row";

const OPEN_NUMBER_AT = callColumns.findIndex(({ name }) => name === "open_number");

/** Returns whether a row is a complete call. */
export const isFinishedRow = (row: CallRow): boolean => row[OPEN_NUMBER_AT] === 0;

/** The name of a summary's member for usage, and what an escaped name begins with. */
const MAY_REPORT = ['"usage"', "\\u"];

/** Returns whether a call of these rows may report usage. */
const mayReportUsage = (rows: readonly Uint8Array[]): boolean =>
  rows.some((bytes) => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return MAY_REPORT.some((name) => text.includes(name));
  });

/** Returns an insert of rows, and of others that are written already. */
function binaryInsert(rows: readonly CallRow[], written: readonly Uint8Array[]): BinaryInsert {
  const encoder = new RowEncoder(writtenColumns);
  for (const row of rows) encoder.add(isFinishedRow(row) ? finishedRow(row) : openRow(row));
  const all = rows.length > 0 ? [...written, encoder.bytes()] : written;
  const known = mayReportUsage(all) ? {} : { known: WITHOUT_USAGE_SQL };
  return { table: "call_rows", columns: writtenColumns, rows: all, ...known };
}

const isOfThisVersion = ({ columns }: WrittenRows): boolean => columns === writtenColumns;

/** Parts whose newest version counts. */
export interface LaterParts {
  readonly names: readonly NamePart[];
  readonly turns: readonly TurnPart[];
  readonly tops: readonly TopPart[];
}

/**
 * Stores the rows of a group, and those of finished calls that are written already. Closings come after the rows that
 * close: until the commit is published, readers see neither.
 */
export async function insertGroup(
  store: Store,
  { rows, closed }: Pick<GroupRows, "rows" | "closed">,
  written: readonly WrittenRows[],
  { names, turns, tops }: LaterParts,
  commit: number,
): Promise<void> {
  if (rows.length + written.length > 0) {
    // Rows of different partitions become different parts of the table, which are written at the same time.
    const kinds = [
      binaryInsert(
        rows.filter(isFinishedRow),
        written.filter(isOfThisVersion).flatMap((of) => of.rows),
      ),
      binaryInsert(
        rows.filter((row) => !isFinishedRow(row)),
        [],
      ),
      // From the log of a version that had other columns.
      ...written.flatMap((of) => (isOfThisVersion(of) ? [] : [{ table: "call_rows", ...of }])),
    ];
    await store.insert(...kinds.filter((sameKind) => sameKind.rows.length > 0));
  }
  if (closed.length > 0) {
    const lines = closed.map(({ number, generation }) =>
      jsonLine({ open_number: number, generation, commit_number: commit }),
    );
    await store.insert({
      table: "closed_calls",
      columns: ["open_number", "generation", "commit_number"],
      lines: Buffer.from(lines.join("")),
    });
  }
  if (names.length > 0) {
    const lines = names.map(({ projectId, id, displayName }) =>
      jsonLine({ project_id: projectId, id, display_name: displayName, commit_number: commit }),
    );
    await store.insert({
      table: "call_names",
      columns: ["project_id", "id", "display_name", "commit_number"],
      lines: Buffer.from(lines.join("")),
    });
  }
  if (turns.length > 0) await insertTurns(store, turns, commit);
  if (tops.length > 0) {
    const lines = tops.map(({ projectId, id, isTop }) =>
      jsonLine({ project_id: projectId, id, is_top: isTop ? 1 : 0, commit_number: commit }),
    );
    await store.insert({
      table: "call_tops",
      columns: ["project_id", "id", "is_top", "commit_number"],
      lines: Buffer.from(lines.join("")),
    });
  }
}

async function insertTurns(store: Store, turns: readonly TurnPart[], commit: number): Promise<void> {
  const lines = turns.map(({ projectId, id, threadId, turnId, changesKind }) =>
    jsonLine({
      project_id: projectId,
      id,
      thread_id: threadId ?? "",
      turn_id: turnId ?? "",
      changes_kind: changesKind ? 1 : 0,
      commit_number: commit,
    }),
  );
  await store.insert({
    table: "call_turns",
    columns: ["project_id", "id", "thread_id", "turn_id", "changes_kind", "commit_number"],
    lines: Buffer.from(lines.join("")),
  });
}

/** Stores that a user has deleted calls now. */
export async function insertDeletions(
  store: Store,
  projectId: string,
  keys: readonly CallKey[],
  userId: string,
): Promise<void> {
  const deletedAt = new Date().toISOString();
  const lines = keys.map(({ id, startedAt }) =>
    jsonLine({ project_id: projectId, started_at: startedAt, id, deleted_at: deletedAt, user_id: userId }),
  );
  await store.insert({
    table: "deleted_calls",
    columns: ["project_id", "started_at", "id", "deleted_at", "user_id"],
    lines: Buffer.from(lines.join("")),
  });
}
