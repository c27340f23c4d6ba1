/** A line is longer than allowed. */
export class LineTooLong extends Error {
  override readonly name = "LineTooLong";
}

/** Splits bytes into lines of UTF-8 text, independent of chunk boundaries. */
export class LineSplitter {
  readonly #decoder = new TextDecoder();
  readonly #maxLength: number;
  #rest = "";

  /** @param maxLength of a line, in characters */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** Returns the lines that this chunk completes, without their line ends. @throws LineTooLong */
  push(chunk: Uint8Array): string[] {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length > this.#maxLength) throw new LineTooLong();
    return lines;
  }

  /** Returns the text after the last line end. */
  end(): string[] {
    const rest = this.#rest + this.#decoder.decode();
    this.#rest = "";
    return rest === "" ? [] : [rest];
  }
}
