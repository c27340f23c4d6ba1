import { z } from "zod";
import type { CostRecord } from "@/lib/api/contract/costs/costs";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { fitRows } from "@/lib/api/server/mcp/answer/bounded-text";
import { textTable } from "@/lib/api/server/mcp/answer/text-table";
import { MISSING } from "@/lib/format/missing";
import { costPerUnit } from "@/lib/format/price";
import { parseTime } from "@/lib/format/time";
import { cutOutput, footText, workspaceInput } from "./shared-input";
import { defineTool } from "./tool";

const MAX_RECORDS = 5_000;

const priceRow = z.object({
  model: z.string(),
  prompt_per_million: z.number().nullable(),
  completion_per_million: z.number().nullable(),
  currency: z.string(),
  effective_from: z.string().nullable(),
  provider: z.string().nullable(),
});

/** Tokens are priced by the million; the point is moved, so that no digits are invented. */
function perMillion(cost: CostRecord["prompt_token_cost"]): number | null {
  const number = plainNumber(cost);
  return typeof number === "number" ? costPerUnit(number, "1M") : null;
}

function rowOf(record: CostRecord): z.infer<typeof priceRow> {
  return {
    model: record.llm_id ?? "",
    prompt_per_million: perMillion(record.prompt_token_cost),
    completion_per_million: perMillion(record.completion_token_cost),
    currency: record.prompt_token_cost_unit ?? record.completion_token_cost_unit ?? "USD",
    effective_from: record.effective_date ?? null,
    provider: record.provider_id ?? null,
  };
}

/** `$2.50`; a dash where there is no price. */
function costText(cost: number | null, currency: string): string {
  if (cost === null) return MISSING;
  return currency === "USD" ? `$${cost}` : `${cost} ${currency}`;
}

export const pricesTool = defineTool({
  name: "prices",
  title: "Prices of models",
  description:
    "Lists the prices per million tokens that costs of this workspace are computed from, by model, newest first. The spend itself is in figures, group_by model.",
  input: z.strictObject({
    workspace: workspaceInput,
    model: z.string().max(512).optional().describe("A part of the model's name, in any case."),
    limit: z.number().int().min(1).max(200).default(50),
    offset: z.number().int().min(0).max(MAX_RECORDS).default(0),
  }),
  output: z.object({
    prices: z.array(priceRow),
    next_offset: z.number().int().nullable(),
    url: z.string(),
    cut: cutOutput,
  }),
  operations: ["cost.query"],
  run: async ({ model, limit, offset, ...input }, reader) => {
    const { service, projectId, slug, pageUrl } = await reader.open(input.workspace);
    const body = { project_id: projectId, limit: MAX_RECORDS };
    const { results } = await service.call("cost.query", { body });
    const part = model?.toLowerCase() ?? "";
    // Services differ in how they compare names, so records are filtered and sorted here.
    const matching = results
      .filter(({ llm_id }) => (llm_id ?? "").toLowerCase().includes(part))
      .sort(
        (left, right) =>
          (left.llm_id ?? "").localeCompare(right.llm_id ?? "") ||
          (parseTime(right.effective_date) ?? 0) - (parseTime(left.effective_date) ?? 0),
      );
    const { rows } = fitRows(matching.slice(offset, offset + limit).map(rowOf));
    const next = offset + rows.length;
    const nextOffset = next < matching.length ? next : null;
    const cut = [
      ...(nextOffset === null ? [] : [`${matching.length - next} more prices: pass offset ${next}, or model.`]),
      ...(results.length === MAX_RECORDS ? [`Only the first ${MAX_RECORDS} records were read.`] : []),
    ];
    const url = pageUrl(`/${slug}/costs`);
    const columns = [{ name: "model" }, { name: "input /1M", isNumber: true }, { name: "output /1M", isNumber: true }];
    const cells = rows.map((row) => [
      row.model,
      costText(row.prompt_per_million, row.currency),
      costText(row.completion_per_million, row.currency),
      row.effective_from ?? "",
    ]);
    const table = textTable([...columns, { name: "from" }], cells);
    const text = (rows.length === 0 ? "No prices match." : table) + footText(cut, url);
    return { text, data: { prices: [...rows], next_offset: nextOffset, url, cut } };
  },
});
