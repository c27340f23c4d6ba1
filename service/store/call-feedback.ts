import type { QueryExpression } from "@/lib/api/contract/expression";
import { parseJson } from "@/lib/api/contract/json-text";
import { feedbackMembers, feedbackRecords, isPayloadPath, selectFeedbackField } from "@/service/store/feedback-fields";
import { recordQuery } from "@/service/store/project-query";
import type { Store } from "@/service/store/store";
import { toWireTime } from "@/service/store/timestamps";

/** The members of a feedback record, as `/feedback/query` gives them. */
export type CallFeedback = Readonly<Record<string, unknown>>;

/** Feedback on each of these calls, the oldest first, for `summary.weave.feedback`. Calls without any are left out. */
export async function readCallFeedback(
  store: Store,
  projectId: string,
  callIds: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, CallFeedback[]>> {
  const found = new Map<string, CallFeedback[]>();
  if (callIds.length === 0) return found;
  const prefix = `weave:///${projectId}/call/`;
  const refs = callIds.map((id) => ({ $literal: `${prefix}${id}` }));
  const query: QueryExpression = { $expr: { $in: [{ $getField: "weave_ref" }, refs] } };
  const selection = { projectId, query, limit: null, offset: 0 };
  const rows = await store.read<Readonly<Record<string, string | null>>>({
    ...recordQuery(feedbackRecords, selection, (params) =>
      feedbackMembers.map((member) => `${selectFeedbackField(member, params)} AS _${member}`),
    ),
    ...(signal ? { signal } : {}),
  });
  for (const row of rows) {
    const record = Object.fromEntries(
      feedbackMembers.map((member) => [member, memberValue(member, row[`_${member}`] ?? null)]),
    );
    const callId = String(record.weave_ref).slice(prefix.length);
    const ofCall = found.get(callId);
    if (ofCall) ofCall.push(record);
    else found.set(callId, [record]);
  }
  return found;
}

function memberValue(member: string, value: string | null): unknown {
  if (value === null) return null;
  if (isPayloadPath(member)) return parseJson(value);
  return member === "created_at" ? toWireTime(value) : value;
}
