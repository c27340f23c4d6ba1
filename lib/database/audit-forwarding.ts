import { z } from "zod";
import type { AppDatabase } from "./app-database";

/** An entry as it is sent to another system, with the hash by which its place in the chain can be checked there. */
export interface ForwardedEntry {
  readonly id: number;
  readonly at: string;
  readonly event: string;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly target: string | null;
  readonly is_allowed: boolean;
  readonly request_id: string | null;
  /** SHA-256 in hex; null for an entry from before the log had a chain. */
  readonly hash: string | null;
}

const schema = z.object({
  /** Digest of the receiver's address: another receiver begins with the oldest entry. */
  receiver: z.string(),
  /** Of the last entry that the receiver took; 0 before the first. */
  lastId: z.number(),
  /** When it took it. */
  sentAt: z.string().nullable(),
  /** Entries that the receiver took note of and refused. */
  refused: z.number(),
  /** Why the last try failed; null when it did not. */
  problem: z.string().nullable(),
  /** When the first of the failing tries was. */
  problemAt: z.string().nullable(),
  /** The dashboard that sends, until this time in milliseconds since 1970. */
  sender: z.string(),
  untilMs: z.number(),
});

/** How far the log was forwarded, and by whom it is now. */
export type ForwardingState = z.infer<typeof schema>;

const NAME = "audit-forwarding";

/** Returns the state as text, which `replaceForwarding` needs, and parsed; null before the first round. */
export async function readForwarding(database: AppDatabase): Promise<{ text: string; state: ForwardingState } | null> {
  const row = await database.selectFrom("setting").select("value").where("name", "=", NAME).executeTakeFirst();
  return row === undefined ? null : { text: row.value, state: schema.parse(JSON.parse(row.value)) };
}

/**
 * Replaces the state if no other dashboard did since it was read.
 *
 * @param before its text when it was read; null when there was none
 * @returns the new text; null when another dashboard was faster
 */
export async function replaceForwarding(
  database: AppDatabase,
  before: string | null,
  state: ForwardingState,
): Promise<string | null> {
  const value = JSON.stringify(state);
  if (before === null) {
    const { numInsertedOrUpdatedRows } = await database
      .insertInto("setting")
      .values({ name: NAME, value })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n ? value : null;
  }
  const { numUpdatedRows } = await database
    .updateTable("setting")
    .set({ value })
    .where("name", "=", NAME)
    .where("value", "=", before)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? value : null;
}

/** Returns the entries after one, oldest first. */
export async function auditEntriesAfter(
  database: AppDatabase,
  lastId: number,
  limit: number,
): Promise<ForwardedEntry[]> {
  const rows = await database
    .selectFrom("audit")
    .leftJoin("user", "user.id", "audit.actor_id")
    .leftJoin("former_user", "former_user.id", "audit.actor_id")
    .select(["audit.id", "at", "event", "actor_id", "target", "is_allowed", "request_id", "hash"])
    .select((eb) => eb.fn.coalesce("user.name", "former_user.name").as("actor_name"))
    .where("audit.id", ">", lastId)
    .orderBy("audit.id")
    .limit(limit)
    .execute();
  return rows.map(({ is_allowed, ...row }) => ({ ...row, id: Number(row.id), is_allowed: is_allowed === 1 }));
}

/** Returns how many entries come after one. */
export async function countAuditAfter(database: AppDatabase, lastId: number): Promise<number> {
  const { count } = await database
    .selectFrom("audit")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("id", ">", lastId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the id of the last entry that a receiver took; 0 before the first. */
export async function lastForwarded(database: AppDatabase, receiver: string): Promise<number> {
  const found = await readForwarding(database);
  return found?.state.receiver === receiver ? found.state.lastId : 0;
}
