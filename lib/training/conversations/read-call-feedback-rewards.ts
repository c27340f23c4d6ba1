import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { isMembers, type Members } from "@/lib/json/value/members";
import type { ProjectAddress } from "./conversation-source";

/** Calls whose feedback is asked for at once. */
const BATCH = 500;

const CALL = /\/call\/([^/]+)$/;

/**
 * Feedback of calls by call, each as `{type: payload}`; the newest of a type counts. Nothing where the service has none.
 *
 * @throws RequestFailure, AbortError when stopped
 */
export async function readCallFeedbackRewards(
  { connectionId, projectId, signal }: ProjectAddress,
  callIds: readonly string[],
): Promise<Map<string, Members>> {
  const found = new Map<string, Record<string, unknown>>();
  for (let at = 0; at < callIds.length; at += BATCH) {
    const refs = callIds.slice(at, at + BATCH).map((id) => ({ $literal: `weave:///${projectId}/call/${id}` }));
    const body = {
      project_id: projectId,
      query: { $expr: { $in: [{ $getField: "weave_ref" }, refs] as [{ $getField: string }, { $literal: string }[]] } },
      sort_by: [{ field: "created_at", direction: "asc" as const }],
    };
    try {
      const { result } = await callOperation(connectionId, "feedback.query", { body, signal });
      for (const { weave_ref, feedback_type, payload } of result) {
        const id = CALL.exec(String(weave_ref))?.[1];
        if (id === undefined || !isMembers(payload)) continue;
        found.set(id, { ...found.get(id), [String(feedback_type)]: payload });
      }
    } catch (error) {
      // A service of the thirteen operations has no feedback; rewards come from elsewhere then.
      if (failureOf(error).kind !== "unsupported") throw error;
      return found;
    }
  }
  return found;
}
