import { ImportFileError } from "./import-file-error";

/** Splits the text of a JSON list at the commas between its entries. The content of an entry is not checked. */
class ListCutter {
  #hasBegun = false;
  #hasEnded = false;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #count = 0;
  /** Pieces of an entry whose end has not arrived: joined once, so that a long entry in many chunks stays linear. */
  #pending: string[] = [];

  push(chunk: string): string[] {
    const entries: string[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const character = chunk[at];
      if (this.#hasEnded) this.#refuseRest(chunk.slice(at));
      if (this.#hasEnded) return entries;
      if (!this.#hasBegun) {
        this.#hasBegun = character === "[";
        from = at + 1;
      } else if (this.#isInString) this.#passString(character);
      else if (character === '"') this.#isInString = true;
      else if (character === "[" || character === "{") this.#depth += 1;
      else if (this.#depth > 0) this.#depth -= character === "]" || character === "}" ? 1 : 0;
      else if (character === "," || character === "]") {
        this.#pending.push(chunk.slice(from, at));
        this.#close(character === "]", entries);
        from = at + 1;
      }
    }
    if (from < chunk.length) this.#pending.push(chunk.slice(from));
    return entries;
  }

  finish(): void {
    if (this.#hasEnded) return;
    throw new ImportFileError(`The list is not JSON: entry ${this.#count + 1} is the last one and is incomplete.`);
  }

  #passString(character: string | undefined): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === "\\") this.#isEscaped = true;
    else if (character === '"') this.#isInString = false;
  }

  #close(isLast: boolean, entries: string[]): void {
    const text = this.#pending.join("");
    this.#pending = [];
    this.#hasEnded = isLast;
    // A list without entries has nothing between its brackets.
    if (isLast && this.#count === 0 && text.trim() === "") return;
    this.#count += 1;
    entries.push(text);
  }

  #refuseRest(rest: string): void {
    if (rest.trim() === "") return;
    throw new ImportFileError(`The list ends after entry ${this.#count}, but the file continues.`);
  }
}

/**
 * Yields the texts of the entries of a JSON list: only one is in memory at a time, for a list of any length.
 *
 * @throws ImportFileError when the list has no end, or is followed by more text.
 */
export async function* listEntries(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  const cutter = new ListCutter();
  for await (const chunk of chunks) yield* cutter.push(chunk);
  cutter.finish();
}
