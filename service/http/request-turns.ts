import { modelLimits } from "@/lib/api/contract/operation/limits";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { endingWith, FairTurns } from "@/service/concurrency/fair-turns";
import { maxConcurrentQueries } from "@/service/store/engine/engine-threads";

/** Operations that ask a model take as long as the model: they wait for no one here. */
const MIN_MODEL_TIMEOUT_MS = modelLimits.headersTimeoutMs;

const MAX_WRITES_OF_SENDER = { requests: 512, bytes: 128 * 1024 * 1024 };
const MAX_READS_OF_SENDER = { requests: 24 };

/** Afterwards a stream that is still open no longer counts: its reader may have stopped reading. */
const STREAM_TURN_MS = 30_000;

export interface TurnRequest {
  readonly operation: Operation;
  readonly userId: string;
  /** Of the request's body. */
  readonly bytes: number;
  readonly signal: AbortSignal;
}

const isStream = ({ result }: Operation) => result.kind === "jsonl" && result.isLive !== true;

/** Runs the requests of one sender in turns, so that those of others are not behind all of them. */
export class RequestTurns {
  readonly #writes = new FairTurns(MAX_WRITES_OF_SENDER);
  readonly #reads = new FairTurns(MAX_READS_OF_SENDER);
  /** A reader that stops reading keeps its stream, so that one sender must not have all. */
  readonly #streams = new FairTurns({ requests: Math.max(1, Math.floor((maxConcurrentQueries().streams * 2) / 3)) });

  /**
   * @param start begins the work of a request
   * @param respond resolves when the response to the work begins
   * @throws StoreOverloaded when too much of this sender is waiting
   */
  async run(
    { operation, userId, bytes, signal }: TurnRequest,
    start: () => unknown,
    respond: (result: unknown) => Promise<Response>,
  ): Promise<Response> {
    const turns = this.#turnsOf(operation);
    if (turns === null) return await respond(start());
    const end = await turns.take(userId, bytes, signal);
    try {
      if (isStream(operation)) return await respond(streamed(start() as AsyncIterable<unknown>, end));
      const response = await respond(start());
      end();
      return response;
    } catch (error) {
      end();
      throw error;
    }
  }

  #turnsOf(operation: Operation): FairTurns | null {
    if (operation.auth === "none" || operation.limits.headersTimeoutMs >= MIN_MODEL_TIMEOUT_MS) return null;
    if (operation.effect === "write") return this.#writes;
    return isStream(operation) ? this.#streams : this.#reads;
  }
}

/** Ends the turn with the last row that is read. */
function streamed(rows: AsyncIterable<unknown>, end: () => void): AsyncIterable<unknown> {
  const timer = setTimeout(end, STREAM_TURN_MS);
  timer.unref();
  return endingWith(rows, () => {
    clearTimeout(timer);
    end();
  });
}
