interface BufferPoolOptions {
  /** Maximum of free bytes that are kept. */
  readonly keptBytes: number;
  /** Buffers have a multiple of this length. */
  readonly stepBytes?: number;
}

/** A buffer that a pool has lent. */
export interface LentBuffer {
  /** With any content at first. */
  readonly bytes: Buffer;
  /**
   * Gives the buffer to the next one who needs it; later calls do nothing. Nobody may have a view of it any more. A
   * buffer that is not given back, after a failure for example, is left to garbage collection.
   */
  readonly giveBack: () => void;
}

const MIB = 1024 ** 2;

/**
 * A pool of reusable buffers. Other buffers are freed only by garbage collection, which large buffers trigger: with
 * spans of 5 MB in a hundred requests, its threads took a fifth of the service's processor time.
 */
export class BufferPool {
  readonly #keptBytes: number;
  readonly #stepBytes: number;
  #free: Buffer[] = [];
  #freeBytes = 0;

  constructor({ keptBytes, stepBytes = MIB }: BufferPoolOptions) {
    this.#keptBytes = keptBytes;
    this.#stepBytes = stepBytes;
  }

  /** Lends a buffer of at least this length. */
  take(length: number): LentBuffer {
    const bytes = this.#found(length);
    let isLent = true;
    return {
      bytes,
      giveBack: () => {
        if (isLent) this.#keep(bytes);
        isLent = false;
      },
    };
  }

  #found(length: number): Buffer {
    const needed = Math.max(1, Math.ceil(length / this.#stepBytes)) * this.#stepBytes;
    // A much larger buffer is left for a request that needs it.
    const at = this.#free.findIndex((buffer) => buffer.length >= length && buffer.length <= 2 * needed);
    const [found] = at < 0 ? [] : this.#free.splice(at, 1);
    this.#freeBytes -= found?.length ?? 0;
    return found ?? Buffer.allocUnsafeSlow(needed);
  }

  #keep(buffer: Buffer): void {
    if (this.#freeBytes + buffer.length > this.#keptBytes) return;
    this.#free.push(buffer);
    this.#freeBytes += buffer.length;
  }
}
