import { z } from "zod";
import { tracesHref } from "@/lib/address/traces-href";
import { fitRows } from "@/lib/api/server/mcp/answer/bounded-text";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { callCountBody, latestStart, pageBody } from "@/lib/calls/calls-request";
import { resolveTimeRange } from "@/lib/filter/time-range";
import { countOf, formatCount } from "@/lib/format/count";
import type { Sort } from "@/lib/table/sort";
import { type CallRow, callFiguresText, callRow, callRowOf } from "./call-row";
import { type PreviewTexts, readPreviews } from "./read-previews";
import {
  compileQuery,
  cutOutput,
  footText,
  queryInput,
  rangeInputs,
  rangeOf,
  rangeOutput,
  rangeText,
  readRange,
  workspaceInput,
} from "./shared-input";
import { defineTool } from "./tool";
import { needing, unlessUnsupported } from "./unsupported";

const SORTS: Readonly<Record<string, Sort>> = {
  newest: { field: "started_at", direction: "desc" },
  oldest: { field: "started_at", direction: "asc" },
  slowest: { field: "summary.weave.latency_ms", direction: "desc" },
  most_tokens: { field: "summary.weave.total_tokens", direction: "desc" },
};

const foundCall = callRow.extend({
  inputs: z.string().optional().describe("The beginning of the inputs, on one line."),
  output: z.string().optional().describe("The beginning of the output, on one line."),
});

type FoundCall = z.infer<typeof foundCall>;

/** The position of the next page: rows to skip, and the newest call of the first page, so that new ones shift nothing. */
const CURSOR = /^(\d{1,7})@(.{1,64})$/;

function readCursor(cursor: string | undefined): { offset: number; newestAt: string | null } {
  if (cursor === undefined) return { offset: 0, newestAt: null };
  const [, offset, newestAt] = CURSOR.exec(cursor) ?? [];
  if (offset === undefined || newestAt === undefined || Number.isNaN(Date.parse(newestAt))) {
    throw new ToolError("cursor: pass next_cursor of an earlier answer with the same query, unchanged.");
  }
  return { offset: Number(offset), newestAt };
}

function withPreview(row: CallRow, preview: PreviewTexts | undefined): FoundCall {
  return {
    ...row,
    ...(preview?.inputs ? { inputs: preview.inputs } : {}),
    ...(preview?.output ? { output: preview.output } : {}),
  };
}

function callText(call: FoundCall): string {
  const lines = [
    `${call.started_at}  ${call.status}  ${call.name ?? call.op}  (${callFiguresText(call)})`,
    `  call ${call.id}  trace ${call.trace_id}`,
    call.exception === undefined ? null : `  exception: ${call.exception}`,
    call.inputs === undefined ? null : `  inputs: ${call.inputs}`,
    call.output === undefined ? null : `  output: ${call.output}`,
  ];
  return lines.filter((line) => line !== null).join("\n");
}

/** The time of the newest call of the project: an empty range is no proof of silence. */
async function newestCallAt({ service, projectId }: OpenWorkspace): Promise<string | null> {
  const body = {
    project_id: projectId,
    sort_by: [{ field: "started_at", direction: "desc" as const }],
    columns: ["started_at"],
    limit: 1,
  };
  const read = await unlessUnsupported(service.rows("calls.streamQuery", { body }, 1));
  return read?.rows[0]?.started_at ?? null;
}

export const findCallsTool = defineTool({
  name: "find_calls",
  title: "Find calls",
  description:
    "Lists calls (traced operations, also named spans) that match a query in a range, with status, latency, tokens, cost, the exception and the beginning of inputs and output. " +
    "For a flood of errors use figures first: it counts and groups. Set roots_only to list whole traces.",
  input: z.strictObject({
    workspace: workspaceInput,
    query: queryInput,
    ...rangeInputs,
    roots_only: z.boolean().default(false).describe("Only the first call of each trace."),
    sort: z.enum(["newest", "oldest", "slowest", "most_tokens"]).default("newest"),
    limit: z.number().int().min(1).max(200).default(20),
    cursor: z.string().max(80).optional().describe("next_cursor of an earlier answer, with the same other inputs."),
  }),
  output: z.object({
    count: z.number().nullable().describe("All calls that match; null when the service did not count them."),
    calls: z.array(foundCall),
    next_cursor: z.string().nullable(),
    range: rangeOutput,
    url: z.string().describe("The list in the dashboard, for a person."),
    cut: cutOutput,
  }),
  operations: ["calls.streamQuery", "calls.queryStats", "calls.preview"],
  run: async (input, reader) => {
    const workspace = await reader.open(input.workspace);
    const { service, projectId, slug } = workspace;
    const range = readRange(input, "24h");
    const bounds = resolveTimeRange(range, reader.nowMs);
    const selection = compileQuery(projectId, input.query, bounds, input.roots_only);
    const { offset, newestAt } = readCursor(input.cursor);
    const sort = SORTS[input.sort] ?? { field: "started_at", direction: "desc" };
    const body = pageBody(projectId, selection, sort, { offset, limit: input.limit, newestAt });
    const [{ rows: calls, problem }, { count }] = await Promise.all([
      needing(
        "calls.streamQuery",
        "Its calls can only be counted (figures) or reached through threads.",
        service.rows("calls.streamQuery", { body }, input.limit),
      ),
      service.call("calls.queryStats", { body: callCountBody(projectId, selection) }),
    ]);
    const previews = await readPreviews(
      workspace,
      calls.map(({ id }) => id),
    );
    const found = calls.map((call) => withPreview(callRowOf(call, reader.nowMs), previews?.get(call.id)));
    const { rows, omittedCount } = fitRows(found);
    const next = offset + rows.length;
    const first = newestAt ?? latestStart(calls) ?? "";
    const hasMore = omittedCount > 0 || (calls.length === input.limit && next < count);
    const nextCursor = hasMore && first !== "" ? `${next}@${first}` : null;
    const cut = [
      ...(nextCursor === null
        ? []
        : [`${formatCount(Math.max(0, count - next))} more calls: pass cursor ${nextCursor}.`]),
      ...(problem === null ? [] : [`The list is incomplete: ${problem}.`]),
      ...(previews === null ? ["This service cannot return beginnings of payloads: use read_call."] : []),
    ];
    const listed = { slug, query: input.query, source: "all", areRootsOnly: input.roots_only, range } as const;
    const url = workspace.pageUrl(tracesHref(listed));
    const head = `${countOf(count, "call")} match in ${rangeText(bounds)}.`;
    const newest = count === 0 ? await newestCallAt(workspace) : null;
    const hint =
      newest === null
        ? ""
        : ` The newest call of the project started at ${newest}: widen the range with last or since.`;
    const text = [`${head}${hint}`, ...rows.map(callText)].join("\n\n") + footText(cut, url);
    return { text, data: { count, calls: [...rows], next_cursor: nextCursor, range: rangeOf(bounds), url, cut } };
  },
});
