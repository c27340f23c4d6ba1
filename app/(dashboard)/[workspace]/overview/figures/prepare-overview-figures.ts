import { SLOWEST_FIRST, type TracesFilter } from "@/lib/address/traces-href";
import type { CallFigures, CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import type { LinePoint } from "@/lib/chart/line-points";
import { formatBytes } from "@/lib/format/bytes";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatTotalCost } from "@/lib/format/money";
import { type Compared, type PeriodDelta, periodDelta } from "@/lib/format/period-delta";
import { formatShortShare } from "@/lib/format/share";
import { parseTime } from "@/lib/format/time";
import { formatTokens } from "@/lib/format/tokens";

/** One figure of the row at the top. */
export interface Figure {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  /** Null when there is nothing to compare with. */
  readonly delta: PeriodDelta | null;
  readonly points: readonly LinePoint[];
  /** The traces it links to. */
  readonly choice: TracesFilter;
  /** Data that the figure omits. */
  readonly note: string | null;
}

interface Kind extends Compared {
  readonly id: string;
  readonly label: string;
  readonly read: (figures: CallFigures) => number | null;
  readonly format: (value: number | null) => string;
  readonly choice: (figures: CallFigures) => TracesFilter;
}

/** The share of calls that failed themselves; null without calls. */
export function errorRate({ call_count, error_count }: Pick<CallFigures, "call_count" | "error_count">): number | null {
  return call_count > 0 ? error_count / call_count : null;
}

const p99Of = (figures: CallFigures) => figures.latency_ms?.p99 ?? null;

const usedModel: TracesFilter = { terms: ["model:*"] };

const kinds: readonly Kind[] = [
  {
    id: "calls",
    label: "Calls",
    read: (figures) => figures.call_count,
    format: formatCount,
    difference: "relative",
    worse: null,
    choice: () => ({}),
  },
  {
    id: "errors",
    label: "Error rate",
    read: errorRate,
    format: formatShortShare,
    difference: (difference) => `${(difference * 100).toFixed(2)} pp`,
    worse: "more",
    choice: () => ({ terms: ["status:error"] }),
  },
  {
    id: "p50",
    label: "p50 latency",
    read: (figures) => figures.latency_ms?.p50 ?? null,
    format: formatDuration,
    difference: "relative",
    worse: "more",
    choice: () => ({ sort: SLOWEST_FIRST }),
  },
  {
    id: "p99",
    label: "p99 latency",
    read: p99Of,
    format: formatDuration,
    difference: "relative",
    worse: "more",
    choice: (figures) => {
      const p99 = p99Of(figures);
      return { terms: p99 === null ? [] : [`latency:>=${Math.floor(p99)}ms`], sort: SLOWEST_FIRST };
    },
  },
  {
    id: "tokens",
    label: "Tokens",
    // No call reported its tokens, which differs from zero.
    read: ({ usage }) => (usage.total_tokens === 0 && usage.requests === 0 ? null : usage.total_tokens),
    format: formatTokens,
    difference: "relative",
    worse: null,
    choice: () => usedModel,
  },
  {
    id: "cost",
    label: "Cost",
    read: (figures) => figures.cost_usd,
    format: formatTotalCost,
    difference: "relative",
    worse: "more",
    choice: () => usedModel,
  },
  {
    id: "storage",
    label: "Storage",
    read: (figures) => figures.storage_bytes.total,
    format: formatBytes,
    difference: formatBytes,
    worse: null,
    choice: () => ({}),
  },
];

/** The row of seven figures. */
export function prepareFigures(result: CallsFiguresResult): readonly Figure[] {
  const { totals, previous, buckets } = result;
  return kinds.map((kind) => ({
    id: kind.id,
    label: kind.label,
    text: kind.format(kind.read(totals)),
    delta: previous === null ? null : periodDelta(kind, kind.read(totals), kind.read(previous)),
    points: buckets.flatMap((bucket) => {
      const timeMs = parseTime(bucket.start);
      return timeMs === null ? [] : [{ timeMs, value: kind.read(bucket) }];
    }),
    choice: kind.choice(totals),
    note:
      kind.id === "cost" && totals.unpriced_tokens > 0
        ? `${formatTokens(totals.unpriced_tokens)} tokens have no price`
        : null,
  }));
}
