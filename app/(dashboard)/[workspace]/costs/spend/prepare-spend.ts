import { type TracesScope, tracesHref } from "@/lib/address/traces-href";
import type { CallFigures, CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import type { RequestOf } from "@/lib/api/contract/operations";
import { compileSelection } from "@/lib/calls/calls-query";
import { readGrouping, termOf, valueLabel } from "@/lib/calls/grouping";
import { ofSource, type SourceChoice } from "@/lib/calls/source-choice";
import { resolveTimeRange, type TimeRange } from "@/lib/filter/time-range";
import { formatUtcDay, parseTime } from "@/lib/format/time";
import { NO_USER_NAMES, type UserNames } from "@/lib/format/user-name";

/** The groupings of the spend, as in the address. */
export const spendGroupings = ["model", "op", "user", "key", "thread", "day"] as const;
export type SpendGrouping = (typeof spendGroupings)[number];

const OTHER_KEY = "other";
const DAY_SECONDS = 86_400;
/** The maximum number of groups that the service returns. */
const MAX_VALUES = 200;

/** The calls whose spend is asked for. */
export interface SpendQuestion {
  readonly projectId: string;
  readonly name: SpendGrouping;
  readonly range: TimeRange;
  readonly source: SourceChoice;
}

/** Returns the spend request. A relative range is measured from `nowMs`. */
export function spendBody({ projectId, name, range, source }: SpendQuestion, nowMs: number): RequestOf<"calls.stats"> {
  const selection = { projectId, query: ofSource("", source), areRootsOnly: false, fromMs: null, toMs: null };
  const { query } = compileSelection(selection);
  const { fromMs, toMs } = resolveTimeRange(range, nowMs);
  const iso = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs).toISOString());
  return {
    project_id: projectId,
    ...(query === undefined ? {} : { query }),
    after: iso(fromMs),
    before: iso(toMs ?? (range.kind === "relative" ? nowMs : null)),
    ...(name === "day"
      ? { bucket_seconds: DAY_SECONDS }
      : { groups: [{ by: readGrouping(name).by, limit: MAX_VALUES }] }),
  };
}

/** The calls of a question, to count them by where they come from. */
export function countedSpend(question: SpendQuestion, nowMs: number) {
  const { project_id, after, before } = spendBody(question, nowMs);
  return { project_id, after, before };
}

/** A row of the spend. */
export interface SpendRow {
  readonly key: string;
  readonly label: string;
  /** The value itself; null for calls without a value, and for the rest together. */
  readonly value: string | null;
  readonly callCount: number;
  readonly tokensIn: number;
  /** The input tokens that were read from a cache. */
  readonly tokensCached: number;
  readonly tokensOut: number;
  readonly requests: number;
  readonly promptUsd: number | null;
  readonly completionUsd: number | null;
  readonly costUsd: number | null;
  /** The share of the total cost; null when there is none. */
  readonly share: number | null;
  readonly unpricedTokens: number;
  /** The filter for the row's traces; null when they cannot be selected. */
  readonly href: string | null;
}

export interface Spend {
  /** The most expensive first; days from the newest. */
  readonly rows: readonly SpendRow[];
  readonly total: SpendRow;
  /** The length of the range; null when it has no calls. */
  readonly spanMs: number | null;
}

function rowOf(
  key: string,
  label: string,
  figures: CallFigures,
  totalUsd: number | null,
  href: string | null,
): SpendRow {
  const { usage, cost_usd } = figures;
  return {
    key,
    label,
    value: null,
    callCount: figures.call_count,
    tokensIn: usage.prompt_tokens,
    tokensCached: usage.cache_read_input_tokens,
    tokensOut: usage.completion_tokens,
    requests: usage.requests,
    promptUsd: figures.prompt_cost_usd,
    completionUsd: figures.completion_cost_usd,
    costUsd: cost_usd,
    share: cost_usd === null || !totalUsd ? null : cost_usd / totalUsd,
    unpricedTokens: figures.unpriced_tokens,
    href,
  };
}

function dayRows(result: CallsFiguresResult, scope: TracesScope, totalUsd: number | null): SpendRow[] {
  const rows = result.buckets.flatMap((bucket) => {
    const startMs = parseTime(bucket.start);
    if (startMs === null || bucket.call_count === 0) return [];
    const span = { startMs, endMs: startMs + DAY_SECONDS * 1000 };
    const label = `${formatUtcDay(startMs)} ${new Date(startMs).getUTCFullYear()}`;
    return [rowOf(bucket.start, label, bucket, totalUsd, tracesHref(scope, { span }))];
  });
  return rows.reverse();
}

function byCost(left: SpendRow, right: SpendRow): number {
  return (right.costUsd ?? -1) - (left.costUsd ?? -1) || right.unpricedTokens - left.unpricedTokens;
}

/** Returns the spend for one grouping. Groups without tokens are omitted, except for days. */
export function prepareSpend(
  result: CallsFiguresResult,
  name: SpendGrouping,
  scope: TracesScope,
  userNames: UserNames = NO_USER_NAMES,
): Spend {
  const totalUsd = result.totals.cost_usd;
  const total = rowOf("total", "All", result.totals, totalUsd, tracesHref(scope));
  const [fromMs, toMs] = [parseTime(result.after), parseTime(result.before)];
  const spanMs = fromMs === null || toMs === null ? null : toMs - fromMs;
  if (name === "day") return { rows: dayRows(result, scope, totalUsd), total, spanMs };
  const grouping = readGrouping(name);
  const group = result.groups[0];
  const rows = (group?.values ?? [])
    .filter(({ usage }) => usage.total_tokens > 0)
    .map((figures) => {
      const { value } = figures;
      const label = valueLabel(grouping, value, userNames);
      const href = tracesHref(scope, { terms: [termOf(grouping, value)] });
      return { ...rowOf(`value ${value}`, label, figures, totalUsd, href), value };
    })
    .sort(byCost);
  if (group?.other && group.other.usage.total_tokens > 0) {
    const more = group.value_count - group.values.length;
    rows.push({ ...rowOf(OTHER_KEY, `${more} more`, group.other, totalUsd, null), value: null });
  }
  return { rows, total, spanMs };
}

/** A model with tokens but without a price. */
export interface UnpricedModel {
  readonly model: string;
  readonly tokens: number;
}

/** The called models without a price, those with most tokens first. */
export function unpricedModels({ rows }: Spend): readonly UnpricedModel[] {
  return rows
    .flatMap(({ value, unpricedTokens }) =>
      value === null || unpricedTokens === 0 ? [] : [{ model: value, tokens: unpricedTokens }],
    )
    .sort((left, right) => right.tokens - left.tokens);
}

/** The cost of a model: zero when it was not called, null when it has no price or is not among the given rows. */
export function spentOn({ rows }: Spend, model: string): number | null {
  const row = rows.find(({ value }) => value === model);
  if (row) return row.costUsd;
  return rows.some(({ key }) => key === OTHER_KEY) ? null : 0;
}
