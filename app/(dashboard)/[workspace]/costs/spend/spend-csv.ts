import type { ChartTable } from "@/lib/chart/chart-table";
import type { SpendRow } from "./prepare-spend";

/** Returns the spend rows with all digits, for export. */
export function spendCsv(rows: readonly SpendRow[], label: string): ChartTable {
  return {
    head: [
      label.toLowerCase(),
      "calls",
      "requests",
      "tokens in",
      "tokens cached",
      "tokens out",
      "prompt USD",
      "completion USD",
      "cost USD",
      "tokens without a price",
    ],
    rows: rows.map((row) => [
      row.label,
      row.callCount,
      row.requests,
      row.tokensIn,
      row.tokensCached,
      row.tokensOut,
      row.promptUsd,
      row.completionUsd,
      row.costUsd,
      row.unpricedTokens,
    ]),
  };
}
