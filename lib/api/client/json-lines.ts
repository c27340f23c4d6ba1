import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/guard/error-message";
import { failureOf, isAbort } from "./request-failure";

/** How a stream of rows ended. Rows that arrived before are kept in every case. */
export type StreamEnd =
  | { readonly kind: "complete" }
  /** The reader stopped it. */
  | { readonly kind: "stopped" }
  /** It broke off after it had begun; `reason` is the known cause. */
  | { readonly kind: "cut-short"; readonly reason: string };

/** A line that could not be parsed; the first line is number 1. */
export interface BadLine {
  readonly line: number;
  readonly reason: string;
}

export interface StreamSummary {
  readonly rowCount: number;
  readonly badLines: readonly BadLine[];
  readonly end: StreamEnd;
}

/** Turns a parsed line into a row, or throws with the reason why the line is not one. */
export type RowParser<Row> = (value: unknown) => Row;

/**
 * Reads JSON lines and passes rows on as they arrive, one batch per chunk.
 *
 * A line that does not parse is counted with its number and reading continues. A last line without a line end counts
 * when it is complete; otherwise the stream was cut short, since a closed connection may look like an ordinary end.
 * When `onRows` returns a promise, nothing more is read until it resolves: a slow consumer holds the stream back.
 * `onBytes` receives the size of each chunk before its rows are passed on. `parseLine` is for rows whose numbers need
 * no exact digits, or only some of them. Never throws because of the stream.
 */
export async function readJsonLines<Row>(
  body: ReadableStream<Uint8Array>,
  parseRow: RowParser<Row>,
  onRows: (rows: Row[]) => void,
  onBytes?: (count: number) => void,
  parseLine: (line: string) => unknown = parseJson,
): Promise<StreamSummary> {
  const lines = new LineReader(parseRow, parseLine);
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      onBytes?.(value.byteLength);
      const rows = lines.push(decoder.decode(value, { stream: true }));
      if (rows.length > 0) await onRows(rows);
    }
  } catch (error) {
    const end: StreamEnd = isAbort(error)
      ? { kind: "stopped" }
      : { kind: "cut-short", reason: failureOf(error).message || "The connection was lost." };
    return lines.summary(end);
  }
  const { rows, end } = lines.finish(decoder.decode());
  if (rows.length > 0) await onRows(rows);
  return lines.summary(end);
}

class LineReader<Row> {
  readonly #parseRow: RowParser<Row>;
  readonly #parseLine: (line: string) => unknown;
  readonly #badLines: BadLine[] = [];
  /** Pieces of a line whose end has not arrived: joined once, so that a long line in many chunks stays linear. */
  #pending: string[] = [];
  #lineNumber = 0;
  #rowCount = 0;

  constructor(parseRow: RowParser<Row>, parseLine: (line: string) => unknown) {
    this.#parseRow = parseRow;
    this.#parseLine = parseLine;
  }

  push(text: string): Row[] {
    const rows: Row[] = [];
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      this.#pending.push(text.slice(from, end));
      this.#take(this.#pending.join(""), rows);
      this.#pending = [];
      from = end + 1;
    }
    if (from < text.length) this.#pending.push(text.slice(from));
    return rows;
  }

  finish(text: string): { rows: Row[]; end: StreamEnd } {
    const rows = this.push(text);
    const last = this.#pending.join("");
    this.#pending = [];
    if (last.trim() === "") return { rows, end: { kind: "complete" } };
    if (!isJson(last)) return { rows, end: { kind: "cut-short", reason: "The last line is incomplete." } };
    this.#take(last, rows);
    return { rows, end: { kind: "complete" } };
  }

  summary(end: StreamEnd): StreamSummary {
    return { rowCount: this.#rowCount, badLines: this.#badLines, end };
  }

  #take(line: string, rows: Row[]): void {
    this.#lineNumber += 1;
    if (line.trim() === "") return;
    try {
      rows.push(this.#parseRow(this.#parseLine(line)));
      this.#rowCount += 1;
    } catch (error) {
      // A bad line is reported, but does not end the stream.
      this.#badLines.push({ line: this.#lineNumber, reason: errorMessage(error) });
    }
  }
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}
