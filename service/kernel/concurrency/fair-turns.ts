import { StoreAborted, StoreOverloaded } from "@/service/kernel/errors/store-errors";

/** What a request takes while it is at work. */
export interface TurnCost {
  readonly bytes: number;
  /** Calls, spans or other rows that it stores. */
  readonly rows: number;
}

export interface FairTurnsOptions {
  /** Maximum number of a sender's requests at work at the same time. */
  readonly requests: number;
  /** Maximum bytes of a sender's requests at work, and again of those that wait. A single request may have any size. */
  readonly bytes?: number;
  /** Maximum rows of a sender's requests at work. */
  readonly rows?: number;
  /** Maximum bytes of all senders' requests at work. A request that is alone may have any size. */
  readonly bytesOfAll?: number;
}

interface Waiting {
  readonly cost: TurnCost;
  readonly begin: () => void;
}

interface Sender {
  running: number;
  runningBytes: number;
  runningRows: number;
  waitingBytes: number;
  readonly waiting: Waiting[];
}

/** Limit of a sender's waiting requests: more would only take memory. */
const MAX_WAITING_REQUESTS = 4_000;

/**
 * Limits how much of each sender is at work. Further requests wait in the sender's own queue, so that requests of other
 * senders do not wait behind them. Where all senders share a limit, they take turns.
 */
export class FairTurns {
  readonly #limits: Required<FairTurnsOptions>;
  /** With a limit of all, the sender whose turn is next comes first. */
  readonly #senders = new Map<string, Sender>();
  #runningOfAll = 0;
  #bytesOfAll = 0;

  constructor(options: FairTurnsOptions) {
    const none = Number.POSITIVE_INFINITY;
    this.#limits = { bytes: none, rows: none, bytesOfAll: none, ...options };
  }

  /**
   * Resolves when the request may begin, with a function that ends its turn and may be called more than once.
   *
   * @throws StoreOverloaded when too many requests of this sender are waiting; StoreAborted when aborted while waiting
   */
  async take(name: string, cost: TurnCost, signal: AbortSignal): Promise<() => void> {
    const sender = this.#senders.get(name) ?? newSender();
    this.#senders.set(name, sender);
    const mayBegin = sender.waiting.length === 0 && this.#fits(sender, cost) && !this.#isShort(cost);
    if (mayBegin) this.#begin(sender, cost);
    else await this.#wait(name, sender, cost, signal);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      sender.running -= 1;
      sender.runningBytes -= cost.bytes;
      sender.runningRows -= cost.rows;
      this.#runningOfAll -= 1;
      this.#bytesOfAll -= cost.bytes;
      this.#continue(name, sender);
    };
  }

  /** Begins what fits now. */
  #continue(name: string, sender: Sender): void {
    if (this.#hasLimitOfAll) this.#beginNextOfAll();
    else this.#beginNext(sender);
    this.#forgetIdle(name, sender);
  }

  #forgetIdle(name: string, sender: Sender): void {
    if (sender.running === 0 && sender.waiting.length === 0) this.#senders.delete(name);
  }

  get #hasLimitOfAll(): boolean {
    return this.#limits.bytesOfAll !== Number.POSITIVE_INFINITY;
  }

  #fits(sender: Sender, { bytes, rows }: TurnCost): boolean {
    if (sender.running === 0) return true;
    const limits = this.#limits;
    if (sender.running >= limits.requests || sender.runningBytes + bytes > limits.bytes) return false;
    return sender.runningRows + rows <= limits.rows;
  }

  #fitsAll({ bytes }: TurnCost): boolean {
    return this.#runningOfAll === 0 || this.#bytesOfAll + bytes <= this.#limits.bytesOfAll;
  }

  /** True when what all share is used up, or another sender waits for it: a small request does not overtake a large one. */
  #isShort(cost: TurnCost): boolean {
    if (!this.#hasLimitOfAll) return false;
    return !this.#fitsAll(cost) || [...this.#senders.values()].some((other) => this.#waitsForAll(other));
  }

  #waitsForAll(sender: Sender): boolean {
    const [next] = sender.waiting;
    return next !== undefined && this.#fits(sender, next.cost);
  }

  #wait(name: string, sender: Sender, cost: TurnCost, signal: AbortSignal): Promise<void> {
    const { waiting } = sender;
    const isFull = waiting.length > 0 && sender.waitingBytes + cost.bytes > this.#limits.bytes;
    if (waiting.length >= MAX_WAITING_REQUESTS || isFull) {
      return Promise.reject(new StoreOverloaded("Too many requests of this sender are waiting."));
    }
    if (signal.aborted) {
      this.#forgetIdle(name, sender);
      return Promise.reject(new StoreAborted("The request was stopped before it began."));
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(own), 1);
        sender.waitingBytes -= cost.bytes;
        reject(new StoreAborted("The request was stopped before it began."));
        this.#continue(name, sender);
      };
      const own: Waiting = {
        cost,
        begin: () => {
          signal.removeEventListener("abort", leave);
          sender.waitingBytes -= cost.bytes;
          this.#begin(sender, cost);
          resolve();
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      waiting.push(own);
      sender.waitingBytes += cost.bytes;
    });
  }

  #begin(sender: Sender, { bytes, rows }: TurnCost): void {
    sender.running += 1;
    sender.runningBytes += bytes;
    sender.runningRows += rows;
    this.#runningOfAll += 1;
    this.#bytesOfAll += bytes;
  }

  #beginNext(sender: Sender): void {
    for (let next = sender.waiting[0]; next && this.#fits(sender, next.cost); next = sender.waiting[0]) {
      sender.waiting.shift();
      next.begin();
    }
  }

  /** Begins one request of each sender in turn, until one does not fit. */
  #beginNextOfAll(): void {
    for (;;) {
      const found = [...this.#senders].find(([, sender]) => this.#waitsForAll(sender));
      if (found === undefined) return;
      const [name, sender] = found;
      const [next] = sender.waiting;
      if (next === undefined || !this.#fitsAll(next.cost)) return;
      sender.waiting.shift();
      this.#senders.delete(name);
      this.#senders.set(name, sender);
      next.begin();
    }
  }
}

const newSender = (): Sender => ({ running: 0, runningBytes: 0, runningRows: 0, waitingBytes: 0, waiting: [] });
