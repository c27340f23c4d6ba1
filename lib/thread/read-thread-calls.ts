import { streamOperation } from "@/lib/api/client/service-client";
import type { Call, CallsFilter } from "@/lib/api/contract/calls/calls";

/** The connection and project of the calls. */
export interface ProjectAddress {
  readonly connectionId: string;
  readonly projectId: string;
  readonly signal: AbortSignal;
}

/** The response was cut off before its end, so calls missing from it may exist. */
export class ResponseCutShortError extends Error {
  constructor(reason: string) {
    super(`The response ended early: ${reason}`);
    this.name = "CutShort";
  }
}

/**
 * Reads all calls of a filter by their starts, with only the requested columns.
 *
 * @throws RequestFailure, AbortError, and ResponseCutShortError when the stream did not reach its end.
 */
export async function readCalls(
  { connectionId, projectId, signal }: ProjectAddress,
  filter: CallsFilter,
  columns: readonly string[],
): Promise<Call[]> {
  const calls: Call[] = [];
  const body = {
    project_id: projectId,
    filter,
    columns: [...columns],
    sort_by: [{ field: "started_at", direction: "asc" as const }],
  };
  const summary = await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) => {
    calls.push(...rows);
  });
  if (summary.end.kind === "stopped") throw new DOMException("stopped", "AbortError");
  if (summary.end.kind === "cut-short") throw new ResponseCutShortError(summary.end.reason);
  return calls;
}
