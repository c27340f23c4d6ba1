import { z } from "zod";
import { oneLine } from "@/lib/api/server/mcp/answer/bounded-text";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { opLabel } from "@/lib/calls/call-facts";
import { type CompiledSelection, compileSelection } from "@/lib/calls/calls-query";
import { withCondition } from "@/lib/calls/calls-request";
import { exceptionLine } from "@/lib/calls/exception-text";
import { unlessUnsupported } from "./unsupported";

/** The newest failed calls, which are grouped by what they say. */
export const SAMPLED_FAILURES = 300;
const MAX_FAILURES = 10;
const MAX_MESSAGE_LENGTH = 240;

export const failureGroup = z.object({
  op: z.string(),
  exception: z.string().describe("The informative line; numbers and ids in it may differ between the calls."),
  count: z.number().int(),
  first_at: z.string(),
  last_at: z.string(),
  example_call_id: z.string(),
  example_trace_id: z.string(),
});

export type FailureGroup = z.infer<typeof failureGroup>;

/** Failures that differ only in numbers, quoted values and ids count as the same. */
function patternOf(message: string): string {
  return message
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{12,}\b/gi, "#")
    .replace(/'[^']*'|"[^"]*"/g, "#")
    .replace(/\d+(?:\.\d+)?/g, "#");
}

/** Groups the newest failed calls of a selection by op and message, most frequent first; null without that operation. */
export async function readFailures(
  { service, projectId }: OpenWorkspace,
  selection: CompiledSelection,
): Promise<{ failures: FailureGroup[]; sampledCount: number } | null> {
  const failed = compileSelection({
    projectId,
    query: "status:error",
    areRootsOnly: false,
    fromMs: null,
    toMs: null,
  }).query;
  const body = {
    project_id: projectId,
    filter: selection.filter,
    query: failed === undefined ? selection.query : withCondition(selection.query, failed.$expr),
    sort_by: [{ field: "started_at", direction: "desc" as const }],
    columns: ["exception"],
    limit: SAMPLED_FAILURES,
  };
  const read = await unlessUnsupported(service.rows("calls.streamQuery", { body }, SAMPLED_FAILURES));
  if (read === null) return null;
  const groups = new Map<string, FailureGroup>();
  for (const call of read.rows) {
    const op = opLabel(call.op_name);
    const exception = oneLine(call.exception ? exceptionLine(call.exception) : "no message", MAX_MESSAGE_LENGTH);
    const key = JSON.stringify([op, patternOf(exception)]);
    const known = groups.get(key);
    if (known) groups.set(key, { ...known, count: known.count + 1, first_at: call.started_at });
    else {
      const example = { example_call_id: call.id, example_trace_id: call.trace_id };
      groups.set(key, { op, exception, count: 1, first_at: call.started_at, last_at: call.started_at, ...example });
    }
  }
  const failures = [...groups.values()].sort((left, right) => right.count - left.count).slice(0, MAX_FAILURES);
  return { failures, sampledCount: read.rows.length };
}

export function failuresText(failures: readonly FailureGroup[]): string {
  return failures
    .map(
      ({ op, exception, count, first_at, last_at, example_call_id: id }) =>
        `${count}× ${op}: ${exception} (${first_at} to ${last_at}, for example call ${id})`,
    )
    .join("\n");
}
