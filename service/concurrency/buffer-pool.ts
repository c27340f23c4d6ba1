interface BufferPoolOptions {
  /** Free bytes that are kept. */
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
 * Buffers that are used again. Those that are not used again are freed by garbage collection only, which large buffers
 * cause: with spans of 5 MB in a hundred requests, their threads took a fifth of the service's processor time.
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
    // Not one much larger, which another request may need.
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
