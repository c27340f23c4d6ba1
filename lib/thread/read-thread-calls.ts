import { streamOperation } from "@/lib/api/client/service-client";
import type { Call, CallsFilter } from "@/lib/api/contract/calls/calls";

/** Where calls are read. */
export interface ProjectAddress {
  readonly connectionId: string;
  readonly projectId: string;
  readonly signal: AbortSignal;
}

/** The answer broke off before its end, so that what is missing in it is not known to be absent. */
export class ResponseCutShortError extends Error {
  constructor(reason: string) {
    super(`The answer ended early: ${reason}`);
    this.name = "CutShort";
  }
}

/**
 * All calls of a filter by their starts, with only the columns asked for.
 *
 * @throws RequestFailure, AbortError, and ResponseCutShortError when the stream did not come to its end.
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
