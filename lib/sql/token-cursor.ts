import { readTokens } from "./read-tokens";
import { SqlProblem } from "./sql-problem";
import type { SqlToken } from "./sql-token";

/** Queries within queries, and expressions within expressions. */
const MAX_DEPTH = 60;

/** Reads tokens one after another. */
export class TokenCursor {
  readonly #sql: string;
  readonly #tokens: readonly SqlToken[];
  #next = 0;
  #depth = 0;

  /** @throws SqlProblem for a text that has no tokens */
  constructor(sql: string) {
    this.#sql = sql;
    this.#tokens = readTokens(sql);
  }

  /** What was written from a token up to the one that was read last. */
  textFrom({ at }: SqlToken): string {
    return this.#sql.slice(at, this.last().end);
  }

  /** The token that is read next, or one behind it. */
  peek(ahead = 0): SqlToken {
    const token = this.#tokens[Math.min(this.#next + ahead, this.#tokens.length - 1)];
    if (token === undefined) throw new RangeError("There are no tokens.");
    return token;
  }

  /** The token that was read last. */
  last(): SqlToken {
    return this.peek(this.#next === 0 ? 0 : -1);
  }

  take(): SqlToken {
    const token = this.peek();
    this.#next += 1;
    return token;
  }

  /** @param word in small letters */
  isWord(word: string, ahead = 0): boolean {
    const { kind, text } = this.peek(ahead);
    return kind === "word" && text.toLowerCase() === word;
  }

  isSign(sign: string, ahead = 0): boolean {
    const { kind, text } = this.peek(ahead);
    return kind === "sign" && text === sign;
  }

  /** Takes these words if all of them follow. */
  takeWords(...words: readonly string[]): boolean {
    if (!words.every((word, index) => this.isWord(word, index))) return false;
    this.#next += words.length;
    return true;
  }

  takeSign(sign: string): boolean {
    if (!this.isSign(sign)) return false;
    this.#next += 1;
    return true;
  }

  expectWord(word: string): void {
    if (!this.takeWords(word)) throw this.unexpected(word.toUpperCase());
  }

  expectSign(sign: string): void {
    if (!this.takeSign(sign)) throw this.unexpected(sign);
  }

  /** Reads what is between commas, at least one. */
  list<Item>(read: () => Item): Item[] {
    const items = [read()];
    while (this.takeSign(",")) items.push(read());
    return items;
  }

  /** Reads something that may contain itself. */
  nested<Item>(read: () => Item): Item {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw this.problem(`Nested deeper than ${MAX_DEPTH} levels`);
    const item = read();
    this.#depth -= 1;
    return item;
  }

  problem(message: string, token = this.peek()): SqlProblem {
    return new SqlProblem(message, token.at);
  }

  /** @param expected what may stand where something else does */
  unexpected(expected: string): SqlProblem {
    const { kind, text } = this.peek();
    return this.problem(`Expected ${expected}, ${kind === "end" ? "but the query ends" : `not ${text}`}`);
  }
}
