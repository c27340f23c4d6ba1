import { sql } from "kysely";
import type { DiskState } from "@/lib/api/contract/admin/disk-state";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { localTarget } from "@/lib/api/server/upstream/service-target";
import { askHealth } from "./ask-health";

/** Health is requested repeatedly, so the result is kept briefly. */
const TIMEOUT_MS = 2_000;

async function isDatabaseReady({ database }: Dashboard): Promise<boolean> {
  try {
    await sql`select 1`.execute(database);
    return true;
  } catch {
    // The result is "not ready"; the database's own error is logged where it is used.
    return false;
  }
}

const NOT_REACHABLE = { isReady: false, disk: null };

async function readService(dashboard: Dashboard): Promise<{ isReady: boolean; disk: DiskState | null }> {
  const target = localTarget(dashboard.environment);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const question = { target, requestId: "health", timeoutMs: TIMEOUT_MS, signal };
    const { status, disk } = await askHealth(dashboard, question);
    return { isReady: status >= 200 && status < 300, disk };
  } catch {
    return NOT_REACHABLE;
  }
}

/**
 * Returns 200 when the database and, if the launcher started one, the embedded service respond; otherwise 503, naming
 * the one that does not. Also says whether the service's disk is full, which keeps nobody from reading. Needs no session and
 * returns nothing else.
 */
export async function handleHealth(dashboard: Dashboard): Promise<Response> {
  const hasService = dashboard.environment.HEDDLE_LOCAL_TOKEN !== undefined;
  const [isDatabaseOk, service] = await Promise.all([
    isDatabaseReady(dashboard),
    hasService ? readService(dashboard) : null,
  ]);
  const isOk = isDatabaseOk && service?.isReady !== false;
  const word = (isPartOk: boolean) => (isPartOk ? "ok" : "unavailable");
  const body = {
    status: word(isOk),
    database: word(isDatabaseOk),
    service: service === null ? "none" : word(service.isReady),
    ...(service?.disk && { disk: service.disk }),
  };
  return Response.json(body, { status: isOk ? 200 : 503, headers: { "cache-control": "no-store" } });
}
