import { operations } from "@/lib/api/contract/operations";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import type { ServiceTarget } from "@/lib/api/server/upstream/service-target";
import { upstreamUrl } from "@/lib/api/server/upstream/upstream-url";
import { callService } from "./service-call";

interface HealthQuestion {
  readonly target: ServiceTarget;
  /** For the log. */
  readonly requestId: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Asks a service for its health, without a credential, and returns the status of its response.
 *
 * @throws RequestFailedError when it cannot be reached
 */
export async function askHealth(
  dashboard: Dashboard,
  { target, requestId, timeoutMs, signal }: HealthQuestion,
): Promise<number> {
  const operation = operations.health;
  const response = await callService(
    dashboard,
    {
      operation,
      target,
      url: upstreamUrl(target.baseUrl, operation, {}, new URLSearchParams()),
      credential: { headers: {}, secrets: [] },
      body: { contentType: null, content: null },
      limits: { requestBytes: 0, headersTimeoutMs: timeoutMs, idleTimeoutMs: timeoutMs },
      signal,
    },
    requestId,
  );
  await response.body?.cancel();
  return response.status;
}
