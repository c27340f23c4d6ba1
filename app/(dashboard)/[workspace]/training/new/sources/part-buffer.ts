import type { SourcePart } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-source";

/** Rows that may wait from the beginning. */
const MIN_BUFFERED_ROWS = 500;
/** Later, rows may wait until they make the source larger by this share. */
const GROWTH = 0.5;

/**
 * Holds parts of a source back until they are worth showing: every figure of a draft is recomputed when it grows, so
 * the work stays proportional to its size with any number of parts.
 */
export class PartBuffer {
  #waiting: SourcePart[] = [];
  #waitingRows = 0;
  #givenRows = 0;

  /** Adds a part; returns all waiting parts once there are enough, else null. */
  add(part: SourcePart): SourcePart | null {
    this.#waiting.push(part);
    this.#waitingRows += part.rows.length;
    const isFirst = this.#givenRows === 0 && this.#waitingRows > 0;
    return isFirst || this.#waitingRows >= MIN_BUFFERED_ROWS + this.#givenRows * GROWTH ? this.take() : null;
  }

  /** Returns all waiting parts. */
  take(): SourcePart {
    const parts = this.#waiting;
    this.#givenRows += this.#waitingRows;
    this.#waiting = [];
    this.#waitingRows = 0;
    return {
      rows: parts.flatMap(({ rows }) => rows),
      groups: parts.flatMap(({ groups }) => groups),
      problems: parts.flatMap(({ problems }) => problems),
    };
  }
}
