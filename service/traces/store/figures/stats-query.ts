import type { UsageTokens } from "@/lib/usage/usage-tokens";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import { IS_FIRST_SQL } from "@/service/traces/store/calls/visible-calls";
import type { Query, Store } from "@/service/traces/store/engine/store";
import { microsOf } from "@/service/traces/store/engine/timestamps";
import type { PriceBoundaries } from "@/service/traces/store/prices/default-price";
import { QUANTILE_LEVELS_SQL } from "@/service/traces/store/schema/schema-rollups";
import {
  BYTES,
  EXACT_QUANTILES,
  FORM,
  INPUT_OF_REQUEST_SQL,
  JOINED_TOKENS_SQL,
  kindSql,
  type QuantileSql,
  ROLLED_KIND_SQL,
  ROUNDED_QUANTILES,
  TOKEN_NAMES,
  TOKENS,
  UNCACHED_SQL,
} from "./call-cells";
import type { CallKeyText } from "./call-groups";
import {
  bucketStart,
  type FiguresRange,
  type FiguresRequest,
  type Micros,
  rangeCondition,
  START_MICROS_SQL,
} from "./figures-query";
import { type RolledReading, rolledCells, rolledTops, unrolledConditions } from "./rolled-cells";
import { usageOfUnrolledAncestors } from "./rolled-nesting";
import { MODEL_HASHES_SQL, type Reporters, usageOfAncestors } from "./usage-ancestors";
import { keyOfEntry, nodesWithKeys } from "./usage-keys";

/**
 * SQL that reads each call once, whatever is asked of it. The rows are combined into cells, one for each bucket, value
 * of the key, model, price and kind of call; everything else is computed from the cells. See
 * docs/adr/0010-figures-in-one-pass.md.
 */

/** How the calls of a request are split in one reading. */
export interface StatsSplit {
  /** Null for no groups by a key. */
  readonly key: CallKeyText | null;
  /** Maximum number of values; those with the fewest calls have the rank 0. */
  readonly limit: number;
  /** The same where values are split by bucket; 0 for no such rows. */
  readonly bucketLimit: number;
  /** With the rows of all calls together and of each bucket. */
  readonly hasTotals: boolean;
  /** With the calls of each model. */
  readonly hasModels: boolean;
}

export interface UsageReading {
  readonly boundaries: PriceBoundaries;
  /** Whether tokens may be repeated at the calls above those that used them. */
  readonly isNested: boolean;
  /** Where calls are read: those that may report one request. */
  readonly reporters: Reporters;
  /** The models to distinguish, as in `MODEL_HASHES_SQL`; null for all. The others share the hash 0. */
  readonly modelHashes: readonly string[] | null;
  /** Set where rollups are read, and calls only for what they do not contain. */
  readonly rolled?: RolledReading;
}

/** The sets of rows in the result. Each combines the cells that agree in what it is split by. */
const SPLIT_BY = { key: 1, bucket: 2, model: 4, price: 8 } as const;

/** The figures of a set of calls, without tokens. */
export interface CallSums {
  readonly calls: number;
  readonly roots: number;
  readonly errors: number;
  readonly descendantErrors: number;
  readonly running: number;
  readonly finished: number;
  /** Milliseconds: p50, p90, p99. They are meaningless for several values combined, and for a bucket of a value. */
  readonly quantiles: readonly number[];
  readonly latencySum: number;
  readonly latencyMax: number | null;
  readonly inputBytes: number;
  readonly outputBytes: number;
  readonly attributeBytes: number;
  readonly summaryBytes: number;
}

/** Tokens of one model within a set of calls. */
export interface TokenSums extends UsageTokens {
  /** The part of the prompt that is neither read from a cache nor written to one, with its audio. */
  readonly uncached: number;
}

/** One set of calls, or with a price one set of their usage. A call counts under every model whose tokens count at it. */
export interface StatsRow extends CallSums, TokenSums {
  /** A sum of {@link SPLIT_BY}. */
  readonly splitBy: number;
  /** The newest commit that the query saw. */
  readonly committed: number;
  /** The commit of the newest call in the rollups that were read; 0 without rollups. */
  readonly newest: number;
  readonly bucket: Micros;
  /** By calls, from 1; 0 for the values beyond the limit together, and for rows that are not split by value. */
  readonly rank: number;
  /** Empty where the rank is 0. */
  readonly value: string;
  readonly valueCount: number;
  /** The hash of a name. */
  readonly model: string;
  /** One number for all tokens of a model between two price changes; one start and one input represent them. */
  readonly price: number;
  readonly sampleStart: Micros;
  readonly sampleInput: number;
}

