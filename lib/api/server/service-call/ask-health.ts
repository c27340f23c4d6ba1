import type { DiskState } from "@/lib/api/contract/admin/disk-state";
import { health } from "@/lib/api/contract/admin/service-info";
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

interface HealthAnswer {
  readonly status: number;
  /** The space of its disk; null when it does not report it. */
  readonly disk: DiskState | null;
  /** True while some of its results lack rows. */
  readonly isDamaged: boolean;
}

const NOT_REPORTED = { disk: null, isDamaged: false };

/** Bytes of a response that are read. */
const MAX_BYTES = 4096;

/**
 * Asks a service for its health, without a credential. Any response counts as one.
 *
 * @throws RequestFailedError when it cannot be reached
 */
export async function askHealth(
  dashboard: Dashboard,
  { target, requestId, timeoutMs, signal }: HealthQuestion,
): Promise<HealthAnswer> {
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
  return { status: response.status, ...(await readCondition(response.body)) };
}

/** The response of another program than Heddle may be anything. */
async function readCondition(body: AsyncIterable<Uint8Array> | null): Promise<Omit<HealthAnswer, "status">> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (bytes > MAX_BYTES) return NOT_REPORTED;
    chunks.push(chunk);
  }
  try {
    const { disk = null, is_damaged: isDamaged = false } = health.parse(
      JSON.parse(Buffer.concat(chunks).toString("utf8")),
    );
    return { disk, isDamaged };
  } catch {
    // It reports nothing that is known.
    return NOT_REPORTED;
  }
}
