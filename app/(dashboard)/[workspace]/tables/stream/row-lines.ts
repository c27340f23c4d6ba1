import type { BadLine, StreamSummary } from "@/lib/api/client/json-lines";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { type TableRow, tableRow } from "@/lib/api/contract/tables/tables";
import { errorMessage } from "@/lib/guard/error-message";
import { isDictionary } from "@/lib/json/value/value-kind";
import { type BufferedRowBlock, NO_NUMBER, rowNumber } from "./buffered-row";
import { FieldDiscovery } from "./field-discovery";
import { type FormedRow, RowForms } from "./row-forms";

const NEWLINE = 10;

/** The first rows determine the initial widths of columns, so they are always notable. */
const MIN_PARSED_LENGTH = 60;

/**
 * Splits the bytes of a stream of rows into blocks of complete lines. Every line is checked once, for its kind and its
 * new fields, and kept as bytes: it has the form of an earlier row, or is parsed.
 *
 * A line that is not a row is counted with its number and reading continues. A last line without a line break counts
 * when it is complete; otherwise the stream ended early.
 */
export class RowLines {
  readonly #decoder = new TextDecoder();
  readonly #discovery = new FieldDiscovery(new Set());
  readonly #forms = new RowForms();
  readonly #badLines: BadLine[] = [];
  /** Pieces of an incomplete line, joined once, so that a long line in many chunks takes linear time. */
  #pending: Uint8Array[] = [];
  #lineNumber = 0;
  #rowCount = 0;

  /** Returns the rows whose lines ended in this chunk; null when there are none. */
  push(chunk: Uint8Array): BufferedRowBlock | null {
    const end = chunk.lastIndexOf(NEWLINE);
    if (end < 0) {
      this.#pending.push(chunk);
      return null;
    }
    const bytes = joined([...this.#pending, chunk.subarray(0, end + 1)]);
    this.#pending = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
    return this.#block(bytes);
  }

  /** Returns the row of a last line without a line break, and how the stream ended. */
  finish(): { readonly block: BufferedRowBlock | null; readonly end: StreamSummary["end"] } {
    const bytes = joined([...this.#pending, new Uint8Array([NEWLINE])]);
    this.#pending = [];
    const text = this.#decoder.decode(bytes);
    if (text.trim() === "") return { block: null, end: { kind: "complete" } };
    if (!isJson(text)) return { block: null, end: { kind: "cut-short", reason: "The last line is incomplete." } };
    return { block: this.#block(bytes), end: { kind: "complete" } };
  }

  summary(end: StreamSummary["end"]): StreamSummary {
    return { rowCount: this.#rowCount, badLines: this.#badLines, end };
  }

  /** The bytes end with a line break. */
  #block(bytes: Uint8Array<ArrayBuffer>): BufferedRowBlock | null {
    const text = this.#decoder.decode(bytes);
    const bounds: number[] = [];
    const numbers: number[] = [];
    const notable: number[] = [];
    let [at, start] = [0, 0];
    while (at < text.length) {
      const end = bytes.indexOf(NEWLINE, start);
      this.#lineNumber += 1;
      const formed = this.#forms.match(text, at, end - start);
      const lineEnd = formed?.end ?? text.indexOf("\n", at) + 1;
      const shape = this.#discovery.shape;
      const number = formed ? numberOf(formed) : this.#inspect(text.slice(at, lineEnd - 1));
      if (number !== null) {
        if (this.#discovery.shape !== shape || this.#rowCount < MIN_PARSED_LENGTH) notable.push(numbers.length);
        bounds.push(start, end);
        numbers.push(number);
        this.#rowCount += 1;
      }
      at = lineEnd;
      start = end + 1;
    }
    if (numbers.length === 0) return null;
    return { bytes, bounds: Uint32Array.from(bounds), numbers: Float64Array.from(numbers), notable };
  }

  /** Discovers the fields of a row and learns its form. Returns its number; null when the line is not a row. */
  #inspect(line: string): number | null {
    const row = line.trim() === "" ? null : this.#rowOf(line);
    if (row === null) return null;
    this.#discovery.addPart([row]);
    if (this.#forms.isLearning(line)) {
      // The line was already parsed as a row; with exact digits it still is one.
      this.#forms.learn(parseJson(line) as TableRow, line, this.#discovery.root);
    }
    return rowNumber(row);
  }

  #rowOf(line: string): TableRow | null {
    try {
      // Only the kinds of values matter here, not their digits: shown rows are parsed again from the bytes, which keep
      // the digits.
      const value: unknown = JSON.parse(line);
      // The schema's check of every member would cost as much as parsing, so it runs only when this check is
      // inconclusive.
      return isRow(value) ? value : tableRow.parse(value);
    } catch (error) {
      // A bad line is reported and does not end the stream.
      this.#badLines.push({ line: this.#lineNumber, reason: errorMessage(error) });
      return null;
    }
  }
}

const numberOf = ({ rowNumber: digits }: FormedRow) => (digits === undefined ? NO_NUMBER : Number(digits));

function isRow(value: unknown): value is TableRow {
  if (!isDictionary(value) || typeof value.digest !== "string") return false;
  return value.original_index === undefined || Number.isInteger(value.original_index);
}

/** Copies the pieces to their own memory, which can be transferred to another thread. */
function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}
