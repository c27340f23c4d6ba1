import { StoreAborted, StoreOverloaded } from "@/service/errors/store-errors";

export interface FairTurnsOptions {
  /** Maximum number of a sender's requests at work at the same time. */
  readonly requests: number;
  /** Maximum bytes of a sender's requests at work, and again of those that wait. A single request may have any size. */
  readonly bytes?: number;
}

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

interface Sender {
  running: number;
  runningBytes: number;
  waitingBytes: number;
  readonly waiting: Waiting[];
}

/** Limit of a sender's waiting requests: more would only take memory. */
const MAX_WAITING_REQUESTS = 4_000;

/**
 * Limits how many requests of each sender are at work. Further ones wait in the sender's own queue, so that requests of
 * other senders do not wait behind them.
 */
export class FairTurns {
  readonly #requests: number;
  readonly #bytes: number;
  readonly #senders = new Map<string, Sender>();

  constructor({ requests, bytes = Number.POSITIVE_INFINITY }: FairTurnsOptions) {
    this.#requests = requests;
    this.#bytes = bytes;
  }

  /**
   * Resolves when the request may begin, with a function that ends its turn and may be called more than once.
   *
   * @throws StoreOverloaded when too many requests of this sender are waiting; StoreAborted when aborted while waiting
   */
  async take(name: string, bytes: number, signal: AbortSignal): Promise<() => void> {
    const sender = this.#senders.get(name) ?? { running: 0, runningBytes: 0, waitingBytes: 0, waiting: [] };
    this.#senders.set(name, sender);
    if (sender.waiting.length > 0 || !this.#fits(sender, bytes)) await this.#wait(sender, bytes, signal);
    else begin(sender, bytes);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      sender.running -= 1;
      sender.runningBytes -= bytes;
      this.#beginNext(sender);
      if (sender.running === 0) this.#senders.delete(name);
    };
  }

  #fits(sender: Sender, bytes: number): boolean {
    if (sender.running === 0) return true;
    return sender.running < this.#requests && sender.runningBytes + bytes <= this.#bytes;
  }

  #wait(sender: Sender, bytes: number, signal: AbortSignal): Promise<void> {
    const { waiting } = sender;
    if (waiting.length >= MAX_WAITING_REQUESTS || sender.waitingBytes + bytes > this.#bytes) {
      return Promise.reject(new StoreOverloaded("Too many requests of this sender are waiting."));
    }
    if (signal.aborted) return Promise.reject(new StoreAborted("The request was stopped before it began."));
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(own), 1);
        sender.waitingBytes -= bytes;
        reject(new StoreAborted("The request was stopped before it began."));
        this.#beginNext(sender);
      };
      const own: Waiting = {
        bytes,
        begin: () => {
          signal.removeEventListener("abort", leave);
          sender.waitingBytes -= bytes;
          begin(sender, bytes);
          resolve();
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      waiting.push(own);
      sender.waitingBytes += bytes;
    });
  }

  #beginNext(sender: Sender): void {
    for (let next = sender.waiting[0]; next && this.#fits(sender, next.bytes); next = sender.waiting[0]) {
      sender.waiting.shift();
      next.begin();
    }
  }
}

function begin(sender: Sender, bytes: number): void {
  sender.running += 1;
  sender.runningBytes += bytes;
}
