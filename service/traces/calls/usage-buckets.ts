import type { CallsMetricsResult, UsageMetricName } from "@/lib/api/contract/calls/call-metrics";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { HandlerContext } from "@/service/traces/handlers/handler";
import { engineTimeOf, toWireTime } from "@/service/traces/store/engine/timestamps";
import type { FiguresRequest, Micros } from "@/service/traces/store/figures/figures-query";
import { type Detail, usageDetails } from "@/service/traces/store/figures/metric-details";
import type { TokenSums } from "@/service/traces/store/figures/stats-query";
import type { TokenCost } from "@/service/traces/store/figures/usage-costs";
import type { CallFiguresReader, PricedRow } from "./call-figures";
import { type MetricColumn, valueOfNothing } from "./metric-columns";
import { MetricDetails } from "./metric-values";
import { sumOf } from "./stats-rows";

export interface MetricSelection extends Omit<FiguresRequest, "keyParams"> {
  readonly context: Pick<HandlerContext, "store" | "signal">;
}

type Column = MetricColumn<UsageMetricName>;
type TokenMetric = Exclude<UsageMetricName, CostMetric>;
type CostMetric = "input_cost" | "output_cost" | "total_cost";
type UsageBucket = CallsMetricsResult["usage_buckets"][number];

/** A response of some megabytes. */
const MAX_ROWS = 100_000;

const TOKENS = {
  input_tokens: { sums: "prompt", details: "prompt" },
  output_tokens: { sums: "completion", details: "completion" },
  total_tokens: { sums: "total", details: "total" },
  cache_read_input_tokens: { sums: "cacheRead", details: "cache_read" },
  cache_creation_input_tokens: { sums: "cacheCreation", details: "cache_creation" },
} as const satisfies Record<TokenMetric, { sums: keyof TokenSums; details: Detail["of"] }>;

const COSTS: Readonly<Record<CostMetric, (cost: TokenCost) => number>> = {
  // Cached tokens have prices of their own, and are only in the total.
  input_cost: ({ uncachedUsd }) => uncachedUsd,
  output_cost: ({ completionUsd }) => completionUsd,
  total_cost: ({ promptUsd, completionUsd }) => promptUsd + completionUsd,
};

const isCost = (metric: UsageMetricName): metric is CostMetric => metric in COSTS;

/** @throws InvalidRequestError for a cost that is not only summed: prices are applied to sums of tokens */
export function checkCosts(columns: readonly Column[]): void {
  const other = columns.find(({ metric, by }) => isCost(metric) && by !== "sum");
  if (other) throw new InvalidRequestError(`usage_metrics: ${other.metric} can only be summed, not ${other.member}`);
}

/** Returns every bucket of each model with the requested values of its tokens, which all count once. */
export async function usageBuckets(
  selection: MetricSelection,
  figures: CallFiguresReader,
  columns: readonly Column[],
): Promise<UsageBucket[]> {
  const read = columns.filter((column) => !isCost(column.metric) && !isSummed(column));
  const details = await MetricDetails.read(selection.context, read, () => {
    return usageDetails(selection, read.flatMap(detailOf));
  });
  const cells = new Map<string, PricedRow[]>();
  for (const row of figures.pricedTokens()) {
    const key = keyOf(row.bucket, row.model);
    cells.set(key, [...(cells.get(key) ?? []), row]);
  }
  const models = [...new Set([...cells.values()].flatMap(([row]) => row?.model ?? []))].sort();
  const { buckets } = selection.range;
  if (buckets.length * models.length > MAX_ROWS) {
    throw new InvalidRequestError(
      `${buckets.length} buckets of ${models.length} models are more than ${MAX_ROWS} rows; raise granularity or narrow the range`,
    );
  }
  const valueAt = (column: Column, bucket: Micros, model: string): number | null => {
    const rows = cells.get(keyOf(bucket, model));
    if (rows === undefined) return valueOfNothing(column);
    return summedValue(column, rows) ?? details.valueOf(column, bucket, model) ?? null;
  };
  return buckets.flatMap((bucket) =>
    models.map((model) => ({
      timestamp: toWireTime(engineTimeOf(bucket)),
      model,
      count: sumOf(cells.get(keyOf(bucket, model)) ?? [], "calls"),
      ...Object.fromEntries(columns.map((column) => [column.member, valueAt(column, bucket, model)])),
    })),
  );
}

const keyOf = (bucket: Micros, model: string): string => `${bucket} ${model}`;

const isSummed = ({ by }: Column): boolean => by === "sum" || by === "avg" || by === "count";

function detailOf({ metric, by }: Column): Detail[] {
  if (isCost(metric)) return [];
  const of = TOKENS[metric].details;
  return [typeof by === "number" ? { of, percentile: by } : { of, aggregation: by }];
}

/** Returns undefined for a value that sums do not contain, and null for the cost of tokens without a price. */
function summedValue({ metric, by }: Column, rows: readonly PricedRow[]): number | null | undefined {
  if (isCost(metric)) {
    const known = rows.flatMap(({ cost }) => (cost === null ? [] : COSTS[metric](cost)));
    return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0);
  }
  const sum = sumOf(rows, TOKENS[metric].sums);
  const count = sumOf(rows, "calls");
  if (by === "sum") return sum;
  if (by === "avg") return sum / count;
  return by === "count" ? count : undefined;
}
