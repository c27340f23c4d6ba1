import type { CallLedger, Part } from "./call-ledger";
import type { SeededRandom } from "./seeded-random";
import { ask, Refused } from "./service-process";

/**
 * Logs calls as an SDK does: several parts a batch, starts and ends apart and in any order; unacknowledged parts are
 * sent again.
 */
export class IngestClient {
  readonly #ledger: CallLedger;
  readonly #random: SeededRandom;
  readonly #maxNewCalls: number;
  /** Parts whose counterpart belongs to another batch, earlier or later. */
  #heldBack: Part[] = [];
  /** The batch without a response. */
  #unanswered: Part[] = [];

  /** @param maxNewCalls of a batch */
  constructor(ledger: CallLedger, random: SeededRandom, maxNewCalls = 10) {
    this.#ledger = ledger;
    this.#random = random;
    this.#maxNewCalls = maxNewCalls;
  }

  /** Sends batches until the connection breaks. @throws Refused when the service rejects one */
  async logUntilBroken(url: string, onAcknowledged: () => void): Promise<void> {
    while (await this.logBatch(url)) onAcknowledged();
  }

  /**
   * Sends the batch without a response again, or a new one. Resolves to whether it was acknowledged: the next one may go
   * to another service.
   * @throws Refused when the service rejects it
   */
  async logBatch(url: string): Promise<boolean> {
    return await this.#send(url, this.#unanswered.length > 0 ? this.#unanswered : this.#nextParts());
  }

  /** Sends all missing parts, so that every call is complete. */
  async finish(url: string): Promise<void> {
    const parts = [...this.#unanswered, ...this.#heldBack];
    this.#heldBack = [];
    if (!(await this.#send(url, parts))) throw new Error("The connection broke although nobody killed the service.");
  }

  async #send(url: string, parts: Part[]): Promise<boolean> {
    this.#unanswered = parts;
    try {
      await ask(url, "/call/upsert_batch", this.#ledger.batchOf(parts));
    } catch (error) {
      if (error instanceof Refused) throw error;
      return false;
    }
    this.#ledger.acknowledge(parts);
    this.#unanswered = [];
    return true;
  }

  #nextParts(): Part[] {
    const random = this.#random;
    const held = random.shuffled(this.#heldBack);
    const parts = held.splice(0, random.between(0, this.#maxNewCalls));
    for (let left = random.between(1, this.#maxNewCalls); left > 0; left -= 1) {
      const call = this.#ledger.newCall(random);
      const [first, second]: Part[] = random.shuffled([
        { call, kind: "start" },
        { call, kind: "end" },
      ]);
      if (first !== undefined) parts.push(first);
      if (second !== undefined) (random.isTrue(0.5) ? parts : held).push(second);
    }
    this.#heldBack = held;
    return random.shuffled(parts);
  }
}
