import { saveCsv } from "@/lib/chart/export-chart";
import type { Workspace } from "@/lib/workspace/workspace";
import { splitProject } from "@/lib/workspace/workspace";
import type { PriceListRow } from "./costs-columns";

/** Saves the records of the list as CSV, with prices per token as they are stored. */
export function exportRecords(workspace: Workspace, rows: readonly PriceListRow[]): void {
  const head = [
    "id",
    "llm_id",
    "provider_id",
    "prompt_token_cost",
    "completion_token_cost",
    "prompt_token_cost_unit",
    "completion_token_cost_unit",
    "effective_date",
    "standing",
  ];
  const lines = rows.map(({ record, standing }) => [
    record.id,
    record.model,
    record.provider,
    record.promptCost,
    record.completionCost,
    record.promptUnit,
    record.completionUnit,
    record.effectiveMs === null ? null : new Date(record.effectiveMs).toISOString(),
    standing,
  ]);
  saveCsv({ head, rows: lines }, `prices-${splitProject(workspace.projectId).project}`);
}
