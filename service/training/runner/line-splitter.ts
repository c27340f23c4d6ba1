/** A line is longer than may be held. */
export class LineTooLong extends Error {
  override readonly name = "LineTooLong";
}

/** Cuts bytes into lines of UTF-8 text, wherever the chunks of a stream are cut. */
export class LineSplitter {
  readonly #decoder = new TextDecoder();
  readonly #maxLength: number;
  #rest = "";

  /** @param maxLength of a line, in characters */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** The lines that are complete with this chunk, without their ends. @throws LineTooLong */
  push(chunk: Uint8Array): string[] {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length > this.#maxLength) throw new LineTooLong();
    return lines;
  }

  /** What came after the last line's end. */
  end(): string[] {
    const rest = this.#rest + this.#decoder.decode();
    this.#rest = "";
    return rest === "" ? [] : [rest];
  }
}
