import type { CallCondition } from "@/service/store/calls/call-filter";
import { callsWhereClause } from "@/service/store/calls/call-keys";
import { STORED_CALLS_SQL } from "@/service/store/calls/visible-calls";
import type { Query } from "@/service/store/engine/store";
import type { PriceBoundaries } from "@/service/store/prices/default-price";
import {
  BUCKET_START_SQL,
  CALL_SUMS_SQL,
  type CallSums,
  type FiguresGroup,
  type FiguresRange,
  type FiguresRequest,
  type Micros,
  rangeCondition,
  SUMMED_COLUMNS_SQL,
} from "./figures-query";

/**
 * SQL that counts each token once. SDKs add a call's usage to that of every call above it, OpenTelemetry spans carry
 * their own, and some frameworks report a total on an agent and its parts on calls below it. So a call's usage of a
 * model does not count where a selected call below it, at any depth, has usage of the same model: tokens count at the
 * deepest call.
 *
 * Only selected calls take tokens from those above them, so that a selection of roots shows their totals where they
 * have them. A time range does not select: a call that starts within an hour after its end still takes its tokens, so
 * that the figures of adjoining ranges add up.
 */

/** Maximum depth of a tree; it also ends the walk when parents form a cycle. */
const MAX_TRACE_DEPTH = 64;

/** A group with its shown values, in their order. */
export interface SelectedGroup extends Pick<FiguresGroup, "key" | "hasBuckets"> {
  readonly values: readonly string[];
}

export interface UsageRequest extends FiguresRequest {
  /** The models to distinguish; all others share the number 0. */
  readonly models: readonly string[];
  readonly boundaries: PriceBoundaries;
}

/** Tokens of one model within a set of calls. */
export interface TokenSums {
  readonly requests: number;
  readonly prompt: number;
  readonly completion: number;
  readonly total: number;
  readonly cacheRead: number;
  readonly cacheCreation: number;
  /** The part of the prompt that is neither read from a cache nor written to one. */
  readonly uncached: number;
}

/** The tokens of one model that have one price: one start and one input length represent all of them. */
export interface TokensRow extends TokenSums {
  readonly kind: "tokens";
  /** From 1; 0 for models without a name in the request. */
  readonly modelAt: number;
  /** -1 for all calls. */
  readonly groupAt: number;
  /** Which of the group's values, from 1; 0 for values that are not shown. */
  readonly groupCell: number;
  readonly bucket: Micros | null;
  readonly sampleStart: Micros;
  readonly sampleInput: number;
  /** Calls with usage of the model. */
  readonly calls: number;
  readonly errors: number;
}

/** The calls of one model: a call counts under every model whose tokens count at it. */
export interface ModelNameRow extends CallSums {
  readonly kind: "model";
  readonly modelAt: number;
}

/** Cached tokens are part of the prompt, unless they exceed it. See `costOf` in prices.ts. */
const UNCACHED_SQL =
  "if(entry.cache_read + entry.cache_creation > entry.prompt, entry.prompt, entry.prompt - entry.cache_read - entry.cache_creation)";

const INPUT_OF_REQUEST_SQL = "entry.prompt / greatest(entry.requests, 1)";

/** One number for all tokens of a model between two price changes. */
function priceAt({ datesMs, secondsOfDay, inputTokens }: PriceBoundaries): string {
  const passed = (changes: readonly number[], name: string, condition: string) =>
    changes.length === 0 ? "0" : `arrayCount(change -> ${condition}, {${name}:Array(Float64)})`;
  const dates = passed(datesMs, "priceDates", "change <= toUnixTimestamp64Micro(call_rows.started_at)");
  const times = passed(secondsOfDay, "priceTimes", "change <= toUnixTimestamp(call_rows.started_at) % 86400");
  const lengths = passed(inputTokens, "priceLengths", `${INPUT_OF_REQUEST_SQL} > change`);
  return `toUInt64(${dates} * 1000000 + ${times} * 1000 + ${lengths})`;
}

const TOKEN_SUMS_SQL = `count() AS calls, countIf(state = 'error') AS errors`;

/**
 * Returns SQL for the tokens of all calls, of each bucket and of each shown value. Yields `TokensRow`s, and by model
 * also `ModelNameRow`s.
 */
