import { z } from "zod";
import { threadHref } from "@/lib/address/thread-href";
import type { Call } from "@/lib/api/contract/calls/calls";
import { fitRows, oneLine } from "@/lib/api/server/mcp/answer/bounded-text";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { AgentReader, OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { resolveTimeRange } from "@/lib/filter/time-range";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { statusName } from "@/lib/format/status";
import { threadTurns } from "@/lib/thread/thread-turns";
import { threadsBody } from "@/lib/thread/threads-request";
import { SKELETON_COLUMNS } from "@/lib/trace/skeleton/skeleton-call";
import { readPreviews } from "./read-previews";
import { cutOutput, footText, rangeInputs, rangeText, readRange, workspaceInput } from "./shared-input";
import { defineTool, type ToolAnswer } from "./tool";
import { needing } from "./unsupported";

const SORTS = {
  newest: { field: "last_updated", direction: "desc" },
  slowest: { field: "p99_turn_duration_ms", direction: "desc" },
  most_turns: { field: "turn_count", direction: "desc" },
} as const;

const MAX_THREAD_CALLS = 5_000;
const MAX_TOOLS = 12;

const threadRow = z.object({
  thread_id: z.string(),
  turn_count: z.number(),
  started_at: z.string().nullable(),
  updated_at: z.string().nullable(),
  p50_turn_ms: z.number().nullable(),
  p99_turn_ms: z.number().nullable(),
});

const turnRow = z.object({
  turn: z.number().int(),
  call_id: z.string(),
  trace_id: z.string(),
  name: z.string(),
  status: z.string(),
  exception: z.string().optional(),
  latency_ms: z.number().nullable(),
  tokens_in: z.number().nullable(),
  tokens_out: z.number().nullable(),
  cost_usd: z.number().nullable(),
  tools: z.array(z.string()).describe("The tools used in it, failed ones marked."),
  inputs: z.string().optional(),
  output: z.string().optional(),
});

const output = z.object({
  threads: z.array(threadRow).describe("The list; empty when one thread was read."),
  turns: z.array(turnRow).describe("The turns of the thread that was read."),
  next_offset: z.number().int().nullable(),
  url: z.string(),
  cut: cutOutput,
});

type Output = z.input<typeof output>;

interface ListInput {
  readonly limit: number;
  readonly offset: number;
  readonly sort: keyof typeof SORTS;
  readonly last?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

async function listThreads(
  workspace: OpenWorkspace,
  input: ListInput,
  reader: AgentReader,
): Promise<ToolAnswer<Output>> {
  const bounds = resolveTimeRange(readRange(input, "7d"), reader.nowMs);
  const { limit, offset, sort } = input;
  const selection = { projectId: workspace.projectId, threadIds: null, ...bounds };
  // One more than is shown tells whether there is a next page.
  const body = threadsBody(selection, SORTS[sort], { from: offset, limit: limit + 1 });
  const { rows: read, problem } = await workspace.service.rows("threads.streamQuery", { body }, limit + 1);
  const { rows } = fitRows(
    read.slice(0, limit).map((thread) => ({
      thread_id: thread.thread_id,
      turn_count: thread.turn_count,
      started_at: thread.start_time ?? null,
      updated_at: thread.last_updated ?? null,
      p50_turn_ms: thread.p50_turn_duration_ms ?? null,
      p99_turn_ms: thread.p99_turn_duration_ms ?? null,
    })),
  );
  const nextOffset = read.length > rows.length ? offset + rows.length : null;
  const cut = [
    ...(nextOffset === null ? [] : [`There are more threads: pass offset ${nextOffset}.`]),
    ...(problem === null ? [] : [`The list is incomplete: ${problem}.`]),
  ];
  const url = workspace.pageUrl(`/${workspace.slug}/threads?source=all`);
  const lines = rows.map(
    (row) =>
      `${row.thread_id}  ${countOf(row.turn_count, "turn")}  ${row.started_at ?? "?"} to ${row.updated_at ?? "?"}  p50 ${formatDuration(row.p50_turn_ms)}, p99 ${formatDuration(row.p99_turn_ms)}`,
  );
  const head = rows.length === 0 ? `No threads in ${rangeText(bounds)}.` : `Threads in ${rangeText(bounds)}:`;
  const text = [head, ...lines].join("\n") + footText(cut, url);
  return { text, data: { threads: [...rows], turns: [], next_offset: nextOffset, url, cut } };
}

async function callsOf({ service, projectId }: OpenWorkspace, threadId: string) {
  const body = {
    project_id: projectId,
    filter: { thread_ids: [threadId] },
    columns: [...SKELETON_COLUMNS, "turn_id"],
    sort_by: [{ field: "started_at", direction: "asc" as const }],
    include_costs: true,
    limit: MAX_THREAD_CALLS,
  };
  return await needing(
    "calls.streamQuery",
    "Threads can be listed, but not read.",
    service.rows("calls.streamQuery", { body }, MAX_THREAD_CALLS),
  );
}

type Turn = ReturnType<typeof threadTurns>[number];

function turnRowOf(turn: Turn, traceIds: ReadonlyMap<string, string>): z.infer<typeof turnRow> {
  const tools = turn.tools.map(({ name, status }) => (status === "ok" ? name : `${name} [${statusName(status)}]`));
  const more = tools.length - MAX_TOOLS;
  return {
    turn: turn.number,
    call_id: turn.id,
    trace_id: traceIds.get(turn.id) ?? "",
    name: oneLine(turn.name, 120),
    status: statusName(turn.status),
    ...(turn.exception === null ? {} : { exception: oneLine(turn.exception, 300) }),
    latency_ms: turn.durationMs,
    tokens_in: turn.tokensIn,
    tokens_out: turn.tokensOut,
    cost_usd: turn.costUsd,
    tools: [...tools.slice(0, MAX_TOOLS).map((name) => oneLine(name, 80)), ...(more > 0 ? [`${more} more`] : [])],
  };
}

function turnText(row: z.infer<typeof turnRow>): string {
  const lines = [
    `Turn ${row.turn}  ${row.status}  ${formatDuration(row.latency_ms)}  ${row.name}  call ${row.call_id}  trace ${row.trace_id}`,
    row.exception === undefined ? null : `  exception: ${row.exception}`,
    row.inputs === undefined ? null : `  inputs: ${row.inputs}`,
    row.tools.length === 0 ? null : `  tools: ${row.tools.join(", ")}`,
    row.output === undefined ? null : `  output: ${row.output}`,
  ];
  return lines.filter((line) => line !== null).join("\n");
}

async function readThread(
  workspace: OpenWorkspace,
  threadId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  reader: AgentReader,
): Promise<ToolAnswer<Output>> {
  const { rows: calls, problem } = await callsOf(workspace, threadId);
  if (calls.length === 0) throw new ToolError(`No thread has the id ${JSON.stringify(threadId)} in this workspace.`);
  const turns = threadTurns(calls, reader.nowMs);
  const shown = turns.slice(offset, offset + limit);
  const previews = await readPreviews(
    workspace,
    shown.map(({ id }) => id),
  );
  const traceIds = new Map(calls.map((call: Call) => [call.id, call.trace_id]));
  const { rows } = fitRows(
    shown.map((turn) => {
      const preview = previews?.get(turn.id);
      return {
        ...turnRowOf(turn, traceIds),
        ...(preview?.inputs ? { inputs: preview.inputs } : {}),
        ...(preview?.output ? { output: preview.output } : {}),
      };
    }),
  );
  const next = offset + rows.length;
  const nextOffset = next < turns.length ? next : null;
  const cut = [
    ...(nextOffset === null ? [] : [`${formatCount(turns.length - next)} more turns: pass offset ${next}.`]),
    ...(problem === null ? [] : [`The thread is incomplete: ${problem}.`]),
    ...(calls.length === MAX_THREAD_CALLS ? [`Only its first ${formatCount(MAX_THREAD_CALLS)} calls were read.`] : []),
  ];
  const url = workspace.pageUrl(threadHref(workspace.slug, threadId));
  const head = `Thread ${threadId}: ${countOf(turns.length, "turn")}, ${countOf(calls.length, "call")}.`;
  const text = [head, ...rows.map(turnText)].join("\n") + footText(cut, url);
  return { text, data: { threads: [], turns: [...rows], next_offset: nextOffset, url, cut } };
}

export const threadsTool = defineTool({
  name: "threads",
  title: "Threads",
  description:
    "Lists threads (conversations) of a range, or with thread_id reads one: its turns with status, latency, tools, and the beginning of question and answer. read_trace with a turn's trace_id shows what happened inside.",
  input: z.strictObject({
    workspace: workspaceInput,
    thread_id: z.string().min(1).max(1024).optional(),
    ...rangeInputs,
    sort: z.enum(["newest", "slowest", "most_turns"]).default("newest"),
    limit: z.number().int().min(1).max(100).default(20),
    offset: z.number().int().min(0).max(1_000_000).default(0).describe("Threads or turns to skip."),
  }),
  output,
  operations: ["threads.streamQuery", "calls.streamQuery", "calls.preview"],
  run: async ({ thread_id: threadId, ...input }, reader) => {
    const workspace = await reader.open(input.workspace);
    if (threadId === undefined) return await listThreads(workspace, input, reader);
    return await readThread(workspace, threadId, input, reader);
  },
});