/** A row before values are ranked. */
export interface SetRow extends StatsRow {
  /** The hash of the value; 0 for rows that are not split by value. */
  readonly key: string;
}

export const isSplitBy = ({ splitBy }: StatsRow, by: keyof typeof SPLIT_BY): boolean => (splitBy & SPLIT_BY[by]) !== 0;

function setsOf({ key, bucketLimit, hasTotals, hasModels }: StatsSplit): number[] {
  const { key: KEY, bucket: BUCKET, model: MODEL, price: PRICE } = SPLIT_BY;
  const tokens = MODEL + PRICE;
  return [
    ...(hasTotals ? [0, BUCKET, tokens, tokens + BUCKET] : []),
    ...(hasModels ? [MODEL] : []),
    ...(key === null ? [] : [KEY, KEY + tokens]),
    ...(bucketLimit > 0 ? [KEY + BUCKET, KEY + BUCKET + tokens] : []),
  ];
}

/** One number for all tokens of a model between two price changes. */
function priceAt({ datesMs, secondsOfDay, inputTokens }: PriceBoundaries): string {
  const passed = (changes: readonly number[], name: string, condition: string) =>
    changes.length === 0 ? "0" : `arrayCount(change -> ${condition}, {${name}:Array(Float64)})`;
  const dates = passed(datesMs, "priceDates", `change <= ${START_MICROS_SQL}`);
  const times = passed(secondsOfDay, "priceTimes", "change <= toUnixTimestamp(call_rows.started_at) % 86400");
  const lengths = passed(inputTokens, "priceLengths", `${INPUT_OF_REQUEST_SQL} > change`);
  return `toUInt32(${dates} * 1000000 + ${times} * 1000 + ${lengths})`;
}

/** Omits the dates that do not divide the calls of a range. */
function boundariesWithin({ after, before }: FiguresRange, boundaries: PriceBoundaries): PriceBoundaries {
  const [first, end] = [after, before].map((time) => (time === null ? null : Number(microsOf(time)) / 1000));
  const datesMs = boundaries.datesMs.filter((ms) => (first ?? -Infinity) < ms && ms < (end ?? Infinity));
  return { ...boundaries, datesMs };
}

/** The members of a `StatsRow` that are sums of columns. Cells keep them as one array: each column costs a level time. */
const SUMMED: readonly SumName[] = [...Object.values(BYTES), ...TOKEN_NAMES];

type SumName = (typeof BYTES)[keyof typeof BYTES] | keyof TokenSums;

/** The sums that depend on the kinds of calls. */
const COUNTED = ["calls", "roots", "errors", "descendantErrors", "running", "finished", "latencySum"];

/** A row for each call, and one more for each further model that it used. Names are hashes. */
function rowsSql(split: StatsSplit, usage: UsageReading, request: FiguresRequest, where: string): string {
  const form = usage.isNested
    ? `multiIf(entryAt = 0, ${FORM.call},
        (cityHash64(call_rows.id), ${keyOfEntry("model", "family")}) NOT IN (${nodesWithKeys("node", "above")}), least(entryAt, ${FORM.usage}),
        entryAt = 1, ${FORM.call}, ${FORM.nothing})`
    : `least(entryAt, ${FORM.usage})`;
  const { key } = split;
  const keyed = key === null ? "" : `toUInt64(sipHash64(${key.sql})) AS keyHash, ${key.sql} AS keyText, `;
  const start = hasBuckets(split) ? bucketStart(request.range).sql : "toInt64(0)";
  const model = usage.modelHashes === null ? "modelHash" : "if(modelHash IN {models:Array(UInt64)}, modelHash, 0)";
  const { datesMs, secondsOfDay, inputTokens } = usage.boundaries;
  const hasTimes = datesMs.length + secondsOfDay.length > 0;
  return `SELECT ${keyed}${start} AS start, ${kindSql(IS_FIRST_SQL)} AS kind, toUInt8(${form}) AS form,
    ${model} AS modelKey, ${priceAt(usage.boundaries)} AS price, assumeNotNull(latency_ms) AS latency,
    ${Object.entries(BYTES)
      .map(([member, name]) => `${member}_size AS ${name}`)
      .join(", ")},
    ${Object.values(TOKENS).join(", ")}, ${UNCACHED_SQL} AS uncached,
    ${hasTimes ? START_MICROS_SQL : "{rangeStart:Int64}"} AS micros,
    ${inputTokens.length > 0 ? INPUT_OF_REQUEST_SQL : "0"} AS input
  FROM call_rows LEFT ARRAY JOIN ${MODEL_HASHES_SQL} AS modelHash, arrayEnumerate(model_tokens.model) AS entryAt,
    ${usage.isNested ? "model_tokens.model AS model, model_tokens.family AS family, " : ""}${JOINED_TOKENS_SQL}
  WHERE ${where}`;
}

