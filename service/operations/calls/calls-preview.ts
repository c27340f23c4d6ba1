import { InvalidRequestError } from "@/service/errors/service-errors";
import type { Handler } from "@/service/handlers/handler";
import { type PreviewRow, readPreviews } from "@/service/store/previews/call-previews";

const MAX_PREVIEW_LENGTH = 4096;

/**
 * Returns the first characters of inputs and outputs, and of values inside calls, cut in the engine: no whole payload
 * leaves it.
 */
export const previewCalls: Handler<"calls.preview"> = async ({ body }, { store, signal }) => {
  const { project_id: projectId, call_ids: ids, length } = body;
  const paths = body.paths ?? [];
  if (length < 1 || length > MAX_PREVIEW_LENGTH) {
    throw new InvalidRequestError(`length must be between 1 and ${MAX_PREVIEW_LENGTH}`);
  }
  const withMessages = body.with_messages ?? false;
  const rows = await readPreviews(store, { projectId, ids, paths, length, withMessages }, signal);
  const byId = new Map(rows.map((row) => [row.callId, row]));
  return {
    previews: [...new Set(ids)].flatMap((id) => {
      const row = byId.get(id);
      return row === undefined ? [] : [previewOf(row, paths, withMessages)];
    }),
  };
};

function previewOf(row: PreviewRow, paths: readonly string[], withMessages: boolean) {
  return {
    id: row.callId,
    inputs: row.begin || null,
    output: row.outputBegin || null,
    inputs_length: row.inputsLength,
    output_length: row.outputLength,
    ...(paths.length > 0 ? { values: Object.fromEntries(paths.map((path, at) => [path, row.found[at] || null])) } : {}),
    ...(withMessages
      ? { last_message: row.lastMessage || null, answer: row.answer || null, tool_calls: row.toolCalls || null }
      : {}),
  };
}
