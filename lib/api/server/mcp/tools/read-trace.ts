import { z } from "zod";
import type { Call } from "@/lib/api/contract/calls/calls";
import { fitRows } from "@/lib/api/server/mcp/answer/bounded-text";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { traceUsage } from "@/lib/calls/trace-usage";
import { formatCount } from "@/lib/format/count";
import { orderCalls } from "@/lib/trace/skeleton/order-calls";
import { skeletonCall } from "@/lib/trace/skeleton/skeleton-call";
import { CALL_ROW_COLUMNS, callFiguresText, callRow, callRowOf } from "./call-row";
import { readPreviews } from "./read-previews";
import { cutOutput, footText, workspaceInput } from "./shared-input";
import { defineTool } from "./tool";
import { needing } from "./unsupported";

/** Larger traces are read up to here, by start. */
const MAX_TRACE_CALLS = 5_000;
const MAX_FAILED_CALLS = 20;

const treeRow = callRow.omit({ trace_id: true }).extend({
  depth: z.number().int().describe("0 for the first call of the trace, or of the branch."),
  inputs: z.string().optional(),
  output: z.string().optional(),
});

type TreeRow = z.infer<typeof treeRow>;

/** A trace's calls in depth-first order. */
interface OrderedTrace {
  readonly traceId: string;
  readonly calls: readonly Call[];
  readonly depths: readonly number[];
  readonly problem: string | null;
}

async function traceIdOf({ service, projectId }: OpenWorkspace, callId: string): Promise<string> {
  const body = { project_id: projectId, filter: { call_ids: [callId] }, columns: ["trace_id"], limit: 1 };
  const { rows } = await needing(
    "calls.streamQuery",
    "Traces cannot be read from it.",
    service.rows("calls.streamQuery", { body }, 1),
  );
  const [call] = rows;
  if (!call) throw new ToolError(`No call has the id ${JSON.stringify(callId)} in this workspace.`);
  return call.trace_id;
}

async function readTrace({ service, projectId }: OpenWorkspace, traceId: string): Promise<OrderedTrace> {
  const body = {
    project_id: projectId,
    filter: { trace_ids: [traceId] },
    sort_by: [{ field: "started_at", direction: "asc" as const }],
    columns: CALL_ROW_COLUMNS,
    include_costs: true,
    limit: MAX_TRACE_CALLS,
  };
  const { rows, problem } = await needing(
    "calls.streamQuery",
    "Traces cannot be read from it.",
    service.rows("calls.streamQuery", { body }, MAX_TRACE_CALLS),
  );
  if (rows.length === 0) throw new ToolError(`No trace has the id ${JSON.stringify(traceId)} in this workspace.`);
  const order = orderCalls(rows.map(skeletonCall), new Map(rows.map(({ id }, index) => [id, index])));
  const calls = [...order.calls].flatMap((index) => rows[index] ?? []);
  return { traceId, calls, depths: [...order.depth], problem };
}

/** The calls at and below one call; the whole trace without it. */
function branchOf(trace: OrderedTrace, callId: string | undefined): OrderedTrace {
  if (callId === undefined) return trace;
  const start = trace.calls.findIndex(({ id }) => id === callId);
  if (start < 0)
    throw new ToolError(`The call ${callId} is not among the first ${MAX_TRACE_CALLS} calls of its trace.`);
  const depth = trace.depths[start] ?? 0;
  const length = trace.depths.slice(start + 1).findIndex((below) => below <= depth);
  const end = length < 0 ? trace.calls.length : start + 1 + length;
  const depths = trace.depths.slice(start, end).map((below) => below - depth);
  return { ...trace, calls: trace.calls.slice(start, end), depths };
}

const MAX_INDENT = 20;

function rowText(row: TreeRow): string {
  const indent = "  ".repeat(Math.min(row.depth, MAX_INDENT));
  const figures = callFiguresText(row as TreeRow & { trace_id: string });
  const lines = [
    `${indent}${row.status === "ok" ? "" : `[${row.status}] `}${row.name ?? row.op}  (${figures})  call ${row.id}`,
    row.exception === undefined ? null : `${indent}  exception: ${row.exception}`,
    row.inputs === undefined ? null : `${indent}  inputs: ${row.inputs}`,
    row.output === undefined ? null : `${indent}  output: ${row.output}`,
  ];
  return lines.filter((line) => line !== null).join("\n");
}

