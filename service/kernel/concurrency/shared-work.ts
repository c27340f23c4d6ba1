interface Work<Result> {
  readonly result: Promise<Result>;
  readonly stop: AbortController;
  waiting: number;
}

/** Work that several requests need at the same time and that runs once for all of them. */
export class SharedWork<Result> {
  readonly #running = new Map<string, Work<Result>>();

  /**
   * Returns the result of the running work of this name, which is started when there is none. It is stopped when all who
   * wait for it have left.
   *
   * @param signal of the one who waits
   * @param start begins the work; its signal is that of the work
   * @throws the reason of `signal`, or what the work throws
   */
  async run(name: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    const work = this.#running.get(name) ?? this.#start(name, start);
    work.waiting++;
    let leave = () => {};
    const left = new Promise<never>((_resolve, reject) => {
      leave = () => reject(signal.reason);
      signal.addEventListener("abort", leave, { once: true });
    });
    try {
      return await Promise.race([work.result, left]);
    } finally {
      signal.removeEventListener("abort", leave);
      work.waiting--;
      if (work.waiting === 0) this.#end(name, work);
    }
  }

  #start(name: string, start: (signal: AbortSignal) => Promise<Result>): Work<Result> {
    const stop = new AbortController();
    const work = { stop, waiting: 0, result: start(stop.signal) };
    this.#running.set(name, work);
    return work;
  }

  #end(name: string, work: Work<Result>): void {
    if (this.#running.get(name) === work) this.#running.delete(name);
    work.stop.abort();
  }
}
