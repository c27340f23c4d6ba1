import { createHash } from "node:crypto";
import type { AppDatabase } from "./app-database";

/** The columns of an entry that its hash covers. */
export interface ChainedEntry {
  readonly at: string;
  readonly event: string;
  readonly actor_id: string | null;
  readonly target: string | null;
  readonly is_allowed: 0 | 1;
  readonly request_id: string | null;
}

/** The result of following the chain through the whole log. */
export interface AuditChainCheck {
  /** Entries of the chain. */
  readonly entries: number;
  /** Entries from before the log had a chain. */
  readonly unchained: number;
  /** Of the last entry; null without one. */
  readonly lastHash: string | null;
  /** Null when the chain holds. */
  readonly problem: AuditChainProblem | null;
}

interface AuditChainProblem {
  /** `changed`: an entry, or the one before it, was changed, inserted or removed. `end-missing`: the newest were removed. */
  readonly kind: "changed" | "end-missing";
  /** The first entry that does not fit; null when the newest are missing. */
  readonly entryId: string | null;
  readonly at: string | null;
}

/** The hash of the last entry is under this name, also when the entry is removed. */
const HEAD = "audit-head";
/** The hash of the newest entry that was removed for its age is under this name: the chain begins after it. */
const START = "audit-start";
const PAGE_ROWS = 1_000;

/** Returns SHA-256 of an entry and the hash before it, which is empty for the first. */
function chainHash(before: string, entry: ChainedEntry): string {
  const { at, event, actor_id, target, is_allowed, request_id } = entry;
  return createHash("sha256")
    .update(JSON.stringify([before, at, event, actor_id, target, is_allowed, request_id]))
    .digest("hex");
}

/**
 * Adds an entry to the log and its chain, inside a transaction. The row of the last hash is locked first, so that entries of
 * several processes follow one another.
 */
export async function appendToChain(transaction: AppDatabase, entry: ChainedEntry): Promise<void> {
  const { value: before } = await transaction
    .insertInto("setting")
    .values({ name: HEAD, value: "" })
    .onConflict((conflict) => conflict.column("name").doUpdateSet((eb) => ({ value: eb.ref("setting.value") })))
    .returning("value")
    .executeTakeFirstOrThrow();
  const hash = chainHash(before, entry);
  await transaction
    .insertInto("audit")
    .values({ ...entry, hash })
    .execute();
  await transaction.updateTable("setting").set({ value: hash }).where("name", "=", HEAD).execute();
}

/** Lets no other process move the beginning of the chain until the end of this transaction. */
export async function lockChainStart(transaction: AppDatabase): Promise<void> {
  await transaction
    .insertInto("setting")
    .values({ name: START, value: "" })
    .onConflict((conflict) => conflict.column("name").doUpdateSet((eb) => ({ value: eb.ref("setting.value") })))
    .execute();
}

/**
 * Lets the chain begin after an entry that is removed with all before it, inside their transaction, which has the lock.
 *
 * @param hash of that entry; null for one from before the log had a chain
 */
export async function beginChainAfter(transaction: AppDatabase, hash: string | null): Promise<void> {
  await transaction
    .updateTable("setting")
    .set({ value: hash ?? "" })
    .where("name", "=", START)
    .execute();
}

const readSetting = (database: AppDatabase, name: string) =>
  database.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst();

/**
 * Follows the chain from its first entry to the last; entries that are added meanwhile may count or not. When old entries are
 * removed meanwhile, it begins again.
 */
export async function checkAuditChain(database: AppDatabase): Promise<AuditChainCheck> {
  for (;;) {
    const start = (await readSetting(database, START))?.value ?? "";
    const check = await followChain(database, start);
    if (((await readSetting(database, START))?.value ?? "") === start) return check;
  }
}

async function followChain(database: AppDatabase, start: string): Promise<AuditChainCheck> {
  const head = await readSetting(database, HEAD);
  let last = start;
  let isHeadSeen = head === undefined;
  let [entries, unchained] = [0, 0];
  for await (const row of allRows(database)) {
    if (row.hash === null && entries === 0 && start === "") {
      unchained += 1;
      continue;
    }
    if (row.hash !== chainHash(last, row)) {
      const problem = { kind: "changed", entryId: String(row.id), at: row.at } as const;
      return { entries, unchained, lastHash: last || null, problem };
    }
    last = row.hash;
    entries += 1;
    isHeadSeen ||= last === head?.value;
  }
  const problem = isHeadSeen ? null : ({ kind: "end-missing", entryId: null, at: null } as const);
  return { entries, unchained, lastHash: last || null, problem };
}

async function* allRows(database: AppDatabase) {
  for (let after = 0; ; ) {
    const rows = await database
      .selectFrom("audit")
      .select(["id", "at", "event", "actor_id", "target", "is_allowed", "request_id", "hash"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(PAGE_ROWS)
      .execute();
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined) return;
    after = end.id;
  }
}
