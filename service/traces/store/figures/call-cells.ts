import { byMedia } from "@/lib/usage/media-tokens";
import type { UsageTokens } from "@/lib/usage/usage-tokens";
import { QUANTILE_LEVELS_SQL, ROLLED_QUANTILES } from "@/service/traces/store/schema/schema-rollups";

/**
 * The columns of a cell: a set of calls with the same key, bucket, kind, form, model and price. Cells come from calls,
 * or from rollups, which are cells of spans of time.
 */

/** Whether a row of a cell stands for a call, for its usage of a model, for both, or for nothing. */
export const FORM = { call: 0, both: 1, usage: 2, nothing: 3 } as const;

/** The statuses of calls as numbers. */
export const STATUSES = ["success", "error", "descendant_error", "running"] as const;

/** False without an end, and for an end before the start, which says nothing about how long the call took. */
export const HAS_LATENCY_SQL = "ifNull(latency_ms >= 0, 0)";

/**
 * The kind of a call as one number: its status, then a bit for roots, then one for calls without a latency.
 * @param isRoot SQL; rollups count calls without a parent, since others may cease to be the top of their trace
 */
export const kindSql = (isRoot: string): string =>
  `toUInt8(transform(status, ['error', 'descendant_error', 'running'], [1, 2, 3], 0)
      + 4 * (${isRoot}) + 8 * NOT ${HAS_LATENCY_SQL})`;

export const ROLLED_KIND_SQL = kindSql("empty(parent_id)");

/** Cached tokens are part of the prompt. */
export const UNCACHED_SQL = "prompt - cacheRead - cacheCreation";

export const INPUT_OF_REQUEST_SQL = "prompt / greatest(requests, 1)";

/** The members of `model_tokens`, as cells name them. */
export const TOKENS = {
  requests: "requests",
  prompt: "prompt",
  completion: "completion",
  total: "total",
  cache_read: "cacheRead",
  cache_creation: "cacheCreation",
  cache_hour: "cacheHour",
  ...byMedia("column", ({ kind }) => kind),
} as const satisfies Readonly<Record<string, keyof UsageTokens>>;
export const TOKEN_NAMES = [...Object.values(TOKENS), "uncached"] as const;

/** The members of `model_tokens`, joined one by one: joining the tuples takes three times as long. */
export const JOINED_TOKENS_SQL = Object.entries(TOKENS)
  .map(([member, name]) => `model_tokens.${member} AS ${name}`)
  .join(", ");

/** The sizes of a call's members, as cells name them. */
export const BYTES = {
  inputs: "inputBytes",
  output: "outputBytes",
  attributes: "attributeBytes",
  summary: "summaryBytes",
} as const;

/** Rounded latencies differ from the exact ones by half of this part at most; below 128 ms they are exact. */
const LATENCY_STEPS = 64;

/** The greatest error of a quantile of rounded latencies, relative to it. */
export const ROLLED_QUANTILE_ERROR = 0.01;

/** The latency in the middle of its step. The number of steps is small, and grows with the logarithm of the latency. */
function roundedLatency(latency: string): string {
  const width = `toInt64(exp2(greatest(0, floor(log2(greatest(abs(${latency}), 1))) - ${Math.log2(LATENCY_STEPS)})))`;
  return `intDiv(${latency}, ${width}) * ${width} + sign(${latency}) * intDiv(${width}, 2)`;
}

/** The aggregate that a cell keeps latencies with. */
export interface QuantileSql {
  readonly name: string;
  /** The state of the latencies of calls, or of those that meet a condition. */
  readonly state: (latency: string, condition?: string) => string;
}

const stateSql =
  (name: string, argumentsOf: (latency: string) => string): QuantileSql["state"] =>
  (latency, condition) =>
    condition === undefined
      ? `${name}State${QUANTILE_LEVELS_SQL}(${argumentsOf(latency)})`
      : `${name}StateIf${QUANTILE_LEVELS_SQL}(${argumentsOf(latency)}, ${condition})`;

export const EXACT_QUANTILES: QuantileSql = {
  name: "quantilesExactInclusive",
  state: stateSql("quantilesExactInclusive", (latency) => latency),
};

/** The same interpolation, of rounded latencies. */
export const ROUNDED_QUANTILES: QuantileSql = {
  name: ROLLED_QUANTILES,
  state: stateSql(ROLLED_QUANTILES, (latency) => `toInt64(${roundedLatency(latency)}), toUInt8(1)`),
};
