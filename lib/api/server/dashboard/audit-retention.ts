import type { Logger } from "pino";
import type { AppDatabase } from "@/lib/database/app-database";
import { removeOldAudit } from "@/lib/database/audit-retention";

const DAY_MS = 24 * 60 * 60 * 1000;

interface AuditRetentionOptions {
  readonly database: AppDatabase;
  /** Entries are kept for this long; undefined for ever. */
  readonly days: number | undefined;
  /** Digest of the address that the log is forwarded to: what it did not take yet is kept. */
  readonly receiver?: string | undefined;
  readonly now: () => Date;
  readonly log: Logger;
}

/** Removes old entries of the audit log now and once a day. @returns ends it */
export function startAuditRetention({
  database,
  days,
  receiver,
  now,
  log,
}: AuditRetentionOptions): () => Promise<void> {
  if (days === undefined) return () => Promise.resolve();
  const remove = async () => {
    const at = now();
    try {
      const count = await removeOldAudit(database, new Date(at.getTime() - days * DAY_MS), at, receiver);
      if (count > 0) log.info({ count, days }, "old entries of the audit log were removed");
    } catch (error) {
      log.error({ err: error }, "old entries of the audit log could not be removed; the next try is in a day");
    }
  };
  let removing = remove();
  const timer = setInterval(() => {
    removing = removing.then(remove);
  }, DAY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await removing;
  };
}
