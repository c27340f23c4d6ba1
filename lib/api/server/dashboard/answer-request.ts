import { randomUUID } from "node:crypto";
import { NoAccessError } from "@/lib/api/server/answer/no-such-workspace";
import { type FailureFacts, failureResponse, RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { RoleError, SignedOutError } from "@/lib/auth/session";
import { recordAudit } from "@/lib/database/audit";
import type { LiveSession } from "@/lib/database/sessions";
import { isSameOrigin } from "@/lib/environment/dashboard-origin";
import { auditNoAccess } from "./audit-no-access";
import type { Dashboard } from "./dashboard";

/** The facts of one request that its log line and its errors share. */
export interface RequestFacts {
  readonly requestId: string;
  readonly startedAtMs: number;
  /** Set as they become available. */
  userId: string | null;
  connectionId: string | null;
  operation: string | null;
}

export function newFacts(): RequestFacts {
  return {
    requestId: randomUUID(),
    startedAtMs: performance.now(),
    userId: null,
    connectionId: null,
    operation: null,
  };
}

/** @throws RequestFailedError 403 for a request that may change data and does not come from our own pages. */
export function requireSameOrigin(dashboard: Dashboard, request: Request): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  if (isSameOrigin(dashboard.environment, request.headers)) return;
  throw new RequestFailedError({
    httpStatus: 403,
    kind: "forbidden",
    message: "This request did not come from the dashboard's own pages.",
    reason: "cross-site",
  });
}

/** True for the error of reading a body when the browser left while sending it. */
function isClientDisconnected(error: unknown): boolean {
  return error instanceof Error && error.message === "aborted" && "code" in error && error.code === "ECONNRESET";
}

function factsOfError(error: unknown): FailureFacts | undefined {
  if (error instanceof RequestFailedError) return error.facts;
  if (isClientDisconnected(error)) return { httpStatus: 499, kind: "cancelled", message: "Stopped." };
  if (error instanceof SignedOutError) return { httpStatus: 401, kind: "signed-out", message: error.message };
  if (error instanceof RoleError) {
    return { httpStatus: 403, kind: "forbidden", message: error.message, reason: "role" };
  }
  return undefined;
}

/** Records what a user was denied for want of a role. */
export async function auditDenied(
  dashboard: Dashboard,
  session: LiveSession,
  facts: Pick<RequestFacts, "operation" | "requestId">,
): Promise<void> {
  const { operation, requestId } = facts;
  const record = { event: "operation.denied", actorId: session.user.id, target: operation } as const;
  await recordAudit(dashboard.database, { ...record, isAllowed: false, requestId }, dashboard.now());
}

/** Logs one line per request: who, where, what, how it ended. No bodies, queries or e-mail addresses. */
export function logRequest(
  dashboard: Dashboard,
  facts: RequestFacts,
  outcome: { readonly status: number; readonly bytes: number; readonly end: string },
): void {
  const { startedAtMs, ...who } = facts;
  const durationMs = Math.round(performance.now() - startedAtMs);
  dashboard.log.info({ ...who, ...outcome, durationMs }, "request");
}

/**
 * Runs one request and converts whatever it throws to a response in the shape of the shared union. Unexpected errors
 * are logged with the request id; the response contains only that id.
 */
export async function respondTo(
  dashboard: Dashboard,
  facts: RequestFacts,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const known = factsOfError(error);
    if (!known) dashboard.log.error({ err: error, requestId: facts.requestId, operation: facts.operation }, "failed");
    if (error instanceof RoleError) await auditDenied(dashboard, error.session, facts);
    if (error instanceof NoAccessError) {
      await auditNoAccess(dashboard, error.session, error.workspaceId, facts.requestId);
    }
    const failure = known ?? {
      httpStatus: 500,
      kind: "upstream",
      message: "The dashboard failed.",
      reason: "internal",
    };
    logRequest(dashboard, facts, { status: failure.httpStatus, bytes: 0, end: failure.kind });
    return failureResponse(failure, facts.requestId, facts.operation);
  }
}
