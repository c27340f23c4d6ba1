import type { AppDatabase } from "./app-database";
import { recordAudit } from "./audit";
import { beginChainAfter, lockChainStart } from "./audit-chain";
import { lastForwarded } from "./audit-forwarding";

/**
 * Removes the entries of the log up to the last one that is older than a time, and records how many. The chain then begins
 * after them: those that stay can be checked as before.
 *
 * @param receiver digest of the receiver's address that must have taken what is removed; undefined without one
 * @returns the number of removed entries
 */
export async function removeOldAudit(
  database: AppDatabase,
  before: Date,
  now: Date,
  receiver?: string,
): Promise<number> {
  return await database.transaction().execute(async (transaction) => {
    // Several dashboards may do this at once: the next one then reads what this one left.
    await lockChainStart(transaction);
    // Entries are in the order of their time, as far as the clock never went back.
    const first = await transaction
      .selectFrom("audit")
      .select("id")
      .where("at", ">=", before.toISOString())
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    const taken = receiver === undefined ? null : await lastForwarded(transaction, receiver);
    const old = await transaction
      .selectFrom("audit")
      .select(["id", "hash"])
      .$if(first !== undefined, (query) => query.where("id", "<", first?.id ?? 0))
      .$if(taken !== null, (query) => query.where("id", "<=", taken ?? 0))
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    if (old === undefined) return 0;
    await beginChainAfter(transaction, old.hash);
    const { numDeletedRows } = await transaction
      .deleteFrom("audit")
      .where("id", "<=", old.id)
      .executeTakeFirstOrThrow();
    const count = Number(numDeletedRows);
    const target = `${count} from before ${before.toISOString()}`;
    const record = { event: "audit.removed", actorId: null, target, isAllowed: true, requestId: null } as const;
    await recordAudit(transaction, record, now);
    return count;
  });
}
