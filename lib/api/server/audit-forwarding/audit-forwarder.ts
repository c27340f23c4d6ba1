import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { AppDatabase } from "@/lib/database/app-database";
import {
  auditEntriesAfter,
  type ForwardingState,
  readForwarding,
  replaceForwarding,
} from "@/lib/database/audit-forwarding";
import { ForwardingProblem } from "./forwarding-problem";
import type { SendEntries } from "./send-entries";

interface ForwarderParts {
  readonly database: AppDatabase;
  /** Digest of the receiver's address. */
  readonly receiver: string;
  readonly send: SendEntries;
  readonly now: () => Date;
  readonly log: Logger;
}

/** Longer than a try may take: after it, another dashboard takes the turn of one that died. */
const TURN_MS = 120_000;
const MAX_ENTRIES = 200;

/**
 * Sends the audit log to a receiver in its order, each entry at least once. How far it got is in the database: after a kill
 * between an answer and its note the same entries are sent again, with their ids. Dashboards on one database take turns.
 */
export class AuditForwarder {
  readonly #parts: ForwarderParts;
  readonly #sender = randomUUID();

  constructor(parts: ForwarderParts) {
    this.#parts = parts;
  }

  /**
   * Sends all entries that wait.
   *
   * @returns false when the receiver did not take them
   * @throws DatabaseError
   */
  async forward(): Promise<boolean> {
    let turn = await this.#takeTurn();
    if (turn === null) return true;
    for (;;) {
      const entries = await auditEntriesAfter(this.#parts.database, turn.state.lastId, MAX_ENTRIES);
      const last = entries.at(-1);
      if (last === undefined) break;
      const change = await this.#try(entries, last.id, turn.state);
      const next = await this.#note(turn, change);
      if (next === null) return true;
      turn = next;
      if (turn.state.problem !== null) break;
    }
    await this.#note(turn, { untilMs: 0 });
    return turn.state.problem === null;
  }

  async #try(
    entries: Parameters<SendEntries>[0],
    lastId: number,
    { refused, problem, problemAt }: ForwardingState,
  ): Promise<Partial<ForwardingState>> {
    const { send, now, log } = this.#parts;
    const at = now().toISOString();
    try {
      const count = await send(entries);
      if (count > 0) log.warn({ count, lastId }, "the receiver of the audit log refused entries");
      if (problem !== null) log.info({ lastId }, "the audit log is forwarded again");
      return { lastId, sentAt: at, refused: refused + count, problem: null, problemAt: null };
    } catch (error) {
      if (!(error instanceof ForwardingProblem)) throw error;
      // Once for each cause, not for each try.
      if (error.message !== problem) log.warn({ problem: error.message }, "the audit log could not be forwarded");
      return { problem: error.message, problemAt: problemAt ?? at };
    }
  }

  async #takeTurn(): Promise<Turn | null> {
    const { database, receiver, now } = this.#parts;
    const found = await readForwarding(database);
    const nowMs = now().getTime();
    if (found !== null && found.state.sender !== this.#sender && found.state.untilMs > nowMs) return null;
    const state = found?.state.receiver === receiver ? found.state : emptyState(receiver);
    return await this.#note({ text: found?.text ?? null, state }, {});
  }

  /** @returns null when another dashboard has the turn */
  async #note(turn: Turn, change: Partial<ForwardingState>): Promise<Turn | null> {
    const { database, now } = this.#parts;
    const state = { ...turn.state, sender: this.#sender, untilMs: now().getTime() + TURN_MS, ...change };
    const text = await replaceForwarding(database, turn.text, state);
    return text === null ? null : { text, state };
  }
}

interface Turn {
  /** As it is stored; null before the first. */
  readonly text: string | null;
  readonly state: ForwardingState;
}

const emptyState = (receiver: string): ForwardingState => ({
  receiver,
  lastId: 0,
  sentAt: null,
  refused: 0,
  problem: null,
  problemAt: null,
  sender: "",
  untilMs: 0,
});
