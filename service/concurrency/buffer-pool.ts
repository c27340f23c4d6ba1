interface BufferPoolOptions {
  /** Free bytes that are kept. */
  readonly keptBytes: number;
  /** Buffers have a multiple of this length. */
  readonly stepBytes?: number;
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

  /** Returns a buffer of at least this length, with any content. */
  take(length: number): Buffer {
    const needed = Math.max(1, Math.ceil(length / this.#stepBytes)) * this.#stepBytes;
    // Not one much larger, which another request may need.
    const at = this.#free.findIndex((buffer) => buffer.length >= length && buffer.length <= 2 * needed);
    if (at < 0) return Buffer.allocUnsafeSlow(needed);
    const [found] = this.#free.splice(at, 1);
    this.#freeBytes -= found?.length ?? 0;
    return found ?? Buffer.allocUnsafeSlow(needed);
  }

  /** Takes back a buffer of {@link take}, of which nobody has a view any more. It must be given back once at most. */
  giveBack(buffer: Buffer): void {
    if (this.#freeBytes + buffer.length > this.#keptBytes) return;
    this.#free.push(buffer);
    this.#freeBytes += buffer.length;
  }
}
