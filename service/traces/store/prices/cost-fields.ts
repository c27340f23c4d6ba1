import { MEDIA_TOKENS } from "@/lib/usage/media-tokens";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { FieldKind } from "@/service/traces/store/expression/fields";
import type { RecordTable } from "@/service/traces/store/expression/record-query";

/**
 * Members of a price record by wire name: how each compares, and its SQL. Columns are qualified with the table's name,
 * because a selected column may have the same name and another form.
 */
const fields: ReadonlyMap<string, readonly [FieldKind, string]> = new Map<string, readonly [FieldKind, string]>([
  ["id", ["text", "costs.id"]],
  ["llm_id", ["text", "costs.llm_id"]],
  ["prompt_token_cost", ["number", "costs.prompt_token_cost"]],
  ["completion_token_cost", ["number", "costs.completion_token_cost"]],
  ["prompt_token_cost_unit", ["text", "costs.prompt_token_cost_unit"]],
  ["completion_token_cost_unit", ["text", "costs.completion_token_cost_unit"]],
  ["cache_read_input_token_cost", ["number", "costs.cache_read_input_token_cost"]],
  ["cache_creation_input_token_cost", ["number", "costs.cache_creation_input_token_cost"]],
  ...MEDIA_TOKENS.map(({ cost }) => [cost, ["number", `costs.${cost}`]] as const),
  ["effective_date", ["time", "costs.effective_date"]],
  ["provider_id", ["text", "costs.provider_id"]],
  ["pricing_level", ["text", "'project'"]],
  ["pricing_level_id", ["text", "costs.project_id"]],
  ["created_by", ["text", "costs.created_by"]],
  ["created_at", ["time", "costs.created_at"]],
]);

export const costRecords: RecordTable = {
  name: "costs",
  resolve: (path) => {
    const [kind, sql] = fields.get(path) ?? unknownField(path);
    return { kind, sql, columns: [path] };
  },
};

/** Returns SQL that selects a member under its wire name; times as text. */
export function selectCostField(name: string): string {
  const [kind, sql] = fields.get(name) ?? unknownField(name);
  return `${kind === "time" ? `toString(${sql})` : sql} AS ${name}`;
}

function unknownField(name: string): never {
  throw new InvalidRequestError(`Unknown field: ${name}`);
}
