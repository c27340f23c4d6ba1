import type { Call } from "@/lib/api/contract/calls/calls";
import { parseTime } from "@/lib/format/time";
import { countedUsage, type UsageNode } from "@/lib/usage/counted-usage";
import { callUsage, type UsageTotal, usageReport, usageTotal } from "./call-facts";

/** Returns tokens and cost of a whole trace, or of the calls of a turn; each token counts once. */
export function traceUsage(calls: readonly Call[]): UsageTotal {
  const usages = calls.map(callUsage);
  const rows = new Map(calls.map(({ id }, row) => [id, row]));
  const nodes = calls.map((call, row) => usageNode(call, usages[row] ?? []));
  const { isCounted } = countedUsage(nodes, (row) => rows.get(calls[row]?.parent_id ?? "") ?? -1);
  return usageTotal(usages.flatMap((usage, row) => usage.filter(({ model }) => isCounted(row, model))));
}

/** Returns what decides whether the tokens of a call count. */
export function usageNode(call: Call, usage: ReturnType<typeof callUsage>): UsageNode {
  const start = parseTime(call.started_at) ?? Number.NaN;
  return {
    id: call.id,
    report: usageReport(call),
    models: usage.filter(hasTokens).map(({ model }) => model),
    total: usage.reduce((sum, entry) => sum + (entry.tokensIn ?? 0) + (entry.tokensOut ?? 0), 0),
    start,
    end: parseTime(call.ended_at) ?? start,
  };
}

/** An entry without tokens takes none from calls above. */
export const hasTokens = ({ tokensIn, tokensOut }: Pick<UsageTotal, "tokensIn" | "tokensOut">): boolean =>
  (tokensIn ?? 0) + (tokensOut ?? 0) > 0;
