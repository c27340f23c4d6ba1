import type { StoredCall } from "@/service/traces/store/calls/call-rows";
import type { Store } from "@/service/traces/store/engine/store";
import { type EngineTime, toWireTime } from "@/service/traces/store/engine/timestamps";

interface FeedbackRow {
  readonly weave_ref: string;
  readonly id: string;
  readonly feedback_type: string;
  readonly payload: string;
  readonly creator: string | null;
  readonly createdAt: EngineTime;
  readonly user_id: string;
  readonly annotation_ref: string;
  readonly runnable_ref: string;
  readonly call_ref: string;
  readonly trigger_ref: string;
}

/** Returns the ref by which feedback refers to a call. */
function refOfCall(projectId: string, callId: string): string {
  return `weave:///${projectId}/call/${callId}`;
}

/**
 * Returns all feedback on these calls, by call id, oldest first, each as JSON text with the payload as it was stored.
 */
export async function readCallFeedback(
  store: Store,
  projectId: string,
  rows: readonly StoredCall[],
  signal: AbortSignal,
): Promise<Map<string, string[]>> {
  const callIds = new Map(rows.map((row) => [refOfCall(projectId, row.id), row.id]));
  const feedback = await store.read<FeedbackRow>({
    sql: `SELECT weave_ref, id, feedback_type, payload, creator, toString(feedback.created_at) AS createdAt, user_id,
  annotation_ref, runnable_ref, call_ref, trigger_ref
FROM feedback FINAL
WHERE project_id = {projectId:String} AND weave_ref IN {refs:Array(String)} AND is_purged = 0
ORDER BY feedback.created_at, id`,
    params: { projectId, refs: [...callIds.keys()] },
    signal,
  });
  const byCall = new Map<string, string[]>();
  for (const row of feedback) {
    const callId = callIds.get(row.weave_ref) ?? "";
    byCall.set(callId, [...(byCall.get(callId) ?? []), feedbackText(projectId, row)]);
  }
  return byCall;
}

function feedbackText(projectId: string, row: FeedbackRow): string {
  const { payload, createdAt, user_id: userId, ...members } = row;
  const rest = {
    project_id: projectId,
    ...members,
    created_at: toWireTime(createdAt),
    svc_user_id: userId || null,
    wb_user_id: userId || null,
    annotation_ref: row.annotation_ref || null,
    runnable_ref: row.runnable_ref || null,
    call_ref: row.call_ref || null,
    trigger_ref: row.trigger_ref || null,
  };
  return `${JSON.stringify(rest).slice(0, -1)},"payload":${payload || "{}"}}`;
}
