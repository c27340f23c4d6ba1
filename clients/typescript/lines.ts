import { type Answer, jsonOf } from "./answer";
import { HeddleError } from "./heddle-error";

type Open = (signal: AbortSignal) => Promise<Answer>;

/**
 * The rows of an operation that streams. Each iteration sends a request of its own, and reads no faster than its rows are
 * used. Leaving the loop closes the connection.
 */
export class Lines<Row> implements AsyncIterable<Row> {
  readonly #operation: string;
  readonly #open: Open;

  constructor(operation: string, open: Open) {
    this.#operation = operation;
    this.#open = open;
  }

  [Symbol.asyncIterator](): AsyncIterator<Row, void, void> {
    const stop = new AbortController();
    const rows = this.#rows(stop.signal);
    return {
      next: () => rows.next(),
      async return() {
        // What is being waited for would hold the end back.
        stop.abort();
        await rows.return();
        return { done: true, value: undefined };
      },
    };
  }

  /** All rows at once. */
  async toArray(): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const row of this) rows.push(row);
    return rows;
  }

  async *#rows(stop: AbortSignal): AsyncGenerator<Row, void, void> {
    let rowCount = 0;
    try {
      const answer = await this.#open(stop);
      for await (const line of linesOf(answer.pieces())) {
        // The type is the contract's, which the service answers by.
        const row = jsonOf(line, this.#operation, rowCount) as Row;
        rowCount += 1;
        yield row;
      }
    } catch (error) {
      if (stop.aborted) return;
      if (!(error instanceof HeddleError) || rowCount === 0 || error.rowCount > 0) throw error;
      const { code, operation, status, invalid } = error;
      const message = `ended early, after ${rowCount} rows: ${error.message}`;
      throw new HeddleError(message, { code, operation, status, invalid, rowCount }, { cause: error });
    }
  }
}

/** The lines of a text in pieces, without empty ones. */
async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  /** Of the line whose end has not come: joined once, so that a long line in many pieces takes no longer. */
  let begun: string[] = [];
  for await (const piece of pieces) {
    const [first = "", ...others] = decoder.decode(piece, { stream: true }).split("\n");
    begun.push(first);
    for (const next of others) {
      const line = begun.join("");
      begun = [next];
      if (line.trim() !== "") yield line;
    }
  }
  const last = begun.join("") + decoder.decode();
  if (last.trim() !== "") yield last;
}
