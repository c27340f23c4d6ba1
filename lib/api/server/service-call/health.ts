import { sql } from "kysely";
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

async function isServiceReady(dashboard: Dashboard): Promise<boolean> {
  const target = localTarget(dashboard.environment);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const status = await askHealth(dashboard, { target, requestId: "health", timeoutMs: TIMEOUT_MS, signal });
    return status >= 200 && status < 300;
  } catch {
    // The result is "not reachable".
    return false;
  }
}

/**
 * Returns 200 when the database and, if the launcher started one, the embedded service respond; otherwise 503, naming
 * the one that does not. Needs no session and returns nothing else.
 */
export async function handleHealth(dashboard: Dashboard): Promise<Response> {
  const hasService = dashboard.environment.HEDDLE_LOCAL_TOKEN !== undefined;
  const [isDatabaseOk, isServiceOk] = await Promise.all([
    isDatabaseReady(dashboard),
    hasService ? isServiceReady(dashboard) : true,
  ]);
  const isOk = isDatabaseOk && isServiceOk;
  const word = (isPartOk: boolean) => (isPartOk ? "ok" : "unavailable");
  const body = { status: word(isOk), database: word(isDatabaseOk), service: hasService ? word(isServiceOk) : "none" };
  return Response.json(body, { status: isOk ? 200 : 503, headers: { "cache-control": "no-store" } });
}
