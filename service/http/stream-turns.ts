import { StoreAborted, StoreOverloaded } from "@/service/kernel/errors/store-errors";

export interface StreamTurnsOptions {
  /** Streams of one sender that read from the store at the same time. */
  readonly atOnce: number;
  /** Streams of one sender that are open, with those whose readers take nothing. */
  readonly maxOpen?: number;
  /** Streams of one sender that wait to begin, while so many are not read that the sender seems to have left. */
  readonly maxWaitingBehindIdle?: number;
  /** Time that a stream waits to begin, before it is refused. */
  readonly maxWaitMs?: number;
  /** A stream whose reader has taken nothing for so long gives its turn to one that waits, and stays open. */
  readonly restMs?: number;
  /** After this time it may be ended, when more would be open than may be. */
  readonly patienceMs?: number;
}

export interface StreamRequest {
  /** The API key, or the user of the dashboard. */
  readonly sender: string;
  readonly signal: AbortSignal;
  /** Ends the stream from outside, since its reader does not read. */
  readonly stop: (reason: string) => void;
}

/** The turn of one stream. */
export interface StreamTurn {
  /** Yields the rows and sees when they are not read; the turn ends with them. */
  readonly watch: <Row>(rows: AsyncIterable<Row>) => AsyncGenerator<Row, void, void>;
  /** Ends the turn; it may be called more than once. */
  readonly end: () => void;
}

interface OpenStream {
  readonly stop: (reason: string) => void;
  /** Since when a row waits for the reader; null while the store is read. */
  idleSinceMs: number | null;
  hasTurn: boolean;
}

interface Sender {
  readonly open: Set<OpenStream>;
  readonly waiting: Waiting[];
  /** Runs while streams wait. */
  look: NodeJS.Timeout | null;
  running: number;
}

/** A stream that waits to begin. */
interface Waiting {
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

const LOOK_MS = 25;

/** More waiting streams of one sender would only take memory. */
const MAX_WAITING = 4_000;

/**
 * Limits the streams of each sender. A stream whose reader has stopped reading keeps no other one waiting: it gives its
 * turn away, and beyond the number of open ones the longest idle is ended. Without others that wait, a reader may rest as
 * long as it likes.
 */
export class StreamTurns {
  readonly #options: Required<StreamTurnsOptions>;
  readonly #senders = new Map<string, Sender>();

  constructor(options: StreamTurnsOptions) {
    const defaults = { maxOpen: 32, maxWaitingBehindIdle: 64, maxWaitMs: 10_000, restMs: 250, patienceMs: 5_000 };
    this.#options = { ...defaults, ...options };
  }

  /**
   * Resolves when the stream may begin.
   *
   * @throws StoreOverloaded when too many of this sender wait, or one has waited too long; StoreAborted when its client left
   */
  async take({ sender: name, signal, stop }: StreamRequest): Promise<StreamTurn> {
    const sender = this.#senders.get(name) ?? { open: new Set(), waiting: [], look: null, running: 0 };
    this.#senders.set(name, sender);
    const isFree = sender.waiting.length === 0 && this.#hasRoom(sender);
    const stream = isFree ? begin(sender, stop) : await this.#wait(sender, stop, signal);
    const end = () => {
      this.#close(sender, stream);
      this.#admit(sender);
      if (sender.open.size === 0 && this.#senders.get(name) === sender) this.#senders.delete(name);
    };
    return { end, watch: (rows) => watchedRows(rows, sender, stream, end) };
  }

  /** Makes room where readers have stopped reading. */
  #hasRoom(sender: Sender): boolean {
    const { atOnce, maxOpen, restMs, patienceMs } = this.#options;
    if (sender.running >= atOnce) {
      const resting = [...sender.open].find((stream) => stream.hasTurn && isIdle(stream, restMs));
      if (resting === undefined) return false;
      resting.hasTurn = false;
      sender.running -= 1;
    }
    if (sender.open.size < maxOpen) return true;
    const idle = [...sender.open].filter((stream) => isIdle(stream, patienceMs));
    const [longest] = idle.sort((left, right) => (left.idleSinceMs ?? 0) - (right.idleSinceMs ?? 0));
    if (longest === undefined) return false;
    this.#close(sender, longest);
    longest.stop(`Its reader took nothing for ${patienceMs / 1_000} s, and other streams of the sender waited.`);
    return true;
  }

  #close(sender: Sender, stream: OpenStream): void {
    if (!sender.open.delete(stream)) return;
    if (stream.hasTurn) sender.running -= 1;
    stream.hasTurn = false;
  }

  #admit(sender: Sender): void {
    while (sender.waiting.length > 0 && this.#hasRoom(sender)) sender.waiting.shift()?.begin();
    this.#refuseBehindIdle(sender);
    this.#lookWhileWaiting(sender);
  }

  #refuseBehindIdle({ open, waiting }: Sender): void {
    const { atOnce, restMs, maxWaitingBehindIdle } = this.#options;
    if (waiting.length <= maxWaitingBehindIdle) return;
    const idle = [...open].filter((stream) => isIdle(stream, restMs));
    if (idle.length >= atOnce) for (const { refuse } of waiting.slice(maxWaitingBehindIdle)) refuse(overloaded());
  }

  /** Nothing else tells that a reader has stopped reading. */
  #lookWhileWaiting(sender: Sender): void {
    if (sender.waiting.length === 0 && sender.look !== null) {
      clearInterval(sender.look);
      sender.look = null;
    }
    if (sender.waiting.length > 0) sender.look ??= setInterval(() => this.#admit(sender), LOOK_MS);
  }

  #wait(sender: Sender, stop: OpenStream["stop"], signal: AbortSignal): Promise<OpenStream> {
    const { waiting } = sender;
    if (waiting.length >= MAX_WAITING) return Promise.reject(overloaded());
    if (signal.aborted) return Promise.reject(stopped());
    return new Promise((resolve, reject) => {
      const forget = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", leave);
      };
      const refuse = (error: Error) => {
        forget();
        const at = waiting.indexOf(own);
        if (at >= 0) waiting.splice(at, 1);
        this.#lookWhileWaiting(sender);
        reject(error);
      };
      const own: Waiting = {
        refuse,
        begin: () => {
          forget();
          resolve(begin(sender, stop));
        },
      };
      const leave = () => refuse(stopped());
      const timer = setTimeout(() => refuse(overloaded()), this.#options.maxWaitMs);
      signal.addEventListener("abort", leave, { once: true });
      waiting.push(own);
      this.#lookWhileWaiting(sender);
    });
  }
}

function begin(sender: Sender, stop: OpenStream["stop"]): OpenStream {
  const stream = { stop, idleSinceMs: null, hasTurn: true };
  sender.open.add(stream);
  sender.running += 1;
  return stream;
}

const isIdle = ({ idleSinceMs }: OpenStream, ms: number) =>
  idleSinceMs !== null && performance.now() - idleSinceMs >= ms;

const overloaded = () => new StoreOverloaded("Too many streams of this sender are waiting.");
const stopped = () => new StoreAborted("The request was stopped before it began.");

async function* watchedRows<Row>(
  rows: AsyncIterable<Row>,
  sender: Sender,
  stream: OpenStream,
  end: () => void,
): AsyncGenerator<Row, void, void> {
  try {
    for await (const row of rows) {
      stream.idleSinceMs = performance.now();
      yield row;
      stream.idleSinceMs = null;
      if (stream.hasTurn || !sender.open.has(stream)) continue;
      // It is read again, and counts again, so that fewer others begin.
      stream.hasTurn = true;
      sender.running += 1;
    }
  } finally {
    end();
  }
}
