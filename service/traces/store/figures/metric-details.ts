import type { MetricAggregation } from "@/lib/api/contract/calls/call-metrics";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Query } from "@/service/traces/store/engine/store";
import { HAS_LATENCY_SQL, JOINED_TOKENS_SQL, TOKENS } from "./call-cells";
import { bucketStart, type FiguresRequest, type Micros, rangeCondition } from "./figures-query";
import { usageOfAncestors } from "./usage-ancestors";
import { keyOfEntry, nodesWithKeys } from "./usage-keys";

/** A value of each bucket that sums of calls do not contain. */
export type Detail =
  | { readonly of: DetailValue; readonly aggregation: MetricAggregation }
  /** Between 0 and 100. */
  | { readonly of: DetailValue; readonly percentile: number };

/** The latency of a call, or tokens of its usage of one model. */
type DetailValue = "latency" | keyof typeof TOKENS;

export interface DetailRow {
  readonly bucket: Micros;
  /** Empty where the details are of calls. */
  readonly model: string;
  /** In the order of the request. */
  readonly found: readonly (number | null)[];
}

type Request = Omit<FiguresRequest, "keyParams">;

/** Returns SQL for latencies of finished calls. Yields `DetailRow`s. */
export function latencyDetails({ projectId, conditions, range }: Request, details: readonly Detail[]): Query {
  const where = callsWhereClause(projectId, [...conditions, rangeCondition(range)]);
  const start = bucketStart(range);
  const found = aggregatesSql(details);
  return {
    sql: `SELECT start AS bucket, '' AS model, ${found.sql} AS found
FROM (SELECT ${start.sql} AS start, assumeNotNull(latency_ms) AS latency FROM call_rows
  WHERE ${where.sql} AND ${HAS_LATENCY_SQL})
GROUP BY start`,
    params: { ...where.params, ...start.params, ...found.params },
  };
}

/** Returns SQL for tokens of calls by model, each token once. Yields `DetailRow`s. */
export function usageDetails(request: Request, details: readonly Detail[]): Query {
  const { projectId, conditions, range } = request;
  const where = callsWhereClause(projectId, [...conditions, rangeCondition(range)]);
  const start = bucketStart(range);
  const walk = usageOfAncestors(request, "all");
  const found = aggregatesSql(details);
  return {
    sql: `${walk.sql}
SELECT start AS bucket, model, ${found.sql} AS found
FROM (
  SELECT ${start.sql} AS start, name AS model, ${Object.values(TOKENS).join(", ")}
  FROM call_rows ARRAY JOIN model_tokens.model AS name, model_tokens.family AS family, ${JOINED_TOKENS_SQL}
  WHERE ${where.sql} AND (cityHash64(call_rows.id), ${keyOfEntry("name", "family")}) NOT IN (${nodesWithKeys("node", "above")})
)
GROUP BY start, model`,
    params: { ...walk.params, ...where.params, ...start.params, ...found.params },
  };
}

const AGGREGATE_SQL: Readonly<Record<MetricAggregation, (value: string) => string>> = {
  sum: (value) => `sum(${value})`,
  avg: (value) => `avg(${value})`,
  min: (value) => `min(${value})`,
  max: (value) => `max(${value})`,
  count: () => "count()",
  count_true: (value) => `countIf(${value} = 1)`,
  count_false: (value) => `countIf(${value} = 0)`,
};

function aggregatesSql(details: readonly Detail[]): Pick<Query, "sql"> & { readonly params: Query["params"] } {
  const params = new SqlParams("level_");
  const found = details.map((detail) => {
    const value = detail.of === "latency" ? "latency" : TOKENS[detail.of];
    if ("aggregation" in detail) return AGGREGATE_SQL[detail.aggregation](value);
    return `quantileExactInclusive(${params.bind(detail.percentile / 100, "Float64")})(${value})`;
  });
  return { sql: `[${found.map((sql) => `toFloat64(${sql})`).join(", ")}]`, params: params.values() };
}
