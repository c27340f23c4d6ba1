import type { AppInputOf, AppOperationId, AppResultOf } from "@/lib/api/contract/app/app-operations";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { type RequestFailedError, validationFailed } from "@/lib/api/server/answer/request-failed-error";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { SignedOutError } from "@/lib/auth/session";
import type { AppDatabase } from "@/lib/database/app-database";
import { type AuditEvent, recordAudit } from "@/lib/database/audit";
import type { LiveSession } from "@/lib/database/sessions";

/** The context of a request that handlers of the app's own table receive. */
export interface AppCall {
  readonly dashboard: Dashboard;
  /** Absent for operations that need no session. */
  readonly session: LiveSession | undefined;
  /** The user's role in the workspace that the input names; otherwise that of the instance. */
  readonly role: Role;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

export type AppHandler<Id extends AppOperationId> = (input: AppInputOf<Id>, call: AppCall) => Promise<AppResultOf<Id>>;

/** Returns the calling user; rows that require a role have one. */
export function signedIn({ session }: AppCall): LiveSession {
  if (!session) throw new SignedOutError();
  return session;
}

/** Returns one issue about one member of the input. */
export function inputFailed(path: readonly string[], msg: string, type: string): RequestFailedError {
  return validationFailed([{ loc: ["body", ...path], msg, type }]);
}

/**
 * Runs a change and writes its audit log entry in one transaction: a change that cannot be recorded does not happen.
 * Inside `change` only the given database may be used.
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

/** Writes the audit log entry of a change outside of the app's database, after the change. */
export async function recordChange(call: AppCall, event: AuditEvent, target: string): Promise<void> {
  const { dashboard, session, requestId } = call;
  const record = { event, actorId: session?.user.id ?? null, target, isAllowed: true, requestId };
  await recordAudit(dashboard.database, record, dashboard.now());
}