const hasBuckets = ({ hasTotals, bucketLimit }: StatsSplit): boolean => hasTotals || bucketLimit > 0;

const keysOf = ({ key }: StatsSplit): string => `${key === null ? "" : "keyHash, "}start, kind, form, modelKey, price`;

/** The only level that sees each call. Sums of cells are exact, and so are quantiles, unless latencies are rounded. */
function cellsSql(split: StatsSplit, rows: string, quantiles: QuantileSql): string {
  // Tokens are such numbers already, and each conversion costs the analysis of the query time.
  const bytes = Object.values(BYTES).map((name) => `toFloat64(sum(calls.${name}))`);
  const sums = [...bytes, ...TOKEN_NAMES.map((name) => `sum(calls.${name})`)].join(", ");
  return `SELECT ${split.key === null ? "" : "keyHash, toString(any(calls.keyText)) AS keyText, "}start, kind, form, modelKey, price,
    count() AS calls, sum(calls.latency) AS latencySum, max(calls.latency) AS latencyMax,
    ${quantiles.state("calls.latency")} AS latencies, [${sums}] AS sums, min(calls.micros) AS sampleStart,
    toFloat64(min(calls.input)) AS sampleInput, toUInt64(0) AS newest
  FROM (${rows}) AS calls
  GROUP BY ${keysOf(split)}`;
}

/**
 * Cells that turn calls of rollups into roots, since rollups count those without a parent: for each top of a trace whose
 * root has not come, one call of the kind with the bit for roots, and one less of the kind without it.
 */
function topCells(split: StatsSplit, request: FiguresRequest, where: string): string {
  const { key } = split;
  const start = hasBuckets(split) ? bucketStart(request.range).sql : "toInt64(0)";
  return `SELECT ${key === null ? "" : `toUInt64(sipHash64(${key.sql})) AS keyHash, toString(any(${key.sql})) AS keyText, `}${start} AS start,
    toUInt8(${ROLLED_KIND_SQL} + 4 * isRoot) AS kind, toUInt8(${FORM.call}) AS form, toUInt64(0) AS modelKey, toUInt32(0) AS price,
    toUInt64(sum(isRoot ? 1 : -1)) AS calls, toInt64(0) AS latencySum, toInt64(0) AS latencyMax,
    ${ROUNDED_QUANTILES.state("assumeNotNull(latency_ms)", "0")} AS latencies, arrayWithConstant(${SUMMED.length}, toFloat64(0)) AS sums,
    toInt64(0) AS sampleStart, toFloat64(0) AS sampleInput, toUInt64(0) AS newest
  FROM call_rows ARRAY JOIN [0, 1] AS isRoot
  WHERE ${where}
  GROUP BY ${keysOf(split)}`;
}