export const readTraceTool = defineTool({
  name: "read_trace",
  title: "Read a trace",
  description:
    "Returns the tree of a trace: each call with op, status, latency, tokens, cost, exception and the beginning of its inputs and output, indented by depth. " +
    "Give trace_id, or call_id for the branch at and below a call. Failed calls are listed first. Then read_call gives one payload in full.",
  input: z.strictObject({
    workspace: workspaceInput,
    trace_id: z.string().min(1).max(256).optional(),
    call_id: z.string().min(1).max(256).optional().describe("Only the branch at and below this call."),
    previews: z.boolean().default(true).describe("The beginnings of inputs and outputs; false for a shorter tree."),
    from: z.number().int().min(0).default(0).describe("First row of the tree to return."),
    limit: z.number().int().min(1).max(500).default(100).describe("Maximum rows of the tree."),
  }),
  output: z.object({
    trace_id: z.string(),
    call_count: z.number().int(),
    failed: z.array(z.object({ id: z.string(), op: z.string(), exception: z.string().nullable() })),
    tokens_in: z.number().nullable(),
    tokens_out: z.number().nullable(),
    cost_usd: z.number().nullable(),
    calls: z.array(treeRow),
    url: z.string(),
    cut: cutOutput,
  }),
  operations: ["calls.streamQuery", "calls.preview"],
  run: async (input, reader) => {
    const { call_id: callId, from, limit } = input;
    if ((input.trace_id === undefined) === (callId === undefined)) {
      throw new ToolError("Give either trace_id or call_id.");
    }
    const workspace = await reader.open(input.workspace);
    const traceId = input.trace_id ?? (await traceIdOf(workspace, callId ?? ""));
    const trace = branchOf(await readTrace(workspace, traceId), callId);
    const count = trace.calls.length;
    const shown = trace.calls.slice(from, from + limit);
    const previews = input.previews
      ? await readPreviews(
          workspace,
          shown.map(({ id }) => id),
        )
      : null;
    const { rows, omittedCount } = fitRows(
      shown.map((call, index): TreeRow => {
        const { trace_id: _, ...row } = callRowOf(call, reader.nowMs);
        const preview = previews?.get(call.id);
        return {
          depth: trace.depths[from + index] ?? 0,
          ...row,
          ...(preview?.inputs ? { inputs: preview.inputs } : {}),
          ...(preview?.output ? { output: preview.output } : {}),
        };
      }),
    );
    const allFailed = trace.calls
      .map((call) => callRowOf(call, reader.nowMs))
      .filter(({ status }) => status === "error");
    const failed = allFailed
      .slice(0, MAX_FAILED_CALLS)
      .map(({ id, op, exception }) => ({ id, op, exception: exception ?? null }));
    const next = from + rows.length;
    const cut = [
      ...(next < count
        ? [`${formatCount(count - next)} more rows of the tree: pass from ${next}, or call_id of a branch.`]
        : []),
      ...(omittedCount > 0 && input.previews ? ["previews: false fits more rows."] : []),
      ...(allFailed.length > failed.length
        ? [`${allFailed.length - failed.length} more failed calls: find_calls.`]
        : []),
      ...(trace.problem === null ? [] : [`The trace is incomplete: ${trace.problem}.`]),
      ...(count === MAX_TRACE_CALLS ? [`Only the first ${formatCount(MAX_TRACE_CALLS)} calls were read.`] : []),
      ...(input.previews && previews === null
        ? ["This service cannot return beginnings of payloads: use read_call."]
        : []),
    ];
    const { tokensIn, tokensOut, costUsd } = traceUsage(trace.calls);
    const url = workspace.pageUrl(
      `/${workspace.slug}/traces/${encodeURIComponent(callId ?? trace.calls[0]?.id ?? "")}`,
    );
    const head = `Trace ${traceId}: ${formatCount(count)} calls, ${formatCount(allFailed.length)} failed.`;
    const failures = failed.map(
      ({ id, op, exception }) => `Failed: ${op} (call ${id})${exception ? `: ${exception}` : ""}`,
    );
    const text = [head, ...failures, "", ...rows.map(rowText)].join("\n") + footText(cut, url);
    const usage = { tokens_in: tokensIn, tokens_out: tokensOut, cost_usd: costUsd };
    return { text, data: { trace_id: traceId, call_count: count, failed, ...usage, calls: [...rows], url, cut } };
  },
});
