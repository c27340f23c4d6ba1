import { endOfString } from "@/lib/api/contract/scalars/json-text";
import { decodeString, JsonReader, type Slice } from "@/lib/json/scan/json-slices";

const SPACES: ReadonlySet<string> = new Set([" ", "\n", "\r", "\t"]);

const CLOSING = { "{": "}", "[": "]" } as const;

/**
 * Moves through a JSON text one element or member at a time, so that its reader can pause between them. What is inside of
 * skipped values is not checked.
 */
export class JsonSteps {
  readonly text: string;
  #at: number;

  constructor(text: string, at = 0) {
    this.text = text;
    this.#at = at;
  }

  /** The position of the next character that is not a space. */
  get position(): number {
    while (SPACES.has(this.text.charAt(this.#at))) this.#at += 1;
    return this.#at;
  }

  /** Moves into the next value; false, without moving, when it is of another kind. */
  enter(open: "{" | "["): boolean {
    if (this.text[this.position] !== open) return false;
    this.#at += 1;
    return true;
  }

  /**
   * Returns whether the value that was entered has one more, and moves to it; otherwise moves behind the value.
   * @param count elements or members that were read
   * @throws SyntaxError
   */
  hasMore(open: "{" | "[", count: number): boolean {
    const character = this.text[this.position];
    if (character === CLOSING[open]) {
      this.#at += 1;
      return false;
    }
    if (count === 0) return true;
    if (character !== ",") throw this.#broken();
    this.#at += 1;
    return true;
  }

  /** Reads the name of a member, and moves to its value. @throws SyntaxError */
  name(): string {
    const start = this.position;
    if (this.text[start] !== '"') throw this.#broken();
    this.#at = endOfString(this.text, start);
    const name = decodeString(this.text, { start, end: this.#at });
    if (this.text[this.position] !== ":") throw this.#broken();
    this.#at += 1;
    return name;
  }

  /** Moves behind the next value. @throws SyntaxError */
  skip(): Slice {
    const slice = new JsonReader(this.text, this.position).skip();
    this.#at = slice.end;
    return slice;
  }

  #broken(): SyntaxError {
    return new SyntaxError(`Not JSON at character ${this.#at}.`);
  }
}
