import type { SourcePart } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-source";

/** Rows that may wait from the beginning on. */
const MIN_BUFFERED_ROWS = 500;
/** Then as many rows may wait as make the source larger by this share. */
const GROWTH = 0.5;

/**
 * Holds parts of a source back until they are worth a look: everything that is shown of a draft is worked out anew when
 * it grows, so the work stays in proportion to its size however many parts there are.
 */
export class PartBuffer {
  #waiting: SourcePart[] = [];
  #waitingRows = 0;
  #givenRows = 0;

  /** Adds a part; answers all that waits once that is enough, else null. */
  add(part: SourcePart): SourcePart | null {
    this.#waiting.push(part);
    this.#waitingRows += part.rows.length;
    const isFirst = this.#givenRows === 0 && this.#waitingRows > 0;
    return isFirst || this.#waitingRows >= MIN_BUFFERED_ROWS + this.#givenRows * GROWTH ? this.take() : null;
  }

  /** All that waits. */
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
