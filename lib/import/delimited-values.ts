import { ImportFileError } from "./import-file-error";

/** One record of a delimited file: its cells, without quotes. */
export type DelimitedRecord = readonly string[];

/**
 * Splits delimited text into records as defined by RFC 4180: quoted cells may contain delimiters, line ends and doubled
 * quotes.
 */
class RecordCutter {
  readonly #delimiter: string;
  #cells: string[] = [];
  #cell = "";
  #isQuoted = false;
  /** A quote inside a quoted cell: the cell's end, or the first of two. It may be the last character of a chunk. */
  #hasQuote = false;
  #isAfterReturn = false;
  #recordCount = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  push(chunk: string): DelimitedRecord[] {
    const records: DelimitedRecord[] = [];
    for (const character of chunk) this.#take(character, records);
    return records;
  }

  finish(): DelimitedRecord[] {
    if (this.#isQuoted && !this.#hasQuote) {
      throw new ImportFileError(`Record ${this.#recordCount + 1} has a quoted cell without a closing quote.`);
    }
    const records: DelimitedRecord[] = [];
    this.#isQuoted = false;
    if (this.#cells.length > 0 || this.#cell !== "" || this.#hasQuote) this.#endRecord(records);
    return records;
  }

  #take(character: string, records: DelimitedRecord[]): void {
    const isAfterReturn = this.#isAfterReturn;
    this.#isAfterReturn = false;
    if (this.#isQuoted) {
      if (this.#takeQuoted(character)) return;
    } else if (character === '"' && this.#cell === "") {
      this.#isQuoted = true;
      return;
    }
    if (character === "\n" && isAfterReturn) return;
    if (character === this.#delimiter) this.#endCell();
    else if (character === "\n" || character === "\r") {
      this.#isAfterReturn = character === "\r";
      this.#endRecord(records);
    } else this.#cell += character;
  }

  /** Whether the character belongs to the quoted cell. */
  #takeQuoted(character: string): boolean {
    if (!this.#hasQuote) {
      if (character === '"') this.#hasQuote = true;
      else this.#cell += character;
      return true;
    }
    this.#hasQuote = false;
    if (character === '"') {
      this.#cell += character;
      return true;
    }
    this.#isQuoted = false;
    return false;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = "";
    this.#hasQuote = false;
  }

  #endRecord(records: DelimitedRecord[]): void {
    this.#endCell();
    // An empty line is not a record, not even one with an empty cell.
    if (this.#cells.length > 1 || this.#cells[0] !== "") {
      records.push(this.#cells);
      this.#recordCount += 1;
    }
    this.#cells = [];
  }
}

/**
 * Yields the records of a delimited file, the first line too.
 *
 * @throws ImportFileError when a quoted cell has no closing quote.
 */
export async function* readDelimited(
  chunks: AsyncIterable<string>,
  delimiter: "," | "\t",
): AsyncGenerator<DelimitedRecord> {
  const cutter = new RecordCutter(delimiter);
  let isFirst = true;
  for await (const chunk of chunks) {
    yield* cutter.push(isFirst && chunk.startsWith("\ufeff") ? chunk.slice(1) : chunk);
    if (chunk !== "") isFirst = false;
  }
  yield* cutter.finish();
}
