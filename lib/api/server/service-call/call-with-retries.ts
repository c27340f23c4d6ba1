import { setTimeout as pause } from "node:timers/promises";
import type { Response as UpstreamResponse } from "undici";
import { RequestFailed } from "@/lib/api/server/answer/request-failed-error";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { callService, type ServiceCall } from "./service-call";

/** The connection ended before a word of an answer came: kept open from an earlier call, and closed meanwhile. */
const BROKEN = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** Nobody listens, which passes where the service of the same installation is only starting. */
const REFUSED = "ECONNREFUSED";

/** Pauses before asking the service of the same installation again, in milliseconds: it restarts within these. */
const LOCAL_PAUSES_MS = [100, 200, 400, 800, 1600];

/** Another service is asked once more, at once. */
const REMOTE_PAUSES_MS = [0];

/**
 * Sends a call, and sends it again where no answer could be had for a reason that passes. Only reads are repeated: a
 * write may have been carried out.
 *
 * @throws RequestFailed, as `callService`
 */
export async function callWithRetries(
  dashboard: Dashboard,
  call: ServiceCall,
  requestId: string,
): Promise<UpstreamResponse> {
  for (const pauseMs of mayRepeat(call) ? pausesOf(call) : []) {
    try {
      return await callService(dashboard, call, requestId);
    } catch (error) {
      const code = error instanceof RequestFailed ? error.facts.reason : undefined;
      if (!isPassing(code, call)) throw error;
      dashboard.log.warn({ requestId, operation: call.operation.id, code, pauseMs }, "no answer, asking again");
      // A caller who leaves meanwhile is noticed by the next try.
      await pause(pauseMs, undefined, { signal: call.signal }).catch(() => undefined);
    }
  }
  return await callService(dashboard, call, requestId);
}

const pausesOf = ({ target }: ServiceCall) => (target.isLocal ? LOCAL_PAUSES_MS : REMOTE_PAUSES_MS);

/** A body that passes as a stream is gone once it was sent. */
function mayRepeat({ operation, body: { content } }: ServiceCall): boolean {
  const isStream = content !== null && typeof content === "object" && "stream" in content;
  return operation.effect === "read" && !isStream;
}

function isPassing(code: string | undefined, { target }: ServiceCall): boolean {
  return code !== undefined && (BROKEN.has(code) || (target.isLocal && code === REFUSED));
}
