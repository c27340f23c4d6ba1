import { inspect } from "node:util";

const HIDDEN = "[secret]";

/** A text that must not end up in an answer, a log or an error: whatever writes it down gets `[secret]`. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself. Call it where it is used, and keep it in no variable that outlives the statement. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}
