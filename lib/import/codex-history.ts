import { v5 as uuidv5 } from "uuid";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { SessionUsage } from "./session-builder";

/** The namespace of the names of requests, created once at random. */
const REQUESTS = "6a8d5d4e-3f0b-4c0f-9a5e-6f3a1f0c2b77";

/** Members that no two sessions share: ids of calls, and what a model keeps of its reasoning. */
const UNIQUE = ["call_id", "encrypted_content", "id"];

/**
 * Names the requests of a session of Codex whose tokens come without an id of the response. A session that is forked or resumed
 * elsewhere repeats the lines of another one, with times and totals of its own, so what was said before a request, its answer and its
 * tokens name it. Where nothing in them is unique, the session that began it all does, too: short answers repeat.
 */
export class CodexHistory {
  #digest = "";
  #isUnique = false;
  #rootId = "";

  /** Adds the id of a session, or of one that it continues: the last one that comes before any request is the oldest. */
  addSession(id: string): void {
    if (this.#digest === "") this.#rootId = id;
  }

  /** Adds an item of the conversation. */
  addItem(item: Readonly<Record<string, unknown>>): void {
    this.#isUnique ||= UNIQUE.some((member) => typeof item[member] === "string" && item[member] !== "");
    this.#digest = uuidv5(`${this.#digest} ${stringifyJson(item)}`, REQUESTS);
  }

  /** Adds a request by its tokens, and returns its name. */
  addRequest({ promptTokens, completionTokens, cacheReadTokens }: SessionUsage): string {
    const tokens = `${promptTokens} ${completionTokens} ${cacheReadTokens}`;
    this.#digest = uuidv5(`${this.#digest} ${tokens}`, REQUESTS);
    return this.#isUnique ? this.#digest : `${this.#digest} of ${this.#rootId}`;
  }
}