/** Cells of rollups and of the calls that they do not contain. */
function joinedCells(split: StatsSplit, sources: readonly string[], { name }: QuantileSql): string {
  return `SELECT ${keysOf(split)}, ${split.key === null ? "" : "any(parts.keyText) AS keyText, "}sum(parts.calls) AS calls,
    sum(parts.latencySum) AS latencySum, sumForEach(parts.sums) AS sums,
    max(parts.latencyMax) AS latencyMax, ${name}MergeState${QUANTILE_LEVELS_SQL}(parts.latencies) AS latencies,
    min(parts.sampleStart) AS sampleStart, min(parts.sampleInput) AS sampleInput, max(parts.newest) AS newest
  FROM (${sources.join("\n  UNION ALL ")}) AS parts
  GROUP BY ${keysOf(split)}`;
}

/** Combines the cells once for each set. Only calls, values and models have quantiles: buckets of values show none. */
function setsSql(split: StatsSplit, cells: string, { name: quantiles }: QuantileSql): string {
  const { key, bucket, model, price } = SPLIT_BY;
  const has = (bit: number) => `bitAnd(splitBy, ${bit}) != 0`;
  const isFinished = "bitAnd(kind, 8) = 0";
  const keyed =
    split.key === null
      ? "0 AS keyOf, '' AS found"
      : `if(${has(key)}, keyHash, 0) AS keyOf, if(${has(key)}, any(cells.keyText), '') AS found`;
  return `SELECT splitBy, ${keyed}, if(${has(bucket)}, start, 0) AS startOf,
    if(${has(model)}, modelKey, 0) AS modelOf, if(${has(price)}, price, 0) AS priceOf,
    sum(cells.calls) AS calls, sumIf(cells.calls, bitAnd(kind, 4) != 0) AS roots, sumIf(cells.calls, bitAnd(kind, 3) = 1) AS errors,
    sumIf(cells.calls, bitAnd(kind, 3) = 2) AS descendantErrors, sumIf(cells.calls, bitAnd(kind, 3) = 3) AS running,
    sumIf(cells.calls, ${isFinished}) AS finished, sumIf(cells.latencySum, ${isFinished}) AS latencySum,
    maxIf(cells.latencyMax, ${isFinished}) AS latencyMax,
    ${quantiles}MergeIf${QUANTILE_LEVELS_SQL}(cells.latencies, ${isFinished} AND splitBy IN (0, ${bucket}, ${key}, ${model})) AS quantiles,
    sumForEach(cells.sums) AS sums, min(cells.sampleStart) AS sampleStart, min(cells.sampleInput) AS sampleInput,
    max(cells.newest) AS newest
  FROM (${cells}) AS cells ARRAY JOIN {sets:Array(UInt8)} AS splitBy
  WHERE if(${has(model)}, form IN (${FORM.both}, ${FORM.usage}), form IN (${FORM.call}, ${FORM.both}))
  GROUP BY splitBy, keyOf, startOf, modelOf, priceOf`;
}

/** Ranks the values by calls, and combines those beyond the limits. */
function rankedSql(sets: string): string {
  const { key, bucket } = SPLIT_BY;
  const isKeyed = `bitAnd(splitBy, ${key})`;
  return `SELECT splitBy, startOf, modelOf, priceOf, rank, if(rank = 0, '', any(found)) AS found,
    any(valueCount) AS valueCount, ${COUNTED.map((name) => `sum(ranked.${name}) AS ${name}`).join(", ")},
    sumForEach(ranked.sums) AS sums, max(ranked.latencyMax) AS latencyMax, any(ranked.quantiles) AS quantiles,
    min(ranked.sampleStart) AS sampleStart, min(ranked.sampleInput) AS sampleInput,
    max(ranked.newest) AS newest
  FROM (
    SELECT *, countIf(splitBy = ${key}) OVER () AS valueCount,
      dense_rank() OVER (PARTITION BY ${isKeyed} ORDER BY whole DESC, found, keyOf) AS place,
      if(${isKeyed} != 0 AND place <= if(bitAnd(splitBy, ${bucket}) = 0, {limit:UInt64}, {bucketLimit:UInt64}), place, 0) AS rank
    FROM (SELECT *, sumIf(calls, splitBy = ${key}) OVER (PARTITION BY ${isKeyed}, keyOf) AS whole FROM (${sets}))
  ) AS ranked
  GROUP BY splitBy, startOf, modelOf, priceOf, rank`;
}

