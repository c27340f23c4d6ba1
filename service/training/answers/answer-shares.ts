import { createHash } from "node:crypto";

/** What the answers of an iteration have in common. */
export interface AnswerShares {
  /** Answers that repeat another one of their group; null below two answers in each group. */
  readonly repeats: number | null;
  /** Answers that were cut at the limit of tokens; null where no rollout says how it ended. */
  readonly truncated: number | null;
}

/** The shares where nothing is known of the answers. */
export const UNKNOWN_SHARES: AnswerShares = { repeats: null, truncated: null };

/** An answer, and why it ended. */
export interface EndedAnswer {
  /** Null for a rollout without an answer. */
  readonly answer: string | null;
  /** Null where it is unknown. */
  readonly finishReason: string | null;
}

const digestOf = (text: string) => createHash("sha256").update(text).digest("base64");

const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/**
 * Counts repeated and truncated answers one at a time, by the rule of `RolloutRecords.answerShares`. It remembers a digest
 * of each answer of the current group, however long the answers are.
 */
export class AnswerSums {
  readonly #group = new Set<string>();
  /** Answers that could repeat one: all but the first of each group. */
  #followers = 0;
  #repeated = 0;
  #ended = 0;
  #cut = 0;

  add({ answer, finishReason }: EndedAnswer): void {
    if (finishReason !== null) this.#ended += 1;
    if (finishReason === "length") this.#cut += 1;
    if (answer === null) return;
    if (this.#group.size > 0) this.#followers += 1;
    const digest = digestOf(answer);
    if (this.#group.has(digest)) this.#repeated += 1;
    else this.#group.add(digest);
  }

  /** Ends a group: the answers of the next one are not compared with its answers. */
  endGroup(): void {
    this.#group.clear();
  }

  result(): AnswerShares {
    return { repeats: shareOf(this.#repeated, this.#followers), truncated: shareOf(this.#cut, this.#ended) };
  }
}
