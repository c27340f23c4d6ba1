import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import type { TableRow } from "@/lib/api/contract/tables/tables";
import { countOf } from "@/lib/format/count";
import type { ProjectAddress } from "@/lib/training/conversations/conversation-source";
import { TrajectoryCollector } from "@/lib/training/trajectories/collect-trajectories";
import { conversationPaths, ROW_ITSELF, readTableRow } from "@/lib/training/trajectories/read-table-row";
import type { ReadProblem } from "@/lib/training/trajectories/read-value";
import type { FilePart } from "./read-file";

/** Texts are passed on in pieces of this size. */
const PIECE_BYTES = 1024 * 1024;

/** Rows that are searched for the conversation column. */
export const SAMPLE_ROWS = 50;

/** The rows to read, and the path of the conversations; null to detect it in the first rows. */
export interface TableChoice {
  readonly digest: string;
  readonly rowDigests: readonly string[];
  readonly path: string | null;
}

export function tableBody(projectId: string, { digest, rowDigests }: Omit<TableChoice, "path">) {
  const filter = rowDigests.length === 0 ? {} : { filter: { row_digests: [...rowDigests] } };
  return { project_id: projectId, digest, ...filter };
}

/** The number of rows to read; null where the service cannot report it. */
async function countRows(
  { connectionId, projectId, signal }: ProjectAddress,
  choice: TableChoice,
): Promise<number | null> {
  if (choice.rowDigests.length > 0) return choice.rowDigests.length;
  try {
    const body = { project_id: projectId, digest: choice.digest };
    return (await callOperation(connectionId, "table.queryStats", { body, signal })).count;
  } catch (error) {
    if (failureOf(error).kind !== "unsupported") throw error;
    return null;
  }
}

/** Turns rows into trajectories as they arrive. */
class RowReader {
  readonly #collector: TrajectoryCollector;
  readonly #table: string;
  #path: string | null;
  #problems: ReadProblem[] = [];
  /** Waits until there are enough rows to detect the conversations. */
  #first: TableRow[] = [];
  count = 0;

  constructor(source: string, { digest, path }: TableChoice) {
    this.#collector = new TrajectoryCollector(source);
    this.#table = digest;
    this.#path = path;
  }

  add(rows: readonly TableRow[]): void {
    if (this.#path === null) {
      this.#first.push(...rows);
      if (this.#first.length >= SAMPLE_ROWS) this.#begin();
    } else this.#read(rows, this.#path);
  }

  #begin(): void {
    // Where no column fits all rows, each row reports its own error.
    this.#path = conversationPaths(this.#first.slice(0, SAMPLE_ROWS))[0] ?? ROW_ITSELF;
    this.#read(this.#first, this.#path);
    this.#first = [];
  }

  #read(rows: readonly TableRow[], path: string): void {
    for (const row of rows) {
      const address = `row ${row.original_index ?? this.count}`;
      const { groups, problems } = readTableRow(row, this.#table, path, address);
      for (const group of groups) this.#collector.add(group);
      this.#problems.push(...problems);
      this.count += 1;
    }
  }

  get isFull(): boolean {
    return this.#collector.size >= PIECE_BYTES;
  }

  flush(): FilePart {
    if (this.#path === null) this.#begin();
    const part = { ...this.#collector.flush(), problems: this.#problems };
    this.#problems = [];
    return part;
  }
}

/**
 * Reads the trajectories in rows of a table, part by part. Rows before a failure have been passed on.
 *
 * @param onPart with the share of the rows that have been read, 0 where it is unknown
 * @throws RequestFailure, AbortError when stopped, Error when the response broke off or there are no rows
 */
export async function readTable(
  address: ProjectAddress,
  source: string,
  choice: TableChoice,
  onPart: (part: FilePart, share: number) => void,
): Promise<void> {
  const { connectionId, projectId, signal } = address;
  const total = await countRows(address, choice);
  const reader = new RowReader(source, choice);
  const hand = () => onPart(reader.flush(), total === null || total === 0 ? 0 : Math.min(1, reader.count / total));
  const body = tableBody(projectId, choice);
  const { end, badLines } = await streamOperation(connectionId, "table.queryStream", { body, signal }, (rows) => {
    reader.add(rows);
    if (reader.isFull) hand();
  });
  hand();
  if (end.kind === "stopped") throw new DOMException("stopped", "AbortError");
  if (end.kind === "cut-short") throw new Error(`The response ended early: ${end.reason}`);
  if (badLines.length > 0)
    throw new Error(`${countOf(badLines.length, "row")} could not be read: ${badLines[0]?.reason ?? ""}`);
  if (reader.count === 0) throw new Error("The table is empty or was not found.");
}
