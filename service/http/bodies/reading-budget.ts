import { TooBusyError } from "@/service/errors/service-errors";

/**
 * Bytes of bodies that have not arrived completely. A slow client counts with what it has sent so far, and keeps others
 * from sending only when all together would need too much memory.
 */
export class ReadingBudget {
  readonly #limitBytes: number;
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /**
   * Counts bytes that arrived; they stay counted until `release`.
   *
   * @param bodyBytes what has arrived of this body. A body that is alone may have any size.
   * @throws TooBusyError when there are too many with them.
   */
  take(bytes: number, bodyBytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limitBytes && this.#bytes > bodyBytes) throw new TooBusyError();
  }

  release(bodyBytes: number): void {
    this.#bytes -= bodyBytes;
  }
}
