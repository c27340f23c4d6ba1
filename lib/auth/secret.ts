import { inspect } from "node:util";

const HIDDEN = "[secret]";

/** A text that must not end up in a response, a log or an error: it is written as `[secret]`. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Returns the text itself. Call it where the text is used, and keep the result in no variable that outlives the
   * statement.
   */
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
