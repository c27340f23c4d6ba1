import Papa from "papaparse";
import { ImportFileError } from "./import-file-error";

/** One record of a delimited file: its cells, without quotes. */
export type DelimitedRecord = readonly string[];

type Delimiter = "," | "\t";

/** Matches quoted cells, to keep them, and the line ends outside of them that are not plain line feeds. */
const LINE_ENDS: Readonly<Record<Delimiter, RegExp>> = {
  ",": /(?<=^|[,\r\n])"[^"]*(?:""[^"]*)*(?:"|$)|\r\n?/g,
  "\t": /(?<=^|[\t\r\n])"[^"]*(?:""[^"]*)*(?:"|$)|\r\n?/g,
};

/** Returns whole records with line feeds between them: Papa Parse reads one kind of line end per file. */
function withLineFeeds(text: string, delimiter: Delimiter): string {
  if (!text.includes("\r")) return text;
  return text.replace(LINE_ENDS[delimiter], (match) => (match.startsWith('"') ? match : "\n"));
}

/** Splits delimited text into records as defined by RFC 4180, chunk by chunk. */
class RecordCutter {
  readonly #delimiter: Delimiter;
  readonly #parser: Papa.Parser;
  /** The text from the start of the first record that may not be complete. */
  #rest = "";
  #recordCount = 0;

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter;
    this.#parser = new Papa.Parser({ delimiter, newline: "\n" });
  }

  push(chunk: string): DelimitedRecord[] {
    const text = this.#rest + chunk;
    // A return at the end may be half of a line end.
    const end = text.endsWith("\r") ? text.length - 1 : text.length;
    const lines = withLineFeeds(text.slice(0, end), this.#delimiter);
    const { records, length } = this.#parse(lines, true);
    this.#rest = lines.slice(length) + text.slice(end);
    return records;
  }

  finish(): DelimitedRecord[] {
    return this.#parse(withLineFeeds(this.#rest, this.#delimiter), false).records;
  }

  #parse(text: string, isOpenEnded: boolean): { records: DelimitedRecord[]; length: number } {
    const { data, errors, meta }: Papa.ParseResult<string[]> = this.#parser.parse(text, 0, isOpenEnded);
    // An error in a record that is not complete may be a quote whose next character is in the next chunk.
    const [error] = errors.filter(({ row = 0 }) => row < data.length);
    // An empty line is not a record, not even one with an empty cell.
    const isRecord = (cells: readonly string[]) => cells.length > 1 || cells[0] !== "";
    if (error) {
      const number = this.#recordCount + data.slice(0, error.row).filter(isRecord).length + 1;
      const reason =
        error.code === "MissingQuotes"
          ? "has a quoted cell without a closing quote"
          : "has text after the closing quote of a cell";
      throw new ImportFileError(`Record ${number} ${reason}.`);
    }
    const records = data.filter(isRecord);
    this.#recordCount += records.length;
    return { records, length: meta.cursor };
  }
}

/**
 * Yields the records of a delimited file, the first line too.
 *
 * @throws ImportFileError when a quoted cell has no closing quote, or text after it.
 */
export async function* readDelimited(
  chunks: AsyncIterable<string>,
  delimiter: Delimiter,
): AsyncGenerator<DelimitedRecord> {
  const cutter = new RecordCutter(delimiter);
  let isFirst = true;
  for await (const chunk of chunks) {
    yield* cutter.push(isFirst && chunk.startsWith("\ufeff") ? chunk.slice(1) : chunk);
    if (chunk !== "") isFirst = false;
  }
  yield* cutter.finish();
}
