import type { AppDatabase } from "./app-database";

export type AuditEvent =
  | "sign-in.succeeded"
  | "sign-in.failed"
  | "sign-in.throttled"
  | "sign-out"
  | "account.created"
  | "password.reset"
  | "invitation.created"
  | "connection.created"
  | "connection.updated"
  | "connection.deleted"
  | "connection.tested"
  | "workspace.created"
  | "workspace.renamed"
  | "workspace.deleted"
  | "key.created"
  | "key.revoked"
  | "operation.denied";

export interface AuditRecord {
  readonly event: AuditEvent;
  readonly actorId: string | null;
  /** What it was done to, by id or name. Never a secret, never a body. */
  readonly target: string | null;
  readonly isAllowed: boolean;
  readonly requestId: string | null;
}

export interface AuditEntry extends AuditRecord {
  readonly id: string;
  readonly at: string;
  readonly actorName: string | null;
}

/** What a stranger typed must not fill the table. */
const TARGET_MAX_LENGTH = 300;

/**
 * Writes one line. A change and its line share a transaction where both are in this database: a change that cannot be
 * recorded does not happen.
 */
export async function recordAudit(database: AppDatabase, record: AuditRecord, now: Date): Promise<void> {
  await database
    .insertInto("audit")
    .values({
      at: now.toISOString(),
      event: record.event,
      actor_id: record.actorId,
      target: record.target?.slice(0, TARGET_MAX_LENGTH) ?? null,
      is_allowed: record.isAllowed ? 1 : 0,
      request_id: record.requestId,
    })
    .execute();
}

/** Lines newest first; `after` is the id of the last line of the page before. */
export async function listAudit(
  database: AppDatabase,
  page: { readonly limit: number; readonly after?: string | undefined },
): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
  let query = database
    .selectFrom("audit")
    .leftJoin("user", "user.id", "audit.actor_id")
    .select(["audit.id", "audit.at", "audit.event", "audit.actor_id", "audit.target", "audit.is_allowed"])
    .select(["audit.request_id", "user.name as actor_name"])
    .orderBy("audit.id", "desc")
    .limit(page.limit + 1);
  const after = Number(page.after);
  if (page.after !== undefined && Number.isSafeInteger(after)) query = query.where("audit.id", "<", after);
  const rows = await query.execute();
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