export function usageQuery(
  request: UsageRequest,
  groups: readonly SelectedGroup[],
  options: { readonly byModel: boolean },
): Omit<Query, "signal"> {
  const { range, keyParams, boundaries, models } = request;
  const places = groups
    .map(({ key }, at) => `indexOf({shown${at}:Array(String)}, ${key.sql}) AS place${at}, `)
    .join("");
  const whichGroup = groups.map((_, at) => `grouping(place${at}) = 0, ${at}, `).join("");
  const whichPlace = groups.map((_, at) => `grouping(place${at}) = 0, place${at}, `).join("");
  const sets = [
    ...["(model, price)", "(model, price, start)"],
    ...groups.map((_, at) => `(model, price, place${at})`),
    ...groups.flatMap(({ hasBuckets: withBuckets }, at) => (withBuckets ? [`(model, price, place${at}, start)`] : [])),
    ...(options.byModel ? ["(model)"] : []),
  ];
  const entries = countedEntries(
    request,
    `${places}${BUCKET_START_SQL} AS start, ${priceAt(boundaries)} AS price,
    toUnixTimestamp64Micro(call_rows.started_at) AS micros, ${INPUT_OF_REQUEST_SQL} AS input, ${UNCACHED_SQL} AS uncachedPart,
    ${SUMMED_COLUMNS_SQL}`,
  );
  return {
    sql: `${entries.walk}
SELECT if(grouping(price) = 0, 'tokens', 'model') AS kind, model AS modelAt,
  toInt64(${groups.length > 0 ? `multiIf(${whichGroup}-1)` : "-1"}) AS groupAt,
  ${groups.length > 0 ? `multiIf(${whichPlace}0)` : "0"} AS groupCell, if(grouping(start) = 0, start, NULL) AS bucket,
  min(micros) AS sampleStart, min(input) AS sampleInput, ${options.byModel ? CALL_SUMS_SQL : TOKEN_SUMS_SQL},
  sum(entry.requests) AS requests, sum(entry.prompt) AS prompt, sum(entry.completion) AS completion,
  sum(entry.total) AS total, sum(entry.cache_read) AS cacheRead, sum(entry.cache_creation) AS cacheCreation,
  sum(uncachedPart) AS uncached
FROM (${entries.sql})
GROUP BY GROUPING SETS (${sets.join(", ")})`,
    params: {
      ...entries.params,
      ...keyParams,
      ...Object.fromEntries(groups.map(({ values }, at) => [`shown${at}`, values])),
      models,
      modelsAt: models.map((_, at) => at + 1),
      buckets: range.buckets,
      priceDates: boundaries.datesMs.map((ms) => Math.round(ms * 1000)),
      priceTimes: boundaries.secondsOfDay,
      priceLengths: boundaries.inputTokens,
    },
  };
}

/**
 * Maximum number of model names, more than real projects use: a client that invents names must not cause a response of
 * millions of rows.
 */
const MAX_MODELS = 1000;

/** Returns the names of models that the calls of a project used in a range, for any selection. */
export function modelNamesQuery(projectId: string, range: FiguresRange): Omit<Query, "signal"> {
  const condition = rangeCondition(range);
  return {
    sql: `SELECT DISTINCT arrayJoin(usage.model) AS model FROM call_rows
WHERE ${STORED_CALLS_SQL} AND ${condition.sql}
LIMIT ${MAX_MODELS}`,
    params: { projectId, ...condition.params },
  };
}

/** A row for each call and each model whose tokens count at it, in `entry`. */
function countedEntries({ projectId, conditions, range }: UsageRequest, columns: string) {
  const inRange = rangeCondition(range);
  const where = callsWhereClause(projectId, [...conditions, inRange]);
  const walk = usageOfAncestors(projectId, conditions, widened(inRange));
  return {
    walk: walk.sql,
    sql: `SELECT entry, transform(entry.model, {models:Array(String)}, {modelsAt:Array(UInt16)}, 0) AS model, ${columns}
  FROM call_rows ARRAY JOIN usage AS entry
  WHERE ${where.sql} AND (sipHash64(call_rows.id), sipHash64(entry.model)) NOT IN (SELECT node, model FROM above)`,
    params: { ...walk.params, ...where.params },
  };
}

/**
 * A common table of the calls above each call with usage: `above (node, model)`, as hashes, which take three quarters
 * of the time of texts.
 */
function usageOfAncestors(projectId: string, conditions: readonly CallCondition[], range: CallCondition) {
  const carriers = callsWhereClause(projectId, [...conditions, range]);
  const starts = callsWhereClause(projectId, [range]);
  return {
    sql: `WITH RECURSIVE above AS (
  SELECT DISTINCT sipHash64(parent_id) AS node, sipHash64(entry.model) AS model, 1 AS depth
  FROM call_rows ARRAY JOIN usage AS entry
  WHERE ${carriers.sql} AND parent_id != ''
  UNION ALL
  SELECT DISTINCT links.parent AS node, above.model AS model, above.depth + 1 AS depth
  FROM (SELECT sipHash64(call_rows.id) AS child, sipHash64(parent_id) AS parent FROM call_rows WHERE ${starts.sql} AND parent_id != '') AS links
  INNER JOIN above ON links.child = above.node
  WHERE above.depth < ${MAX_TRACE_DEPTH}
)`,
    params: { ...starts.params, ...carriers.params },
  };
}

/** Includes calls that start within an hour after the end of the range. */
function widened(range: CallCondition): CallCondition {
  return { ...range, sql: range.sql.replace("< {before:DateTime64(6, 'UTC')}", "$& + INTERVAL 1 HOUR") };
}
