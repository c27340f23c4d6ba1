import { streamOperation } from "@/lib/api/client/service-client";
import type { SharedKind } from "@/lib/api/contract/app/share-links";
import type { Call } from "@/lib/api/contract/calls/calls";
import { DOCUMENT_COLUMNS, MAX_DOCUMENT_CALLS, ownCalls } from "@/lib/document/document-source";
import { readIncomplete } from "@/lib/document/read-incomplete";
import { threadDocument } from "@/lib/document/thread-document";
import { traceDocument } from "@/lib/document/trace-document";
import { countOf } from "@/lib/format/count";
import { formatDateTime } from "@/lib/format/time";
import { zoneName } from "@/lib/format/time-zone";
import type { Workspace } from "@/lib/workspace/workspace";

/** The service has no call of a trace or thread. */
class NothingToSaveError extends Error {
  override readonly name = "NothingToSave";
}

/**
 * Reads a trace or thread and returns it as the text of an HTML document.
 *
 * @throws RequestFailure, NothingToSaveError
 */
export async function readDocument(
  { connectionId, projectId }: Workspace,
  kind: SharedKind,
  id: string,
): Promise<string> {
  const read: Call[] = [];
  const body = {
    project_id: projectId,
    filter: kind === "trace" ? { trace_ids: [id] } : { thread_ids: [id] },
    columns: [...DOCUMENT_COLUMNS],
    sort_by: [{ field: "started_at", direction: "asc" as const }],
    include_costs: true,
    limit: MAX_DOCUMENT_CALLS + 1,
  };
  const { end, badLines } = await streamOperation(connectionId, "calls.streamQuery", { body }, (rows) => {
    read.push(...rows);
  });
  const calls = ownCalls(kind, id, read);
  const unread = badLines.length === 0 ? null : `${countOf(badLines.length, "line")} could not be read`;
  const problem = end.kind === "cut-short" ? `the service's answer broke off: ${end.reason}` : unread;
  if (calls.length === 0) {
    throw new NothingToSaveError(
      problem === null ? `The service has no call of this ${kind}.` : `No call was read: ${problem}.`,
    );
  }
  const now = Date.now();
  const foot = `Saved from Heddle on ${formatDateTime(now)} ${zoneName(now)}.`;
  const incomplete = await readIncomplete({ connectionId, projectId });
  const source = { id, calls, problem, incomplete, readAtMs: now };
  return kind === "trace" ? traceDocument(source, foot) : threadDocument(source, foot);
}
