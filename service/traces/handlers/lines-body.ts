import { linesIn } from "@/lib/api/contract/audit/read-tally";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { RawLines } from "@/service/traces/handlers/raw-json";

/** A block is sent when it has this many characters … */
const BLOCK_LENGTH = 32 * 1024;

/** … or when its first line has waited this long, in milliseconds. */
const BLOCK_WAIT_MS = 25;

export interface LinesBodyOptions {
  /** Converts a row into the object that is written. */
  readonly present: (row: unknown) => unknown;
  /** The client reads live: lines are sent as soon as no further one is ready. */
  readonly isLive?: boolean;
  /** Called once with the lines and bytes that were written, when the body has ended or its reader has left. */
  readonly onEnd?: (written: { readonly rows: number; readonly bytes: number }) => void;
  /** Called for a failure after the first line, which the client sees as a cut connection. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Writes rows as a JSONL body, in blocks of about 32 KiB or every 25 ms, whichever is first; live rows are sent
 * immediately.
 *
 * The first row is awaited before this resolves, so that a query that cannot run gives an error response and not an
 * empty stream. Rows are pulled only while the client reads; when it disconnects, the rows' iterator is closed. A later
 * failure errors the body: the connection is cut, and the client knows that lines are missing.
 */
export async function linesBody(
  rows: AsyncIterable<unknown>,
  { present, onFailure, onEnd, isLive = false }: LinesBodyOptions,
): Promise<ReadableStream<Uint8Array>> {
  const iterator = rows[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const written = { rows: 0, bytes: 0 };
  let hasEnded = false;
  const end = () => {
    if (!hasEnded) onEnd?.(written);
    hasEnded = true;
  };
  const lineOf = (row: unknown) => (row instanceof RawLines ? row.text : `${stringifyJson(present(row))}\n`);
  let pending: Promise<IteratorResult<unknown>> = Promise.resolve(await iterator.next());

  async function nextBlock(): Promise<{ text: string; done: boolean }> {
    let text = "";
    let deadline: Promise<"late"> | null = null;
    let timer: NodeJS.Timeout | undefined;
    try {
      while (text.length < BLOCK_LENGTH) {
        const next = deadline ? await Promise.race([pending, deadline]) : await pending;
        if (next === "late") break;
        if (next.done) return { text, done: true };
        text += lineOf(next.value);
        pending = iterator.next();
        pending.catch(() => {}); // Its failure is handled when it is awaited; until then it must not be "unhandled".
        deadline ??= new Promise((resolve) => {
          if (isLive) setImmediate(() => resolve("late"));
          else timer = setTimeout(() => resolve("late"), BLOCK_WAIT_MS);
        });
      }
      return { text, done: false };
    } finally {
      clearTimeout(timer);
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { text, done } = await nextBlock();
          if (text !== "") {
            const bytes = encoder.encode(text);
            written.bytes += bytes.byteLength;
            if (onEnd) written.rows += linesIn(bytes);
            controller.enqueue(bytes);
          }
          if (done) {
            controller.close();
            end();
          }
        } catch (error) {
          end();
          onFailure(error);
          controller.error(error);
        }
      },
      async cancel() {
        end();
        await iterator.return?.();
      },
    },
    { highWaterMark: 1 },
  );
}
