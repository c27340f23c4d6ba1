import { InvalidRequest } from "@/service/http/errors";
import type { Handler } from "@/service/http/handler";
import { resolveCallField } from "@/service/store/call-fields";
import { filterConditions } from "@/service/store/call-filter";
import { whereCalls } from "@/service/store/call-keys";
import { SqlParams } from "@/service/store/sql-params";

const longestPreview = 4096;

interface PreviewRow {
  readonly callId: string;
  readonly begin: string;
  readonly outputBegin: string;
  readonly inputsLength: number;
  readonly outputLength: number;
  /** In the order of the paths; empty where a path leads nowhere. */
  readonly found: readonly string[];
}

/** The beginnings of inputs and outputs, and of values inside calls, cut in the engine: no whole payload leaves it. */
export const previewCalls: Handler<"calls.preview"> = async ({ body }, { store, signal }) => {
  const { project_id: projectId, call_ids: ids, length } = body;
  const paths = body.paths ?? [];
  if (length < 1 || length > longestPreview) {
    throw new InvalidRequest(`length must be between 1 and ${longestPreview}`);
  }
  const values = valuesAt(paths);
  if (ids.length === 0) return { previews: [] };
  const where = whereCalls(projectId, filterConditions({ call_ids: ids }), ["output", ...values.columns]);
  const rows = await store.read<PreviewRow>({
    sql: `SELECT call_parts.id AS callId,
  substringUTF8(inputs, 1, {length:UInt32}) AS begin, substringUTF8(output, 1, {length:UInt32}) AS outputBegin,
  lengthUTF8(inputs) AS inputsLength, lengthUTF8(output) AS outputLength, ${values.sql} AS found
FROM ${where.source} WHERE ${where.sql}`,
    params: { ...where.params, ...values.params, length },
    signal,
  });
  const byId = new Map(rows.map((row) => [row.callId, row]));
  return {
    previews: [...new Set(ids)].flatMap((id) => {
      const row = byId.get(id);
      return row === undefined ? [] : [previewOf(row, paths)];
    }),
  };
};

/** SQL for the list of the values' beginnings. Paths are those that conditions and sort keys may name. */
function valuesAt(paths: readonly string[]) {
  const params = new SqlParams("path_");
  const fields = paths.map((path) => resolveCallField(path, params));
  const texts = fields.map((field) =>
    field.kind === "json" ? field.path.raw : `if(isNull(${field.sql}), '', toJSONString(${field.sql}))`,
  );
  return {
    sql: `CAST([${texts.map((text) => `substringUTF8(${text}, 1, {length:UInt32})`).join(", ")}], 'Array(String)')`,
    columns: fields.flatMap(({ columns }) => columns),
    params: params.values(),
  };
}

function previewOf(row: PreviewRow, paths: readonly string[]) {
  return {
    id: row.callId,
    inputs: row.begin || null,
    output: row.outputBegin || null,
    inputs_length: row.inputsLength,
    output_length: row.outputLength,
    ...(paths.length > 0 ? { values: Object.fromEntries(paths.map((path, at) => [path, row.found[at] || null])) } : {}),
  };
}
