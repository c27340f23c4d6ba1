import type { MissingRows } from "@/lib/api/contract/admin/missing-rows";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { ServiceClient } from "@/lib/api/server/mcp/service/service-client";
import type { LiveSession } from "@/lib/database/sessions";
import type { OpenedShareLink } from "@/lib/database/share-links";
import { DOCUMENT_COLUMNS, type DocumentSource, MAX_DOCUMENT_CALLS, ownCalls } from "@/lib/document/document-source";
import { missingText } from "@/lib/workspace/missing-text";

/** The session of the reads for a link: those of a viewer, whatever else its owner may do, and only for these requests. */
function sessionOf({ id, owner, expiresAt }: OpenedShareLink): LiveSession {
  return { id: `share ${id}`, user: { ...owner, role: "viewer", workspaceRoles: [] }, expiresAt };
}

/**
 * Reads the calls that a link shows, with one request through the relay. Everything in it comes from the stored link:
 * nothing that a visitor sends reaches a service. Refs, files and media that payloads name are not read.
 *
 * @throws RequestFailure when the service cannot be read
 */
export async function readShared(
  dashboard: Dashboard,
  link: OpenedShareLink,
  signal: AbortSignal,
): Promise<DocumentSource> {
  const { kind, targetId: id, connectionId, projectId } = link;
  const missing: MissingRows[] = [];
  const onMissing = (rows: readonly MissingRows[]) => void missing.push(...rows);
  const service = new ServiceClient({ dashboard, session: sessionOf(link), connectionId, signal, onMissing });
  const maxRows = MAX_DOCUMENT_CALLS + 1;
  const body = {
    project_id: projectId,
    filter: kind === "trace" ? { trace_ids: [id] } : { thread_ids: [id] },
    columns: [...DOCUMENT_COLUMNS],
    sort_by: [{ field: "started_at", direction: "asc" as const }],
    include_costs: true,
    limit: maxRows,
  };
  const { rows, problem } = await service.rows("calls.streamQuery", { body }, maxRows);
  const calls = ownCalls(kind, id, rows);
  return { id, calls, problem, incomplete: missingText(missing), readAtMs: dashboard.now().getTime() };
}
