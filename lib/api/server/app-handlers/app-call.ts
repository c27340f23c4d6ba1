import type { AppInputOf, AppOperationId, AppResultOf } from "@/lib/api/contract/app/app-operations";
import { type RequestFailedError, validationFailed } from "@/lib/api/server/answer/request-failed-error";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { SignedOutError } from "@/lib/auth/session";
import type { AppDatabase } from "@/lib/database/app-database";
import { type AuditEvent, recordAudit } from "@/lib/database/audit";
import type { LiveSession } from "@/lib/database/sessions";

/** What a handler of the app's own table knows of its request. */
export interface AppCall {
  readonly dashboard: Dashboard;
  /** Absent for operations that anyone may call. */
  readonly session: LiveSession | undefined;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

export type AppHandler<Id extends AppOperationId> = (input: AppInputOf<Id>, call: AppCall) => Promise<AppResultOf<Id>>;

/** The person who calls; rows that need a role have one. */
export function signedIn({ session }: AppCall): LiveSession {
  if (!session) throw new SignedOutError();
  return session;
}

/** One complaint about one member of the input. */
export function inputFailed(path: readonly string[], msg: string, type: string): RequestFailedError {
  return validationFailed([{ loc: ["body", ...path], msg, type }]);
}

/**
 * Carries out a change and writes its line into the audit log in one transaction: a change that cannot be recorded does
 * not happen. Inside `change` only the given database may be used.
 */
export async function audited<Result>(
  call: AppCall,
  event: AuditEvent,
  target: string,
  change: (database: AppDatabase, now: Date) => Promise<Result>,
): Promise<Result> {
  const { dashboard, session, requestId } = call;
  const now = dashboard.now();
  return await dashboard.database.transaction().execute(async (transaction) => {
    const result = await change(transaction, now);
    const actorId = session?.user.id ?? null;
    await recordAudit(transaction, { event, actorId, target, isAllowed: true, requestId }, now);
    return result;
  });
}

/** Writes the line of a change that was made outside of the app's database, after it was made. */
export async function recordChange(call: AppCall, event: AuditEvent, target: string): Promise<void> {
  const { dashboard, session, requestId } = call;
  const record = { event, actorId: session?.user.id ?? null, target, isAllowed: true, requestId };
  await recordAudit(dashboard.database, record, dashboard.now());
}
