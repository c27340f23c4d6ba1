import type { Handler } from "@/service/http/handler";
import { RawLines } from "@/service/http/raw-json";
import { CallAnswers } from "@/service/operations/call-answers";
import { expansionPaths } from "@/service/operations/call-expansion";
import { selectionOf } from "@/service/operations/call-selection";
import { pageOf } from "@/service/operations/page-limits";
import { selectKeys } from "@/service/store/call-keys";

/**
 * Streams the selected calls. Keys are found first, from the columns of the condition and the order; then blocks of
 * calls are read with the columns that were asked for.
 */
export const streamCalls: Handler<"calls.streamQuery"> = async function* ({ body }, context) {
  const { limit, offset } = pageOf(body);
  const selection = {
    projectId: body.project_id,
    ...(await selectionOf(context, body)),
    limit,
    offset,
  };
  const answers = new CallAnswers(context, {
    projectId: body.project_id,
    columns: body.columns ? new Set(body.columns.map((path) => path.split(".")[0] ?? path)) : null,
    includeStorageSize: body.include_storage_size === true,
    includeTotalStorageSize: body.include_total_storage_size === true,
    includeCosts: body.include_costs === true,
    includeFeedback: body.include_feedback === true,
    expand: body.return_expanded_column_values === false ? [] : expansionPaths(body.expand_columns),
  });
  if (limit === 0) return;
  for await (const keys of selectKeys(context.store, selection, context.signal)) {
    for await (const texts of answers.texts(keys)) {
      yield new RawLines(texts.map((text) => `${text}\n`).join(""));
    }
  }
};
