import { callListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { Thread } from "@/lib/api/contract/calls/threads";
import { callUsage } from "@/lib/calls/call-facts";
import { exceptionLine, exceptionText } from "@/lib/calls/exception-text";
import { type CallPreviewTexts, readPreviews } from "@/lib/calls/read-previews";
import type { ChatMessage, ChatPart } from "@/lib/chat/chat-message";
import { readConversation } from "@/lib/chat/read-messages";
import { readThreadPreviews } from "@/lib/thread/read-thread-previews";
import type { CallRole, Facts, RecordedCalls } from "./facts";

const CONNECTION = "local";
const HOUR_MS = 3_600_000;
const { signal } = new AbortController();

/** What the list, the chat, the thread and the totals of a project show of its recorded conversation. */
export async function readFacts(projectId: string, names: RecordedCalls): Promise<Facts> {
  const calls: Call[] = [];
  await streamOperation(CONNECTION, "calls.streamQuery", { body: { project_id: projectId } }, (rows) =>
    calls.push(...rows),
  );
  const roles = callsByRole(calls, names);
  const ids = calls.map(({ id }) => id);
  const previews = new Map(await readPreviews({ connectionId: CONNECTION, projectId, ids, signal }));
  const facts: Record<string, unknown> = {};
  for (const [role, call] of roles) {
    const own = { ...rowFacts(call, previews.get(call.id)), ...callFacts(call) };
    for (const [fact, value] of Object.entries(own)) facts[`${role}.${fact}`] = value;
  }
  const root = roles.get("root");
  if (root === undefined) throw new Error(`${projectId} has no call of a span ${names.root}`);
  return { ...facts, ...(await totals(projectId, root)), ...(await threadFacts(projectId)) } as Facts;
}

const isNamed = (name: unknown, given: string | RegExp) =>
  typeof given === "string" ? name === given : typeof name === "string" && given.test(name);

/** Calls by the name of their span, those of the conversation in the trace of its root; the earliest one counts. */
function callsByRole(calls: readonly Call[], names: RecordedCalls): ReadonlyMap<CallRole, Call> {
  const spanName = ({ attributes }: Call) => (attributes?.otel_span as { name?: unknown } | undefined)?.name;
  const byStart = [...calls].sort((left, right) => left.started_at.localeCompare(right.started_at));
  const named = (name: string | undefined, traceId?: string) =>
    byStart.filter((call) => spanName(call) === name && (traceId === undefined || call.trace_id === traceId));
  const root = byStart.find((call) => isNamed(spanName(call), names.root));
  const requests = named(names.request, root?.trace_id);
  const found: Record<CallRole, Call | undefined> = {
    root,
    request: requests[0],
    answer: named(names.answer ?? names.request, root?.trace_id).at(-1),
    tool: named(names.tool, root?.trace_id)[0],
    failure: named(names.failure).find(({ trace_id: traceId }) => traceId !== root?.trace_id),
    response: named(names.response).at(-1),
    embedding: named(names.embedding)[0],
  };
  return new Map(Object.entries(found).flatMap(([role, call]) => (call ? [[role as CallRole, call]] : [])));
}

function rowFacts(call: Call, preview: CallPreviewTexts | undefined) {
  const row = callListRow(call, {
    previews: new Map(preview ? [[call.id, preview]] : []),
    values: { byCall: new Map(), hasFailed: false },
    totals: new Map(),
    scores: { byId: new Map(), hasFailed: false },
    scale: { domain: [1, 1], slowFromMs: new Map() },
    nowMs: 0,
  });
  const { name, kind, status, tokensIn, tokensOut, tokensCached, threadId: thread, endUser: user, payload } = row;
  const [input, output] = [payload?.input?.text ?? null, payload?.output?.text ?? null];
  return { name, kind, status, input, output, tokensIn, tokensOut, tokensCached, thread, user };
}

function callFacts(call: Call) {
  const exception = call.exception ?? "";
  const models = callUsage(call).map(({ model }) => model);
  const [usage] = Object.values(call.summary?.usage ?? {});
  const { input, output } = readConversation(call.inputs, call.output);
  return {
    model: models.length > 1 ? models : (models[0] ?? null),
    reasoning: usage?.reasoning_tokens ?? null,
    chat: [...input, ...output].map(messageLine),
    message: /The model \S+ does not exist/.exec(exception)?.[0] ?? exceptionLine(exception),
    errorType:
      /\b(?:\w*(?:NotFound|HTTP|APICall|Value|Model|Provider|Client)Error|not_found_error|\w+Exception)\b/.exec(
        exceptionText(exception),
      )?.[0] ?? null,
    hasFrames: /^\s+(?:File "|at )/m.test(exceptionText(exception)),
  };
}

function messageLine({ role, parts }: ChatMessage): string {
  // Some interfaces send the results of tools in the messages of the user.
  const speaker = parts.some(({ kind }) => kind === "tool-result") ? "tool" : role;
  return `${speaker}: ${parts.map(partText).filter(Boolean).join(" ")}`;
}

function partText(part: ChatPart): string {
  if (part.kind === "text" || part.kind === "reasoning") return part.text;
  if (part.kind === "tool-request") return `${part.name}(${compact(part.arguments)})`;
  return part.kind === "tool-result" ? compact(part.value) : JSON.stringify(part);
}

/** Arguments are sent as JSON text or as values. */
function compact(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return value.startsWith("{") ? JSON.stringify(JSON.parse(value)) : value;
}

async function totals(projectId: string, { trace_id: traceId, started_at: startedAt }: Call) {
  const body = {
    project_id: projectId,
    filter: { trace_ids: [traceId] },
    after: new Date(Date.parse(startedAt) - HOUR_MS).toISOString(),
    before: new Date(Date.parse(startedAt) + HOUR_MS).toISOString(),
  };
  const { totals: figures } = await callOperation(CONNECTION, "calls.stats", { body });
  return {
    "total.tokensIn": figures.usage.prompt_tokens,
    "total.tokensOut": figures.usage.completion_tokens,
    "total.tokensCached": figures.usage.cache_read_input_tokens,
    "total.costUsd": figures.cost_usd === null ? null : Number(figures.cost_usd.toFixed(8)),
  };
}

async function threadFacts(projectId: string) {
  const threads: Thread[] = [];
  await streamOperation(CONNECTION, "threads.streamQuery", { body: { project_id: projectId } }, (rows) =>
    threads.push(...rows),
  );
  const previews = await readThreadPreviews({ connectionId: CONNECTION, projectId, signal }, threads);
  const [thread] = threads.sort((left, right) => (left.start_time ?? "").localeCompare(right.start_time ?? ""));
  const preview = previews.get(thread?.thread_id ?? "");
  return {
    "thread.ids": threads.map(({ thread_id: id }) => id),
    "thread.turns": thread?.turn_count ?? null,
    "thread.first": preview?.first?.text ?? null,
  };
}
