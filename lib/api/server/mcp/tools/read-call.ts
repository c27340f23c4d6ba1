import { z } from "zod";
import type { Call } from "@/lib/api/contract/calls/calls";
import { fitRows, MAX_ANSWER_CHARACTERS, oneLine, shortText, textPage } from "@/lib/api/server/mcp/answer/bounded-text";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { type Feedback, readFeedback } from "@/lib/feedback/feedback-entries";
import { formatCount } from "@/lib/format/count";
import { type JsonPathSegments, pathText, valueAt, valueText } from "@/lib/json/value/json-path";
import { callFiguresText, callRow, callRowOf } from "./call-row";
import { cutOutput, footText, workspaceInput } from "./shared-input";
import { defineTool } from "./tool";
import { needing, unlessUnsupported } from "./unsupported";

const FIELDS = ["inputs", "output", "attributes", "summary", "exception"] as const;

type Field = (typeof FIELDS)[number];

/** Bytes of a payload that are read with the call; of a larger one the service returns a part. */
const MAX_READ_BYTES = 8_000_000;

/** Characters of each payload in an overview of a call. */
const OVERVIEW_CHARACTERS = 1_500;

const payload = z.object({
  field: z.enum(FIELDS),
  path: z.string().describe("Where the text begins inside the field; empty for the field itself."),
  text: z.string().describe("JSON text, or the characters of a string."),
  from: z.number().int(),
  to: z.number().int(),
  length: z.number().int().nullable().describe("Characters of the whole text; null for a part of a very large value."),
});

type Payload = z.infer<typeof payload>;

/** Records of feedback that an overview shows, newest first. */
const MAX_FEEDBACK = 50;
const FEEDBACK_CHARACTERS = 6_000;

const feedbackRow = z.object({
  kind: z.string().describe("score (of a scorer), annotation (a review), note, reaction, or other (of a program)."),
  name: z.string().nullable(),
  value: z.string(),
  author: z.string().nullable(),
  at: z.string().nullable(),
});

type FeedbackRow = z.infer<typeof feedbackRow>;

function feedbackRowOf(entry: Feedback): FeedbackRow {
  const base = { author: entry.author, at: entry.createdMs === null ? null : new Date(entry.createdMs).toISOString() };
  if (entry.kind === "note") return { kind: "note", name: null, value: shortText(entry.text, 1_000), ...base };
  if (entry.kind === "reaction") return { kind: "reaction", name: null, value: entry.emoji, ...base };
  const name = oneLine(entry.kind === "other" ? entry.type : entry.name, 200);
  return { kind: entry.kind, name, value: oneLine(valueText(entry.value), 500), ...base };
}

/** Reads the newest feedback on a call: scores, answers of reviewers, notes. */
async function readNewestFeedback(
  { service, projectId }: OpenWorkspace,
  callId: string,
): Promise<{ feedback: readonly FeedbackRow[]; cut: readonly string[] }> {
  const ref = `weave:///${projectId}/call/${callId}`;
  const body = {
    project_id: projectId,
    query: {
      $expr: { $eq: [{ $getField: "weave_ref" }, { $literal: ref }] as [{ $getField: string }, { $literal: string }] },
    },
    sort_by: [{ field: "created_at", direction: "desc" as const }],
    limit: MAX_FEEDBACK + 1,
  };
  const read = await unlessUnsupported(service.call("feedback.query", { body }));
  if (read === null) return { feedback: [], cut: ["The service of this workspace has no feedback (feedback.query)."] };
  const all = readFeedback(read.result, undefined).map(feedbackRowOf);
  const { rows } = fitRows(all.slice(0, MAX_FEEDBACK), FEEDBACK_CHARACTERS);
  return { feedback: rows, cut: rows.length < all.length ? ["There is older feedback: see the page."] : [] };
}

async function readCall({ service, projectId }: OpenWorkspace, id: string): Promise<Call> {
  const body = { project_id: projectId, id, include_costs: true, longest_value: MAX_READ_BYTES };
  const { call } = await needing(
    "call.read",
    "Single calls cannot be read from it.",
    service.call("call.read", { body }),
  );
  if (!call) throw new ToolError(`No call has the id ${JSON.stringify(id)} in this workspace.`);
  return call;
}

interface PayloadRequest {
  readonly field: Field;
  readonly path: JsonPathSegments;
  readonly from: number;
  readonly length: number;
}

/** A payload that is too large to be read whole: the service cuts a part out of it. */
async function readLargePart(
  { service, projectId }: OpenWorkspace,
  call: Call,
  { field, path, from, length }: PayloadRequest,
): Promise<{ payload: Payload; cut: string[] }> {
  if (field === "exception") throw new ToolError("The exception is missing.");
  const body = { project_id: projectId, call_id: call.id, field, path: [...path], from, length };
  const part = await unlessUnsupported(service.call("value.read", { body }));
  if (part === null)
    throw new ToolError(`${field} is larger than ${MAX_READ_BYTES} bytes, and the service has no parts.`);
  const text = shortText(valueText(part.value), MAX_ANSWER_CHARACTERS);
  const omitted = part.left_out.slice(0, 20).map((value) => `${pathText([...path, ...value.path])} (${value.size})`);
  const window = `${part.from} to ${part.to} of ${part.count}`;
  const cut = [`${field} is very large: entries ${window} are shown. Pass path, and from as the first entry.`];
  if (omitted.length > 0) cut.push(`Large values are null here; read them by path: ${omitted.join(", ")}.`);
  return { payload: { field, path: pathText(path), text, from: part.from, to: part.to, length: null }, cut };
}

