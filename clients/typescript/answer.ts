import { HeddleError } from "./heddle-error";

/** An exchange with a service: it ends when its caller stops it, or when nothing has come for too long. */
export class Answer {
  readonly #operation: string;
  readonly #own = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #pieceMs: number;
  #isLate = false;
  #body: ReadableStream<Uint8Array> | null = null;
  readonly signal: AbortSignal;

  constructor(operation: string, caller: AbortSignal | undefined, pieceMs: number) {
    this.#operation = operation;
    this.#caller = caller;
    this.#pieceMs = pieceMs;
    this.signal = caller === undefined ? this.#own.signal : AbortSignal.any([caller, this.#own.signal]);
  }

  begin({ body }: Response): void {
    this.#body = body;
  }

  /** Does a part of the exchange in a time. @throws HeddleError in place of what fetch throws */
  async within<Result>(timeoutMs: number, part: () => Promise<Result>): Promise<Result> {
    const timer = setTimeout(() => {
      this.#isLate = true;
      this.#own.abort();
    }, timeoutMs);
    try {
      return await part();
    } catch (error) {
      throw this.#failureOf(error, timeoutMs);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The bytes as they come. Leaving them closes the connection. */
  async *pieces(): AsyncGenerator<Uint8Array, void> {
    const reader = this.#body?.getReader();
    if (reader === undefined) return;
    let isWhole = false;
    try {
      for (;;) {
        const { done, value } = await this.within(this.#pieceMs, () => reader.read());
        isWhole = done;
        if (done) return;
        yield value;
      }
    } finally {
      if (!isWhole) this.#own.abort();
    }
  }

  async bytes(): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.pieces()) pieces.push(piece);
    const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }

  /** The value that the JSON is; null for an empty answer. */
  async json(): Promise<unknown> {
    const text = new TextDecoder().decode(await this.bytes());
    return text.trim() === "" ? null : jsonOf(text, this.#operation);
  }

  #failureOf(error: unknown, timeoutMs: number): unknown {
    if (error instanceof HeddleError) return error;
    const operation = this.#operation;
    const options = { cause: error };
    if (this.#caller?.aborted) return new HeddleError("stopped.", { code: "cancelled", operation }, options);
    if (this.#isLate)
      return new HeddleError(`no answer within ${timeoutMs} ms.`, { code: "upstream", operation }, options);
    const begun = this.#body === null ? "the service cannot be reached" : "the connection was lost";
    const reason = error instanceof Error ? causeOf(error) : String(error);
    return new HeddleError(`${begun}: ${reason}`, { code: "unreachable", operation }, options);
  }
}

/** fetch itself says only that it failed. */
const causeOf = ({ cause, message }: Error): string => (cause instanceof Error && cause.message) || message;

/** @throws HeddleError */
export function jsonOf(text: string, operation: string, rowCount = 0): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `the service answered what is not JSON: ${text.slice(0, 200)}`;
    throw new HeddleError(message, { code: "unreadable", operation, rowCount }, { cause: error });
  }
}
