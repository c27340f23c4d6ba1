import { auditTakeResult } from "@/lib/api/contract/admin/waiting-audit";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { perDashboard } from "@/lib/api/server/dashboard/per-dashboard";
import { requestJson } from "@/lib/api/server/service-call/request-json";
import { localTarget } from "@/lib/api/server/upstream/service-target";
import { recordServiceAudit } from "@/lib/database/service-audit";

/** While the dashboard is used, entries wait in the service no longer than this. */
const PERIOD_MS = 60_000;

interface Taking {
  running: Promise<boolean> | null;
  lastMs: number;
}

const takings = perDashboard<Taking>(() => ({ running: null, lastMs: Number.NEGATIVE_INFINITY }));

/** Moves what API keys did from the embedded service into the audit log, until nothing waits. */
async function takeAll(dashboard: Dashboard, requestId: string): Promise<void> {
  // It outlives the request that began it, since others wait for it.
  const request = { requestId, signal: new AbortController().signal };
  const target = localTarget(dashboard.environment);
  for (let recorded: string[] = []; ; ) {
    const body = { recorded_ids: recorded };
    const question = { operation: "audit.take" as const, target, userId: "dashboard", body };
    const { entries } = await requestJson(dashboard, question, auditTakeResult, request);
    if (entries.length === 0) return;
    await recordServiceAudit(dashboard.database, entries);
    recorded = entries.map(({ id }) => id);
  }
}

async function takeOrLog(dashboard: Dashboard, requestId: string): Promise<boolean> {
  try {
    await takeAll(dashboard, requestId);
    return true;
  } catch (error) {
    if (!(error instanceof RequestFailedError)) throw error;
    dashboard.log.warn({ requestId, err: error }, "what API keys did could not be read from the service");
    return false;
  }
}

/**
 * Completes the audit log with what API keys did.
 *
 * @returns false when the service did not return it: the log then lacks the newest of these entries
 */
export async function takeServiceAudit(dashboard: Dashboard, requestId: string): Promise<boolean> {
  const taking = takings(dashboard);
  taking.lastMs = dashboard.now().getTime();
  taking.running ??= takeOrLog(dashboard, requestId).finally(() => {
    taking.running = null;
  });
  return await taking.running;
}

/** Does the same beside a request of a user, once in a minute: entries are then in the chain before anyone reads it. */
export function takeServiceAuditBeside(dashboard: Dashboard, requestId: string): void {
  if (dashboard.now().getTime() - takings(dashboard).lastMs < PERIOD_MS) return;
  takeServiceAudit(dashboard, requestId).catch((error: unknown) =>
    dashboard.log.error({ requestId, err: error }, "what API keys did could not be recorded"),
  );
}
