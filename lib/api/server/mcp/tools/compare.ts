import { z } from "zod";
import { compareHref } from "@/lib/address/compare-href";
import type { Call } from "@/lib/api/contract/calls/calls";
import { MAX_ANSWER_CHARACTERS } from "@/lib/api/server/mcp/answer/bounded-text";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { AgentReader, OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { resolveTimeRange } from "@/lib/filter/time-range";
import { callFiguresText, callRow, callRowOf } from "./call-row";
import { comparePeriods, periodRow, periodsText } from "./compare-periods";
import { diffText } from "./diff-text";
import { cutOutput, footText, queryInput, rangeInputs, readRange, workspaceInput } from "./shared-input";
import { defineTool, type ToolAnswer } from "./tool";
import { needing } from "./unsupported";

const COMPARED_FIELDS = ["inputs", "output", "attributes"] as const;
const MAX_READ_BYTES = 2_000_000;

const fieldDiff = z.object({
  field: z.enum(COMPARED_FIELDS),
  lines_added: z.number().int(),
  lines_removed: z.number().int(),
  diff: z.string().describe("Lines of the first with -, of the second with +."),
});

const output = z.object({
  calls: z.array(callRow).describe("The two compared calls."),
  diffs: z.array(fieldDiff).describe("Fields that differ."),
  periods: z.array(periodRow).describe("The two compared periods, op by op, the largest changes first."),
  url: z.string().nullable(),
  cut: cutOutput,
});

type Output = z.input<typeof output>;

async function readCall({ service, projectId }: OpenWorkspace, id: string): Promise<Call> {
  const body = { project_id: projectId, id, include_costs: true, longest_value: MAX_READ_BYTES };
  const { call } = await needing("call.read", "Calls cannot be compared.", service.call("call.read", { body }));
  if (!call) throw new ToolError(`No call has the id ${JSON.stringify(id)} in this workspace.`);
  return call;
}

async function compareCalls(
  workspace: OpenWorkspace,
  ids: readonly [string, string],
  reader: AgentReader,
): Promise<ToolAnswer<Output>> {
  const [left, right] = await Promise.all([readCall(workspace, ids[0]), readCall(workspace, ids[1])]);
  const diffs: z.infer<typeof fieldDiff>[] = [];
  const cut: string[] = [];
  const share = Math.floor(MAX_ANSWER_CHARACTERS / COMPARED_FIELDS.length);
  for (const field of COMPARED_FIELDS) {
    if (left.left_out?.[field] !== undefined || right.left_out?.[field] !== undefined) {
      cut.push(`${field} is larger than ${MAX_READ_BYTES} bytes and was not compared: read_call gives its parts.`);
      continue;
    }
    const { text, added, removed, omittedCount } = await diffText(left[field], right[field], share, reader.signal);
    if (added + removed === 0) continue;
    diffs.push({ field, lines_added: added, lines_removed: removed, diff: text });
    if (omittedCount > 0)
      cut.push(`${omittedCount} more lines of the comparison of ${field}: read_call for each call.`);
  }
  const rows = [callRowOf(left, reader.nowMs), callRowOf(right, reader.nowMs)];
  const url = workspace.pageUrl(compareHref(workspace.slug, "calls", ids));
  const heads = rows.map((row, index) => {
    const failed = row.exception === undefined ? "" : `; ${row.exception}`;
    return `${"-+"[index]} call ${row.id}: ${row.name ?? row.op}, ${row.status} (${callFiguresText(row)}${failed})`;
  });
  const same = COMPARED_FIELDS.filter(
    (field) => !diffs.some((diff) => diff.field === field) && !cut.some((text) => text.startsWith(field)),
  );
  const blocks = diffs.map((diff) => `\n${diff.field} (+${diff.lines_added} −${diff.lines_removed}):\n${diff.diff}`);
  const sameText = same.length === 0 ? "" : `\nThe same: ${same.join(", ")}.`;
  const text = [...heads, ...blocks].join("\n") + sameText + footText(cut, url);
  return { text, data: { calls: rows, diffs, periods: [], url, cut } };
}

const period = z.strictObject(rangeInputs);

export const compareTool = defineTool({
  name: "compare",
  title: "Compare two calls or two periods",
  description:
    "With calls: facts of two calls side by side and a line diff of their inputs, output and attributes. " +
    "With periods: counts, share of errors and latency of two periods, op by op, the largest changes first, for example before and after a deployment.",
  input: z.strictObject({
    workspace: workspaceInput,
    calls: z.array(z.string().min(1).max(256)).length(2).optional().describe("Two call ids."),
    periods: z.array(period).length(2).optional().describe("Two periods, the earlier one first."),
    query: queryInput,
  }),
  output,
  operations: ["call.read", "calls.stats"],
  run: async (input, reader) => {
    const workspace = await reader.open(input.workspace);
    const { calls, periods } = input;
    if ((calls === undefined) === (periods === undefined)) throw new ToolError("Give either calls or periods.");
    if (calls !== undefined) return await compareCalls(workspace, [calls[0] ?? "", calls[1] ?? ""], reader);
    const [left, right] = (periods ?? []).map((range) => resolveTimeRange(readRange(range, "24h"), reader.nowMs));
    if (left === undefined || right === undefined) throw new ToolError("Give two periods.");
    const { rows, omittedCount } = await comparePeriods(workspace, input.query, left, right);
    const cut =
      omittedCount > 0 ? [`${omittedCount} more ops with smaller changes: filter with query, or use figures.`] : [];
    const text = periodsText(rows, left, right) + footText(cut, null);
    return { text, data: { calls: [], diffs: [], periods: rows, url: null, cut } };
  },
});
