import type { AuditEvent } from "@/lib/api/contract/audit/audit-event";
import type { AppDatabase } from "./app-database";
import { appendToChain, type ChainedEntry } from "./audit-chain";

export interface AuditRecord {
  readonly event: AuditEvent;
  readonly actorId: string | null;
  /** The target, by id or name. Never a secret, never a body. */
  readonly target: string | null;
  readonly isAllowed: boolean;
  readonly requestId: string | null;
}

export interface AuditEntry extends AuditRecord {
  readonly id: string;
  readonly at: string;
  readonly actorName: string | null;
}

/** Limits text typed by strangers, so that it cannot fill the table. */
const MAX_TARGET_LENGTH = 300;

/**
 * Writes one entry. A change and its entry share a transaction where both are in this database: a change that cannot be
 * recorded does not happen.
 */
export async function recordAudit(database: AppDatabase, record: AuditRecord, now: Date): Promise<void> {
  const entry: ChainedEntry = {
    at: now.toISOString(),
    event: record.event,
    actor_id: record.actorId,
    target: record.target === null ? null : storableText(record.target),
    is_allowed: record.isAllowed ? 1 : 0,
    request_id: record.requestId,
  };
  if (database.isTransaction) await appendToChain(database, entry);
  else await database.transaction().execute((transaction) => appendToChain(transaction, entry));
}

/** What both databases return as it was written: without half characters and without the character zero. */
const storableText = (text: string) => text.slice(0, MAX_TARGET_LENGTH).toWellFormed().replaceAll("\0", "\ufffd");

export interface AuditPage {
  readonly limit: number;
  /** Id of the last entry of the previous page. */
  readonly after?: string | undefined;
  readonly actorId?: string | undefined;
  readonly event?: string | undefined;
  /** Only denied entries, or only allowed ones. */
  readonly isAllowed?: boolean | undefined;
  /** ISO 8601: at or after `since`, before `until`. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

function matchingRows(database: AppDatabase, page: AuditPage) {
  const after = Number(page.after);
  return database
    .selectFrom("audit")
    .leftJoin("user", "user.id", "audit.actor_id")
    .leftJoin("former_user", "former_user.id", "audit.actor_id")
    .$if(page.after !== undefined && Number.isSafeInteger(after), (query) => query.where("audit.id", "<", after))
    .$if(page.actorId !== undefined, (query) => query.where("audit.actor_id", "=", page.actorId ?? ""))
    .$if(page.event !== undefined, (query) => query.where("audit.event", "=", page.event ?? ""))
    .$if(page.isAllowed !== undefined, (query) => query.where("audit.is_allowed", "=", page.isAllowed ? 1 : 0))
    .$if(page.since !== undefined, (query) => query.where("audit.at", ">=", page.since ?? ""))
    .$if(page.until !== undefined, (query) => query.where("audit.at", "<", page.until ?? ""));
}

/** Entries, newest first. */
export async function listAudit(
  database: AppDatabase,
  page: AuditPage,
): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
  const rows = await matchingRows(database, page)
    .select(["audit.id", "audit.at", "audit.event", "audit.actor_id", "audit.target", "audit.is_allowed"])
    .select((eb) => ["audit.request_id", eb.fn.coalesce("user.name", "former_user.name").as("actor_name")])
    .orderBy("audit.id", "desc")
    .limit(page.limit + 1)
    .execute();
  const entries = rows.slice(0, page.limit).map((row) => ({
    id: String(row.id),
    at: row.at,
    // Only recordAudit writes this column.
    event: row.event as AuditEvent,
    actorId: row.actor_id,
    actorName: row.actor_name,
    target: row.target,
    isAllowed: row.is_allowed === 1,
    requestId: row.request_id,
  }));
  return { entries, hasMore: rows.length > page.limit };
}

/** All users and events in the log, by name, as options for the filter. */
export async function findAuditFilterOptions(
  database: AppDatabase,
): Promise<{ people: { id: string; name: string }[]; events: string[] }> {
  const people = await matchingRows(database, { limit: 0 })
    .select((eb) => ["audit.actor_id as id", eb.fn.coalesce("user.name", "former_user.name").as("name")])
    .where("audit.actor_id", "is not", null)
    .distinct()
    .execute();
  const events = await database.selectFrom("audit").select("event").distinct().orderBy("event").execute();
  return {
    people: people
      .flatMap(({ id, name }) => (id === null ? [] : [{ id, name: name ?? id }]))
      .sort((left, right) => left.name.localeCompare(right.name)),
    events: events.map(({ event }) => event),
  };
}
