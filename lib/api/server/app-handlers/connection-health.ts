import type { z } from "zod";
import type { connectionHealth } from "@/lib/api/contract/app/connections";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { askHealth } from "@/lib/api/server/service-call/ask-health";
import { findTarget, type ServiceTarget } from "@/lib/api/server/upstream/service-target";
import { restartSentence } from "@/lib/environment/service-restart";
import type { AppHandler } from "./app-call";

type Health = z.infer<typeof connectionHealth>;

/** A service that needs longer for a response without any work counts as hung. */
const TIMEOUT_MS = 3_000;

/** Every open page asks every few seconds; a service is asked at most once in this time. */
const KEPT_MS = 1_000;

/** Statuses by which a proxy says that there is no service behind it. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

interface KeptHealth {
  readonly askedAtMs: number;
  readonly health: Promise<Health>;
}

const keptByDashboard = new WeakMap<Dashboard, Map<string, KeptHealth>>();

function keptOf(dashboard: Dashboard): Map<string, KeptHealth> {
  const known = keptByDashboard.get(dashboard) ?? new Map<string, KeptHealth>();
  keptByDashboard.set(dashboard, known);
  return known;
}

const down = (problem: string): Health => ({ isUp: false, problem, disk: null, isDamaged: false });

/** Says why the service does not respond; the launcher knows it of the embedded one. */
async function askService(dashboard: Dashboard, target: ServiceTarget, requestId: string): Promise<Health> {
  const health = await askForResponse(dashboard, target, requestId);
  const restart = target.isLocal ? dashboard.serviceRestart() : null;
  if (health.isUp || restart === null) return health;
  return down(restartSentence(restart, Date.now()));
}

/** Any response counts, also a 404: many services have no such operation. No credential is sent. */
async function askForResponse(dashboard: Dashboard, target: ServiceTarget, requestId: string): Promise<Health> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { status, disk, isDamaged } = await askHealth(dashboard, {
      target,
      requestId,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    return GATEWAY_STATUSES.has(status)
      ? down(`It responds with status ${status}.`)
      : { isUp: true, problem: null, disk, isDamaged };
  } catch (error) {
    if (signal.aborted) return down(`It has not responded for ${TIMEOUT_MS / 1000} seconds.`);
    if (error instanceof RequestFailedError) return down(error.message);
    throw error;
  }
}

/** Reports whether a service responds at this moment; requests of several pages share one answer. */
export const readConnectionHealth: AppHandler<"connections.health"> = async ({ id }, { dashboard, requestId }) => {
  const target = await findTarget(dashboard, id);
  if (!target) {
    const message = "Connection not found.";
    throw new RequestFailedError({ httpStatus: 404, kind: "not-found", message, reason: "connection" });
  }
  const kept = keptOf(dashboard);
  const known = kept.get(target.baseUrl.href);
  const nowMs = performance.now();
  if (known !== undefined && nowMs - known.askedAtMs < KEPT_MS) return await known.health;
  const health = askService(dashboard, target, requestId);
  kept.set(target.baseUrl.href, { askedAtMs: nowMs, health });
  return await health;
};
