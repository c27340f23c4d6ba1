import { v7 as uuidv7 } from "uuid";
import { MAX_TAKEN_ENTRIES, type WaitingEntry } from "@/lib/api/contract/admin/waiting-audit";
import type { ServiceState } from "@/service/kernel/state/open-state";

const MAX_TARGET_LENGTH = 300;

type NewEntry = Pick<WaitingEntry, "at" | "event" | "user_id" | "target" | "is_allowed" | "request_id">;

/**
 * What API keys did, until the dashboard has it in the audit log. The dashboard's log is the only one that has a chain, so
 * that these entries follow those of users in one order.
 */
export class WaitingAudit {
  readonly #state: ServiceState;

  constructor(state: ServiceState) {
    this.#state = state;
  }

  /** Stores an entry; it is on disk when this resolves. */
  async add({ target, is_allowed, ...entry }: NewEntry): Promise<void> {
    const text = target.slice(0, MAX_TARGET_LENGTH).toWellFormed().replaceAll("\0", "\ufffd");
    await this.#state
      .insertInto("audit_waiting")
      .values({
        id: uuidv7(),
        at: entry.at,
        event: entry.event,
        user_id: entry.user_id,
        target: text,
        is_allowed: is_allowed ? 1 : 0,
        request_id: entry.request_id,
      })
      .execute();
  }

  /** Deletes entries that are in the log, and returns the oldest others. */
  async take(recordedIds: readonly string[]): Promise<WaitingEntry[]> {
    if (recordedIds.length > 0) {
      await this.#state.deleteFrom("audit_waiting").where("id", "in", recordedIds).execute();
    }
    const rows = await this.#state
      .selectFrom("audit_waiting")
      .select(["id", "at", "event", "user_id", "target", "is_allowed", "request_id"])
      .orderBy("seq")
      .limit(MAX_TAKEN_ENTRIES)
      .execute();
    return rows.map((row) => ({ ...row, is_allowed: row.is_allowed === 1 }));
  }
}
