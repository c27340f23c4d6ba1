/**
 * Lines in one text. A line is cut out on request: hundreds of thousands of small strings would cost more than
 * comparing them. No line contains a line break.
 */
export class LineText {
  /** The lines, each but the last followed by a line break. */
  readonly text: string;
  /** The end of each line in the text, without its break. */
  readonly ends: Int32Array<ArrayBuffer>;

  constructor(text: string, ends: Int32Array<ArrayBuffer>) {
    this.text = text;
    this.ends = ends;
  }

  get length(): number {
    return this.ends.length;
  }

  startOf(index: number): number {
    return index === 0 ? 0 : (this.ends[index - 1] ?? 0) + 1;
  }

  /** Returns the line; empty if there is none. */
  at(index: number): string {
    return this.text.slice(this.startOf(index), this.ends[index] ?? 0);
  }

  *[Symbol.iterator](): Generator<string> {
    for (let index = 0; index < this.length; index += 1) yield this.at(index);
  }
}

/** The number of lines joined at a time: recently joined text is never moved in memory. */
const LINES_PER_JOIN = 1024;

/** Adds lines one after the other. */
export class LineTextBuilder {
  #parts: string[] = [];
  readonly #chunks: string[] = [];
  #ends = new Int32Array(LINES_PER_JOIN);
  #characters = -1;
  length = 0;

  push(line: string): void {
    // The break before this line counts too; the first line has none.
    this.#characters += line.length + 1;
    if (this.length === this.#ends.length) {
      const longer = new Int32Array(this.length * 2);
      longer.set(this.#ends);
      this.#ends = longer;
    }
    this.#ends[this.length] = this.#characters;
    this.length += 1;
    if (this.#parts.push(line) === LINES_PER_JOIN) this.#join();
  }

  finish(): LineText {
    if (this.#parts.length > 0) this.#join();
    return new LineText(this.#chunks.join("\n"), this.#ends.slice(0, this.length));
  }

  #join(): void {
    this.#chunks.push(this.#parts.join("\n"));
    this.#parts = [];
  }
}

export function lineTextOf(lines: Iterable<string>): LineText {
  const writer = new LineTextBuilder();
  for (const line of lines) writer.push(line);
  return writer.finish();
}
