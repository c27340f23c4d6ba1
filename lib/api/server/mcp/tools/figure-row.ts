import { z } from "zod";
import type { CallFigures } from "@/lib/api/contract/calls/call-stats";
import type { TextColumn } from "@/lib/api/server/mcp/answer/text-table";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";

/** Figures of a set of calls. */
export const figureRow = z.object({
  calls: z.number(),
  errors: z.number().describe("Calls that failed themselves."),
  p50_ms: z.number().nullable(),
  p90_ms: z.number().nullable(),
  tokens: z.number(),
  cost_usd: z.number().nullable().describe("Null when no token has a price in US dollars."),
});

export type FigureRow = z.infer<typeof figureRow>;

const whole = (value: number | undefined) => (value === undefined ? null : Math.round(value));

/** Ten digits are more than a price has, and shorter than a sum of fractions. */
const rounded = (value: number | null) => (value === null ? null : Number(value.toPrecision(10)));

export function figureRowOf(figures: CallFigures): FigureRow {
  return {
    calls: figures.call_count,
    errors: figures.error_count,
    p50_ms: whole(figures.latency_ms?.p50),
    p90_ms: whole(figures.latency_ms?.p90),
    tokens: figures.usage.total_tokens,
    cost_usd: rounded(figures.cost_usd),
  };
}

export const FIGURE_COLUMNS: readonly TextColumn[] = [
  { name: "calls", isNumber: true },
  { name: "errors", isNumber: true },
  { name: "error %", isNumber: true },
  { name: "p50", isNumber: true },
  { name: "p90", isNumber: true },
  { name: "tokens", isNumber: true },
  { name: "cost", isNumber: true },
];

export function shareText(errors: number, calls: number): string {
  return calls === 0 ? "" : `${((100 * errors) / calls).toFixed(1)}`;
}

export function figureCells(row: FigureRow): string[] {
  return [
    formatCount(row.calls),
    formatCount(row.errors),
    shareText(row.errors, row.calls),
    row.p50_ms === null ? "" : formatDuration(row.p50_ms),
    row.p90_ms === null ? "" : formatDuration(row.p90_ms),
    formatTokens(row.tokens),
    row.cost_usd === null ? "" : formatCallCost(row.cost_usd),
  ];
}