/** Returns SQL of the cells of a range, and what their latencies are kept with. */
function cellsOf(
  split: StatsSplit,
  usage: UsageReading,
  request: FiguresRequest,
  where: string,
): [cells: string, quantiles: QuantileSql] {
  const { rolled, boundaries } = usage;
  if (rolled === undefined) {
    return [cellsSql(split, rowsSql(split, usage, request, where), EXACT_QUANTILES), EXACT_QUANTILES];
  }
  const calls = unrolledConditions(rolled).map((part) => rowsSql(split, usage, request, `${where}\n  AND ${part}`));
  const key = split.key === null ? null : split.key.sql;
  const rollups = rolledCells({
    ...{ key, boundaries, range: request.range, cover: rolled.cover, conditions: request.conditions },
    hasBuckets: hasBuckets(split),
  });
  const ofCalls = calls.length === 0 ? [] : [cellsSql(split, calls.join("\n  UNION ALL "), ROUNDED_QUANTILES)];
  const tops = rolled.hasTops ? [topCells(split, request, `${where}\n  AND ${rolledTops(rolled)}`)] : [];
  return [joinedCells(split, [...ofCalls, rollups, ...tops], ROUNDED_QUANTILES), ROUNDED_QUANTILES];
}

const ancestorsOf = (request: FiguresRequest, { rolled, reporters }: UsageReading) =>
  rolled === undefined ? usageOfAncestors(request, reporters) : usageOfUnrolledAncestors(request, rolled);

/** A row as the engine returns it: the sums are in one array, and their members are set afterwards. */
type SummedRow = { -readonly [Member in keyof SetRow]: SetRow[Member] } & { readonly sums: readonly number[] };

/** Reads the sets of a split; from rollups, whose values are ranked afterwards, with the hash of each value. */
export async function readStats(
  store: Store,
  request: FiguresRequest,
  { split, usage, signal }: { split: StatsSplit; usage: UsageReading; signal: AbortSignal | undefined },
): Promise<SetRow[]> {
  const query = statsQuery(request, split, usage);
  const rows = await store.read<SummedRow>({ ...query, ...(signal ? { signal } : {}) });
  // Named here: each member of an array that a query names costs its analysis time.
  for (const row of rows) for (const [at, name] of SUMMED.entries()) row[name] = row.sums[at] ?? 0;
  return rows;
}

/** Returns SQL that yields `SummedRow`s; with a key only from rollups. */
function statsQuery(request: FiguresRequest, split: StatsSplit, known: UsageReading): Omit<Query, "signal"> {
  const { projectId, conditions, range, keyParams } = request;
  const where = callsWhereClause(projectId, [...conditions, rangeCondition(range)]);
  const usage = { ...known, boundaries: boundariesWithin(range, known.boundaries) };
  const walk = usage.isNested ? ancestorsOf(request, usage) : null;
  const sets = setsSql(split, ...cellsOf(split, usage, request, where.sql));
  const isRanked = split.key !== null && usage.rolled === undefined;
  const names = [...COUNTED, "latencyMax", "quantiles", "sampleStart", "sampleInput", "newest"].join(", ");
  return {
    sql: `${walk?.sql ?? ""}
SELECT splitBy, ${usage.rolled === undefined ? "{committed:UInt64}" : "0"} AS committed, startOf AS bucket, ${isRanked ? "rank, valueCount" : "0 AS rank, 0 AS valueCount"},
  found AS value, ${usage.rolled === undefined ? "" : "toString(keyOf) AS key, "}toString(modelOf) AS model, priceOf AS price,
  ${names}, sums
FROM (${isRanked ? rankedSql(sets) : sets})
ORDER BY splitBy, rank, bucket`,
    params: {
      ...walk?.params,
      ...where.params,
      ...keyParams,
      ...bucketStart(range).params,
      sets: setsOf(split),
      rangeStart: range.after === null ? (range.buckets[0] ?? 0) : microsOf(range.after),
      ...(isRanked ? { limit: split.limit, bucketLimit: split.bucketLimit } : {}),
      ...(usage.modelHashes === null ? {} : { models: usage.modelHashes }),
      priceDates: usage.boundaries.datesMs.map((ms) => Math.round(ms * 1000)),
      priceTimes: usage.boundaries.secondsOfDay,
      priceLengths: usage.boundaries.inputTokens,
    },
  };
}
