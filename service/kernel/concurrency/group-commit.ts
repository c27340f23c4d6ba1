import { StoreError, StoreOverloaded } from "@/service/kernel/errors/store-errors";

export interface GroupCommitOptions<Request> {
  /** The weight of a request in bytes. */
  readonly sizeOf: (request: Request) => number;
  /** A group accepts requests until it reaches this weight. */
  readonly groupBytes?: number;
  /** Requests that would make the queue longer than this are refused. */
  readonly waitingBytes?: number;
}

interface Waiting<Request, Result> {
  readonly request: Request;
  readonly bytes: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes many small requests as few large ones: requests that arrive while a group is being written join the next one.
 * Groups are written one at a time, in order of arrival. A request completes when its group is on disk.
 *
 * When a group fails, its requests are written one by one, so that a request that cannot be written does not fail the
 * others.
 */
export class GroupCommit<Request, Result> {
  readonly #write: (group: readonly Request[]) => Promise<readonly Result[]>;
  readonly #sizeOf: (request: Request) => number;
  readonly #groupBytes: number;
  readonly #waitingBytes: number;
  #waiting: Waiting<Request, Result>[] = [];
  #bytes = 0;
  #running: Promise<void> | null = null;

  /** @param write stores a group and resolves with one result per request, in order */
  constructor(write: (group: readonly Request[]) => Promise<readonly Result[]>, options: GroupCommitOptions<Request>) {
    this.#write = write;
    this.#sizeOf = options.sizeOf;
    this.#groupBytes = options.groupBytes ?? 64 * 1024 ** 2;
    this.#waitingBytes = options.waitingBytes ?? 1024 ** 3;
  }

  /** Resolves when the request is on disk. Rejects with the error of its write, or `StoreOverloaded`. */
  submit(request: Request): Promise<Result> {
    const bytes = this.#sizeOf(request);
    if (this.#bytes > 0 && this.#bytes + bytes > this.#waitingBytes) {
      return Promise.reject(new StoreOverloaded("Too much data is waiting to be written."));
    }
    this.#bytes += bytes;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, bytes, resolve, reject });
      this.#running ??= this.#drain();
    });
  }

  /** Bytes of requests that are not yet written. */
  get waitingBytes(): number {
    return this.#bytes;
  }

  /** True while something is being written or queued. */
  get isBusy(): boolean {
    return this.#running !== null;
  }

  /** Resolves when nothing is being written and nothing is queued. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    // One turn of the event loop, so that requests that arrived together are written together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const group = this.#take();
      await this.#commit(group);
      for (const { bytes } of group) this.#bytes -= bytes;
    }
    this.#running = null;
  }

  #take(): Waiting<Request, Result>[] {
    let bytes = 0;
    let count = 0;
    for (const waiting of this.#waiting) {
      if (count > 0 && bytes + waiting.bytes > this.#groupBytes) break;
      bytes += waiting.bytes;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #commit(group: readonly Waiting<Request, Result>[]): Promise<void> {
    try {
      const results = await this.#write(group.map(({ request }) => request));
      for (const [index, { resolve, reject }] of group.entries()) {
        if (index in results) resolve(results[index] as Result);
        else reject(new StoreError("A written request has no result."));
      }
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      else for (const waiting of group) await this.#commit([waiting]);
    }
  }
}
