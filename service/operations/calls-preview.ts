import { InvalidRequest } from "@/service/http/errors";
import type { Handler } from "@/service/http/handler";
import { filterConditions } from "@/service/store/call-filter";
import { whereCalls } from "@/service/store/call-keys";

const longestPreview = 4096;

interface PreviewRow {
  readonly callId: string;
  readonly begin: string;
  readonly outputBegin: string;
  readonly inputsLength: number;
  readonly outputLength: number;
}

/** The beginnings of inputs and outputs, cut in the engine: no whole payload leaves it. */
export const previewCalls: Handler<"calls.preview"> = async ({ body }, { store, signal }) => {
  const { project_id: projectId, call_ids: ids, length } = body;
  if (length < 1 || length > longestPreview) {
    throw new InvalidRequest(`length must be between 1 and ${longestPreview}`);
  }
  if (ids.length === 0) return { previews: [] };
  const where = whereCalls(projectId, filterConditions({ call_ids: ids }), ["output"]);
  const rows = await store.read<PreviewRow>({
    sql: `SELECT call_parts.id AS callId,
  substringUTF8(inputs, 1, {length:UInt32}) AS begin, substringUTF8(output, 1, {length:UInt32}) AS outputBegin,
  lengthUTF8(inputs) AS inputsLength, lengthUTF8(output) AS outputLength
FROM ${where.source} WHERE ${where.sql}`,
    params: { ...where.params, length },
    signal,
  });
  const byId = new Map(rows.map((row) => [row.callId, row]));
  return {
    previews: [...new Set(ids)].flatMap((id) => {
      const row = byId.get(id);
      return row === undefined ? [] : [previewOf(row)];
    }),
  };
};

function previewOf(row: PreviewRow) {
  return {
    id: row.callId,
    inputs: row.begin || null,
    output: row.outputBegin || null,
    inputs_length: row.inputsLength,
    output_length: row.outputLength,
  };
}
