import type { AppInputOf, AppOperationId, AppResultOf } from "@/lib/api/contract/app/app-operations";
import type { AuditEvent } from "@/lib/api/contract/audit/audit-event";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { type RequestFailedError, validationFailed } from "@/lib/api/server/answer/request-failed-error";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { SignedOutError } from "@/lib/auth/session";
import type { AppDatabase } from "@/lib/database/app-database";
import { recordAudit } from "@/lib/database/audit";
import type { LiveSession } from "@/lib/database/sessions";

/** What one call writes into the audit log, so that the relay sees that a change is in it. */
export class AuditTrail {
  readonly #events = new Set<AuditEvent>();
  #isUnchanged = false;

  note(event: AuditEvent): void {
    this.#events.add(event);
  }

  /** Says that the call left everything as it was: there is nothing to write. */
  noteUnchanged(): void {
    this.#isUnchanged = true;
  }

  /** True when one of these events is in the log, or nothing was changed. */
  isComplete(events: readonly AuditEvent[]): boolean {
    return this.#isUnchanged || events.some((event) => this.#events.has(event));
  }
}

/** The context of a request that handlers of the app's own table receive. */
export interface AppCall {
  readonly dashboard: Dashboard;
  /** Absent for operations that need no session. */
  readonly session: LiveSession | undefined;
  /** The user's role in the workspace that the input names; otherwise that of the instance. */
  readonly role: Role;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** What the call has written into the audit log so far. */
  readonly trail: AuditTrail;
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
  const made = await dashboard.database.transaction().execute(async (transaction) => {
    const result = await change(transaction, now);
    const actorId = session?.user.id ?? null;
    await recordAudit(transaction, { event, actorId, target, isAllowed: true, requestId }, now);
    return result;
  });
  call.trail.note(event);
  return made;
}

/** Writes the audit log entry of a change outside of the app's database, after the change. */
export async function recordChange(call: AppCall, event: AuditEvent, target: string): Promise<void> {
  const { dashboard, session, requestId } = call;
  const record = { event, actorId: session?.user.id ?? null, target, isAllowed: true, requestId };
  await recordAudit(dashboard.database, record, dashboard.now());
  call.trail.note(event);
}
