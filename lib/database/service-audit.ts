import type { WaitingEntry } from "@/lib/api/contract/admin/waiting-audit";
import type { AuditEvent } from "@/lib/api/contract/audit/audit-event";
import type { AppDatabase } from "./app-database";
import { recordAudit } from "./audit";

/** The ids of the entries that were recorded last are under this name, as a JSON array. */
const TAKEN = "audit-taken";

/** Several answers of the service: another dashboard on this database may hold one of them still. */
const MAX_TAKEN_IDS = 1_000;

/**
 * Records what API keys did, in one transaction. An entry that was recorded before is left out: the service returns it
 * again where it did not learn of that.
 */
export async function recordServiceAudit(database: AppDatabase, entries: readonly WaitingEntry[]): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    // Locks the row, so that of two dashboards one waits for the other.
    const { value } = await transaction
      .insertInto("setting")
      .values({ name: TAKEN, value: "[]" })
      .onConflict((conflict) => conflict.column("name").doUpdateSet((eb) => ({ value: eb.ref("setting.value") })))
      .returning("value")
      .executeTakeFirstOrThrow();
    // Only this function writes the setting.
    const taken = JSON.parse(value) as string[];
    const known = new Set(taken);
    const fresh = entries.filter(({ id }) => !known.has(id));
    for (const { at, event, user_id, target, is_allowed, request_id } of fresh) {
      // The service's version may have events that this one has no text for; the page shows their names.
      const record = {
        event: event as AuditEvent,
        actorId: user_id,
        target,
        isAllowed: is_allowed,
        requestId: request_id,
      };
      await recordAudit(transaction, record, new Date(at));
    }
    const ids = [...taken, ...fresh.map(({ id }) => id)].slice(-MAX_TAKEN_IDS);
    await transaction
      .updateTable("setting")
      .set({ value: JSON.stringify(ids) })
      .where("name", "=", TAKEN)
      .execute();
  });
}