function textOf(call: Call, field: Field, path: JsonPathSegments): string | null {
  const value = field === "exception" ? call.exception : valueAt(call[field], path);
  return value === undefined || value === null ? null : valueText(value);
}

async function readPayload(
  workspace: OpenWorkspace,
  call: Call,
  request: PayloadRequest,
): Promise<{ payload: Payload; cut: string[] }> {
  const { field, path, from, length } = request;
  if (call.left_out?.[field] !== undefined) return await readLargePart(workspace, call, request);
  const text = textOf(call, field, path);
  if (text === null) {
    const root: unknown = field === "exception" ? call.exception : call[field];
    const members = typeof root === "object" && root !== null ? Object.keys(root).slice(0, 50).join(", ") : "";
    const known = members === "" ? "" : ` Its members: ${shortText(members, 1_000)}.`;
    throw new ToolError(`The call has no ${pathText([field, ...path])}.${known}`);
  }
  const page = textPage(text, from, length);
  const cut =
    page.to < page.length ? [`${formatCount(page.length - page.to)} more characters: pass from ${page.to}.`] : [];
  return { payload: { field, path: pathText(path), ...page }, cut };
}

/** The beginning of every payload of a call. */
function overviewOf(call: Call): { payloads: Payload[]; cut: string[] } {
  const payloads: Payload[] = [];
  const cut: string[] = [];
  for (const field of FIELDS) {
    const size = call.left_out?.[field];
    if (size !== undefined) cut.push(`${field} has ${formatCount(size)} bytes: pass field ${field}.`);
    const text = size === undefined ? textOf(call, field, []) : null;
    if (text === null || text === "{}") continue;
    const page = textPage(text, 0, OVERVIEW_CHARACTERS);
    if (page.to < page.length) {
      cut.push(
        `${field}: ${formatCount(page.length - page.to)} more characters: pass field ${field}, from ${page.to}.`,
      );
    }
    payloads.push({ field, path: "", ...page });
  }
  return { payloads, cut };
}

export const readCallTool = defineTool({
  name: "read_call",
  title: "Read a call",
  description:
    "Returns one call. Without field: its facts and the beginning of inputs, output, attributes, summary and exception. " +
    "Scores, reviews and notes on it are in feedback. With field: the full payload as text, page by page (from, length), or one value inside it (path).",
  input: z.strictObject({
    workspace: workspaceInput,
    call_id: z.string().min(1).max(256),
    field: z.enum(FIELDS).optional(),
    path: z
      .array(z.union([z.string().max(512), z.number().int().min(0)]))
      .max(50)
      .default([])
      .describe('Member names and list positions inside the field: ["messages", 0, "content"].'),
    from: z.number().int().min(0).default(0).describe("First character."),
    length: z.number().int().min(256).max(MAX_ANSWER_CHARACTERS).default(8_000).describe("Characters to return."),
  }),
  output: z.object({
    call: callRow,
    parent_id: z.string().nullable(),
    thread_id: z.string().nullable(),
    user: z.string().nullable(),
    payloads: z.array(payload),
    feedback: z.array(feedbackRow).describe("Newest first; empty when a field is read."),
    url: z.string(),
    cut: cutOutput,
  }),
  operations: ["call.read", "value.read", "feedback.query"],
  run: async ({ field, path, from, length, ...input }, reader) => {
    const workspace = await reader.open(input.workspace);
    const call = await readCall(workspace, input.call_id);
    const read = field === undefined ? null : await readPayload(workspace, call, { field, path, from, length });
    const { payloads, cut: cutPayloads } =
      read === null ? overviewOf(call) : { payloads: [read.payload], cut: read.cut };
    const { feedback, cut: cutFeedback } =
      read === null ? await readNewestFeedback(workspace, call.id) : { feedback: [], cut: [] };
    const cut = [...cutPayloads, ...cutFeedback];
    const row = callRowOf(call, reader.nowMs);
    const url = workspace.pageUrl(`/${workspace.slug}/traces/${encodeURIComponent(call.id)}`);
    const ids = {
      parent_id: call.parent_id ?? null,
      thread_id: call.thread_id ?? null,
      user: call.svc_user_id ?? null,
    };
    const facts = [
      `call ${call.id}: ${row.name ?? row.op}, ${row.status}, started ${row.started_at} (${callFiguresText(row)})`,
      `trace ${row.trace_id}, parent ${ids.parent_id ?? "none"}, thread ${ids.thread_id ?? "none"}, user ${ids.user ?? "none"}`,
    ];
    const blocks = payloads.map((part) => {
      const place = part.path === "" ? part.field : `${part.field}: ${part.path}`;
      return `\n${place}:\n${part.text}`;
    });
    const given = feedback.map(
      ({ kind, name, value, author }) =>
        `${kind}${name === null ? "" : ` ${name}`}: ${value}${author === null ? "" : ` (${author})`}`,
    );
    const heard = given.length === 0 ? [] : ["\nfeedback:", ...given];
    const text = [...facts, ...blocks, ...heard].join("\n") + footText(cut, url);
    return { text, data: { call: row, ...ids, payloads, feedback: [...feedback], url, cut } };
  },
});
