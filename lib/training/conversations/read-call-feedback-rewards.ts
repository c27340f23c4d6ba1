import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { isMembers, type Members } from "@/lib/json/value/members";
import type { ProjectAddress } from "./conversation-source";

/** Number of calls per feedback request. */
const BATCH = 500;

const CALL = /\/call\/([^/]+)$/;

/**
 * Reads the feedback of calls by call, each as `{type: payload}`; the newest of a type counts. Empty where the service
 * does not support feedback.
 *
 * @throws RequestFailure, AbortError when stopped
 */
export async function readCallFeedbackRewards(
  { connectionId, projectId, signal }: ProjectAddress,
  callIds: readonly string[],
): Promise<Map<string, Members>> {
  const rewards = new Map<string, Record<string, unknown>>();
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
        rewards.set(id, { ...rewards.get(id), [String(feedback_type)]: payload });
      }
    } catch (error) {
      // A service with only the thirteen operations has no feedback; rewards come from elsewhere.
      if (failureOf(error).kind !== "unsupported") throw error;
      return rewards;
    }
  }
  return rewards;
}
