import { modelLimits } from "@/lib/api/contract/operation/limits";
import type { Operation } from "@/lib/api/contract/operation/operation";
import type { Identity } from "@/service/kernel/access/identity";
import type { Admission } from "@/service/kernel/bodies/decode-body";
import { FairTurns } from "@/service/kernel/concurrency/fair-turns";
import { maxConcurrentQueries } from "@/service/traces/store/engine/engine-threads";
import { StreamTurns } from "./stream-turns";

/** Operations that ask a model take as long as the model: they wait for no one here. */
const MIN_MODEL_TIMEOUT_MS = modelLimits.headersTimeoutMs;

const MAX_WRITES_OF_SENDER = { requests: 512, bytes: 128 * 1024 * 1024 };
/** Bodies in memory that are not small. */
const MAX_BODIES = { requests: 512, bytes: 128 * 1024 * 1024, bytesOfAll: 256 * 1024 * 1024 };
const MAX_READS_OF_SENDER = { requests: 24 };

export interface TurnRequest {
  readonly operation: Operation;
  readonly identity: Identity;
  /** Of the request's body. */
  readonly bytes: number;
  readonly signal: AbortSignal;
  /** Ends the response from outside. */
  readonly stop: (reason: string) => void;
}

/** The keys of one user do not share streams: one whose program has stopped reading leaves the others theirs. */
const senderOf = ({ userId, name, isDashboard }: Identity) => JSON.stringify([userId, name, isDashboard === true]);

const isStream = ({ result }: Operation) => result.kind === "jsonl" && result.isLive !== true;

const isFree = ({ auth, limits }: Operation) => auth === "none" || limits.headersTimeoutMs >= MIN_MODEL_TIMEOUT_MS;

/** Runs the requests of one sender in turns, so that those of others are not behind all of them. */
export class RequestTurns {
  readonly #writes = new FairTurns(MAX_WRITES_OF_SENDER);
  readonly #bodies = new FairTurns(MAX_BODIES);
  readonly #reads = new FairTurns(MAX_READS_OF_SENDER);
  /** A reader that stops reading keeps its stream, so that one sender must not have all. */
  readonly #streams = new StreamTurns({ atOnce: Math.max(1, Math.floor((maxConcurrentQueries().streams * 2) / 3)) });

  /** How a large body of a sender waits before it is decoded and parsed. */
  admission({ userId }: Identity, signal: AbortSignal): Admission {
    return { owner: userId, admit: (bytes) => this.#bodies.take(userId, { bytes, rows: 0 }, signal) };
  }

  /**
   * @param start begins the work of a request
   * @param respond resolves when the response to the work begins
   * @throws StoreOverloaded when too much of this sender is waiting
   */
  async run(
    { operation, identity, bytes, signal, stop }: TurnRequest,
    start: () => unknown,
    respond: (result: unknown) => Promise<Response>,
  ): Promise<Response> {
    if (isFree(operation)) return await respond(start());
    if (operation.effect === "read" && isStream(operation)) {
      const { watch, end } = await this.#streams.take({ sender: senderOf(identity), signal, stop });
      try {
        return await respond(watch(start() as AsyncIterable<unknown>));
      } catch (error) {
        end();
        throw error;
      }
    }
    const turns = operation.effect === "write" ? this.#writes : this.#reads;
    const end = await turns.take(identity.userId, { bytes, rows: 0 }, signal);
    try {
      const response = await respond(start());
      end();
      return response;
    } catch (error) {
      end();
      throw error;
    }
  }
}
