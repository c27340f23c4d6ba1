import { v5 as uuidv5 } from "uuid";
import { z } from "zod";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { oneLine } from "@/lib/api/server/mcp/answer/bounded-text";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { needing } from "@/lib/api/server/mcp/tools/unsupported";
import { opLabel } from "@/lib/calls/call-facts";
import { MAX_NOTE_LENGTH } from "@/lib/feedback/feedback-entries";
import { countOf } from "@/lib/format/count";
import type { PlannedChange } from "./planned-change";

/** Calls of one request: as many as a user can read in a plan. */
const MAX_CALLS = 50;

/** The namespace of the ids of feedback, created once at random. */
const FEEDBACK_IDS = "0f3c1f52-8d0b-4d53-9a57-6b0f6b0f7a9e";

/** The beginning of the names of agents' scores: they never mix with those of scorers, people and programs, or become rewards. */
const OF_AGENTS = "agent.";

const callId = z.string().min(1).max(256);

export const scoresInput = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .describe("Letters, digits, - and _. Stored as agent.NAME, which a query finds as score.agent.NAME."),
  values: z
    .array(
      z.strictObject({
        call_id: callId,
        value: z.union([z.number(), z.boolean(), z.string().min(1).max(500)]).describe("A text is a label."),
        reason: z.string().max(2_000).optional(),
      }),
    )
    .min(1)
    .max(MAX_CALLS),
});

export const noteInput = z.strictObject({
  call_ids: z.array(callId).min(1).max(MAX_CALLS),
  text: z.string().min(1).max(MAX_NOTE_LENGTH),
});

/** A record about one call, without the members that all have. */
interface NewRecord {
  readonly callId: string;
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** What the plan says of it. */
  readonly text: string;
}

/** The ops of calls, by id. @throws ToolError for a call that the workspace does not have */
async function opsOf(
  { service, projectId }: OpenWorkspace,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const body = { project_id: projectId, filter: { call_ids: [...ids] }, columns: ["op_name"], limit: ids.length };
  const { rows, problem } = await needing(
    "calls.streamQuery",
    "Nothing can be written about its calls.",
    service.rows("calls.streamQuery", { body }, ids.length),
  );
  if (problem !== null) throw new ToolError(`The calls could not be read: ${problem}.`);
  const ops = new Map(rows.map((call) => [call.id, oneLine(opLabel(call.op_name), 160)]));
  const missing = ids.filter((id) => !ops.has(id));
  if (missing.length === 0) return ops;
  const named = missing.slice(0, 5).map((id) => JSON.stringify(id));
  throw new ToolError(`${countOf(missing.length, "call")} not found in this workspace: ${named.join(", ")}.`);
}

async function planRecords(
  workspace: OpenWorkspace,
  creator: string,
  records: readonly NewRecord[],
): Promise<PlannedChange> {
  const ids = records.map((record) => record.callId);
  if (new Set(ids).size < ids.length) throw new ToolError("A call is named twice.");
  const ops = await opsOf(workspace, ids);
  const { service, projectId, slug } = workspace;
  const [first = ""] = ids;
  return {
    lines: records.map((record) => `${ops.get(record.callId)} (call ${record.callId}): ${record.text}`),
    action: { records },
    path: `/${slug}/traces/${encodeURIComponent(first)}`,
    run: async (plan) => {
      const batch = records.map(({ callId: id, type, payload }) => ({
        id: uuidv5(stringifyJson([plan, id]), FEEDBACK_IDS),
        project_id: projectId,
        weave_ref: `weave:///${projectId}/call/${id}`,
        feedback_type: type,
        payload,
        creator,
      }));
      const made = service.call("feedback.createBatch", { body: { batch } });
      const { res } = await needing("feedback.createBatch", "Nothing was written.", made);
      return `Written about ${countOf(res.length, "call")}.`;
    },
  };
}

export async function planScores(
  workspace: OpenWorkspace,
  creator: string,
  { name, values }: z.output<typeof scoresInput>,
): Promise<PlannedChange> {
  const type = `${OF_AGENTS}${name}`;
  const records = values.map(({ call_id: id, value, reason }) => ({
    callId: id,
    type,
    payload: { value, ...(reason === undefined ? {} : { reason }) },
    text: `${type} = ${stringifyJson(value)}${reason === undefined ? "" : `, because: ${oneLine(reason, 160)}`}`,
  }));
  return await planRecords(workspace, creator, records);
}

export async function planNotes(
  workspace: OpenWorkspace,
  creator: string,
  { call_ids: ids, text }: z.output<typeof noteInput>,
): Promise<PlannedChange> {
  const records = ids.map((id) => ({
    callId: id,
    type: "wandb.note.1",
    payload: { note: text },
    text: `note ${JSON.stringify(oneLine(text, 200))}`,
  }));
  return await planRecords(workspace, creator, records);
}
