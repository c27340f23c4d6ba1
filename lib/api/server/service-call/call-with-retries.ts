import { setTimeout as pause } from "node:timers/promises";
import type { Response as UpstreamResponse } from "undici";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { callService, type ServiceCall } from "./service-call";

/** The connection ended before a word of an answer came: kept open from an earlier call, and closed meanwhile. */
const CONNECTION_RESET_CODES = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** Nobody listens, which passes where the service of the same installation is only starting. */
const CONNECTION_REFUSED_CODE = "ECONNREFUSED";

/** Pauses before asking the service of the same installation again, in milliseconds: it restarts within these. */
const LOCAL_RETRY_DELAYS_MS = [100, 200, 400, 800, 1600];

/** Another service is asked once more, at once. */
const REMOTE_RETRY_DELAYS_MS = [0];

/**
 * Sends a call, and sends it again where no answer could be had for a reason that passes. Only reads are repeated: a
 * write may have been carried out.
 *
 * @throws RequestFailedError, as `callService`
 */
export async function callWithRetries(
  dashboard: Dashboard,
  call: ServiceCall,
  requestId: string,
): Promise<UpstreamResponse> {
  for (const pauseMs of isRepeatable(call) ? retryDelaysOf(call) : []) {
    try {
      return await callService(dashboard, call, requestId);
    } catch (error) {
      const code = error instanceof RequestFailedError ? error.facts.reason : undefined;
      if (!isTransient(code, call)) throw error;
      dashboard.log.warn({ requestId, operation: call.operation.id, code, pauseMs }, "no answer, asking again");
      // A caller who leaves meanwhile is noticed by the next try.
      await pause(pauseMs, undefined, { signal: call.signal }).catch(() => undefined);
    }
  }
  return await callService(dashboard, call, requestId);
}

const retryDelaysOf = ({ target }: ServiceCall) => (target.isLocal ? LOCAL_RETRY_DELAYS_MS : REMOTE_RETRY_DELAYS_MS);

/** A body that passes as a stream is gone once it was sent. */
function isRepeatable({ operation, body: { content } }: ServiceCall): boolean {
  const isStream = content !== null && typeof content === "object" && "stream" in content;
  return operation.effect === "read" && !isStream;
}

function isTransient(code: string | undefined, { target }: ServiceCall): boolean {
  return (
    code !== undefined && (CONNECTION_RESET_CODES.has(code) || (target.isLocal && code === CONNECTION_REFUSED_CODE))
  );
}
