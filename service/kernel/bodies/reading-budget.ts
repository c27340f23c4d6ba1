import { TooBusyError } from "@/service/kernel/errors/service-errors";

/** Small bodies have a reserve, so that a few senders of large ones do not keep everyone else from sending. */
const SMALL_BODY_BYTES = 1024 * 1024;

/**
 * Bytes of bodies that have not arrived completely. A slow client counts with what it has sent so far, and keeps others
 * from sending only when all together would need too much memory.
 */
export class ReadingBudget {
  readonly #limitBytes: number;
  readonly #reserveBytes: number;
  #bytes = 0;

  /** @param reserveBytes beyond the limit, for small bodies only */
  constructor(limitBytes: number, reserveBytes = 0) {
    this.#limitBytes = limitBytes;
    this.#reserveBytes = reserveBytes;
  }

  /**
   * Counts bytes that arrived; they stay counted until `release`.
   *
   * @param bodyBytes what has arrived of this body. A body that is alone may have any size.
   * @throws TooBusyError when there are too many with them.
   */
  take(bytes: number, bodyBytes: number): void {
    this.#bytes += bytes;
    const reserve = bodyBytes <= SMALL_BODY_BYTES ? this.#reserveBytes : 0;
    if (this.#bytes > this.#limitBytes + reserve && this.#bytes > bodyBytes) throw new TooBusyError();
  }

  release(bodyBytes: number): void {
    this.#bytes -= bodyBytes;
  }
}
