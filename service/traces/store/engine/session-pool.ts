import { StoreAborted, StoreClosed } from "@/service/kernel/errors/store-errors";

interface Waiter<Session> {
  readonly give: (session: Session) => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Lends a set of sessions, one borrower each, first come first served. A session runs one statement at a time, so
 * this also limits how many queries run at once.
 */
export class SessionPool<Session> {
  readonly #all: Session[];
  readonly #free: Session[];
  readonly #waiting: Waiter<Session>[] = [];
  readonly #idle: (() => void)[] = [];
  #closed = false;

  constructor(sessions: readonly Session[]) {
    this.#all = [...sessions];
    this.#free = [...sessions];
  }

  /** True when the next borrower has to wait. */
  isEmpty(): boolean {
    return this.#free.length === 0;
  }

  get size(): number {
    return this.#all.length;
  }

  /** Adds a session, which the first waiting borrower gets. */
  add(session: Session): void {
    this.#all.push(session);
    this.release(session);
  }

  /** Takes back a session that its borrower has, and lends it no more. */
  remove(session: Session): void {
    this.#all.splice(this.#all.indexOf(session), 1);
  }

  /** Puts another session in the place of one that its borrower has, who releases the other one. */
  replace(session: Session, other: Session): void {
    this.#all.splice(this.#all.indexOf(session), 1, other);
  }

  /** Resolves with a session that the caller owns until `release`. Rejects when aborted while waiting, or closed. */
  acquire(signal?: AbortSignal): Promise<Session> {
    if (this.#closed) return Promise.reject(new StoreClosed());
    if (signal?.aborted) return Promise.reject(new StoreAborted("The query was stopped before it began."));
    const session = this.#free.pop();
    if (session !== undefined) return Promise.resolve(session);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(new StoreAborted("The query was stopped before it began."));
      };
      const waiter: Waiter<Session> = {
        give: (given) => {
          signal?.removeEventListener("abort", leave);
          resolve(given);
        },
        refuse: (error) => {
          signal?.removeEventListener("abort", leave);
          reject(error);
        },
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.#waiting.push(waiter);
    });
  }

  release(session: Session): void {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next.give(session);
      return;
    }
    this.#free.push(session);
    if (this.#free.length === this.#all.length) for (const tell of this.#idle.splice(0)) tell();
  }

  /** Refuses new and waiting borrowers, then resolves with all sessions once every one has been returned. */
  async close(): Promise<readonly Session[]> {
    this.#closed = true;
    for (const waiter of this.#waiting.splice(0)) waiter.refuse(new StoreClosed());
    if (this.#free.length < this.#all.length) await new Promise<void>((resolve) => this.#idle.push(resolve));
    return this.#all;
  }
}
