import { pageOf } from "@/service/kernel/checks/page-limits";
import { expansionPaths } from "@/service/traces/calls/call-expansion";
import { CallResponses } from "@/service/traces/calls/call-responses";
import { callSelectionOf } from "@/service/traces/calls/call-selection";
import type { Handler } from "@/service/traces/handlers/handler";
import { RawLines } from "@/service/traces/handlers/raw-json";

/** Streams the selected calls with the requested columns. */
export const streamCalls: Handler<"calls.streamQuery"> = async function* ({ body }, context) {
  const { limit, offset } = pageOf(body);
  const selection = {
    projectId: body.project_id,
    ...(await callSelectionOf(context, body)),
    limit,
    offset,
  };
  const answers = new CallResponses(context, {
    projectId: body.project_id,
    columns: body.columns ? new Set(body.columns.map((path) => path.split(".")[0] ?? path)) : null,
    shouldIncludeStorageSize: body.include_storage_size === true,
    shouldIncludeTotalStorageSize: body.include_total_storage_size === true,
    shouldIncludeCosts: body.include_costs === true,
    shouldIncludeFeedback: body.include_feedback === true,
    expand: body.return_expanded_column_values === false ? [] : expansionPaths(body.expand_columns),
  });
  if (limit === 0) return;
  for await (const texts of answers.texts(selection)) yield new RawLines(texts.map((text) => `${text}\n`).join(""));
};
