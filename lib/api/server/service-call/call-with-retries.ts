import { setTimeout as pause } from "node:timers/promises";
import type { Response as UpstreamResponse } from "undici";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { callService, type ServiceCall } from "./service-call";

/** The connection ended before any response arrived: kept open from an earlier call, and closed meanwhile. */
const CONNECTION_RESET_CODES = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** Nothing is listening, which is temporary while the service of the same installation is starting. */
const CONNECTION_REFUSED_CODE = "ECONNREFUSED";

/** Delays before retrying the service of the same installation, in milliseconds: it restarts within these. */
const LOCAL_RETRY_DELAYS_MS = [100, 200, 400, 800, 1600];

/** Other services are retried once, immediately. */
const REMOTE_RETRY_DELAYS_MS = [0];

/**
 * Sends a call, and retries it when there was no response for a temporary reason. Only reads are repeated: a write may
 * have been executed.
 *
 * @throws RequestFailedError, like `callService`, and without sending anything while the service is known not to respond
 */
export async function callWithRetries(
  dashboard: Dashboard,
  call: ServiceCall,
  requestId: string,
): Promise<UpstreamResponse> {
  // The embedded service is started again by its launcher, and requests wait for that.
  if (!call.target.isLocal) dashboard.breakers.check(call.target.baseUrl);
  for (const pauseMs of isRepeatable(call) ? retryDelaysOf(call) : []) {
    try {
      return await callService(dashboard, call, requestId);
    } catch (error) {
      const code = error instanceof RequestFailedError ? error.facts.reason : undefined;
      if (!isTransient(code, call)) throw error;
      dashboard.log.warn({ requestId, operation: call.operation.id, code, pauseMs }, "no response, retrying");
      // A caller who leaves meanwhile is noticed at the next try.
      await pause(pauseMs, undefined, { signal: call.signal }).catch(() => undefined);
    }
  }
  return await callService(dashboard, call, requestId);
}

const retryDelaysOf = ({ target }: ServiceCall) => (target.isLocal ? LOCAL_RETRY_DELAYS_MS : REMOTE_RETRY_DELAYS_MS);

/** A streamed body cannot be sent twice. */
function isRepeatable({ operation, body: { content } }: ServiceCall): boolean {
  const isStream = content !== null && typeof content === "object" && "stream" in content;
  return operation.effect === "read" && !isStream;
}

function isTransient(code: string | undefined, { target }: ServiceCall): boolean {
  return (
    code !== undefined && (CONNECTION_RESET_CODES.has(code) || (target.isLocal && code === CONNECTION_REFUSED_CODE))
  );
}
