import { readDelimited } from "./delimited-values";
import type { FileValue } from "./file-value";
import { ImportFileError } from "./import-file-error";

/** An export of records is known by the columns of its header row: one of each list. */
const RECORD_COLUMNS = [
  ["id", "trace_id", "run_id", "span_id", "context.span_id"],
  ["start_time", "timestamp", "trace_id", "run_id", "run_type", "created_at", "created"],
] as const;

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Yields the records of a CSV file as objects of texts, by the names in its first line. An empty cell is a missing member.
 *
 * @throws ImportFileError when the first line names no ids and times, so that the file is something else.
 */
export async function* readCsvValues(chunks: AsyncIterable<string>): AsyncGenerator<FileValue> {
  let names: readonly string[] | null = null;
  let number = 0;
  for await (const cells of readDelimited(chunks, ",")) {
    if (names === null) {
      names = cells.map((cell) => cell.trim());
      const found = names.map(inSnakeCase);
      if (!RECORD_COLUMNS.every((columns) => columns.some((name) => found.includes(name)))) throw notReadable();
      continue;
    }
    number += 1;
    const filePosition = `record ${number}`;
    if (cells.length > names.length) {
      const reason = `It has ${cells.length} cells, and the first line names ${names.length} columns.`;
      yield { kind: "unreadable", filePosition, reason };
      continue;
    }
    const members = names.flatMap((name, at) => (name === "" || !cells[at] ? [] : [[name, cells[at]] as const]));
    yield { kind: "value", filePosition, value: Object.fromEntries(members) };
  }
}

const notReadable = () =>
  new ImportFileError(
    "The file is neither a JSON list nor JSON objects, one per line, nor a CSV export whose first line names ids and times.",
  );
