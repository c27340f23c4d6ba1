import type { RequestOf } from "@/lib/api/contract/operations";
import { type CallsSelection, compileSelection } from "@/lib/calls/calls-query";
import { DEFAULT_RANGE, parseRelative, resolveTimeRange, type TimeRange } from "@/lib/filter/time-range";
import { bucketZone } from "@/lib/format/time-zone";
import type { Brush } from "./brush";
import type { Histogram } from "./prepare-histogram";

/** The time range of the histogram, and the part of it that the list is filtered to. */
export interface BrushedTime {
  readonly fullRange: TimeRange;
  readonly brush: Brush | null;
}

/** How far a relative range may have moved from a brush that began at its start, as a share of its length. */
const SLACK = 0.05;

/**
 * Distinguishes a part that was brushed out of a relative range from a range of its own. The URL stores both by their
 * ends; the one that lies within the relative range of the URL is a part of it.
 */
export function brushedTime(range: TimeRange, t: string | null, nowMs: number): BrushedTime {
  if (range.kind !== "absolute" || range.fromMs === null) return { fullRange: range, brush: null };
  const fullRange = parseRelative(t ?? DEFAULT_RANGE);
  if (fullRange === null) return { fullRange: range, brush: null };
  const { fromMs } = resolveTimeRange(fullRange, nowMs);
  const slackMs = fromMs === null ? 0 : SLACK * (nowMs - fromMs);
  const isInside =
    (fromMs === null || range.fromMs >= fromMs - slackMs) && (range.toMs === null || range.toMs <= nowMs + slackMs);
  return isInside
    ? { fullRange, brush: { fromMs: range.fromMs, toMs: range.toMs } }
    : { fullRange: range, brush: null };
}

/** Returns the request for the calls of the list over the full time, with any measure and without the brush. */
export function histogramBody(
  question: Pick<CallsSelection, "projectId" | "query" | "source" | "areRootsOnly"> & { fullRange: TimeRange },
  nowMs: number,
): RequestOf<"calls.histogram"> {
  const { fullRange, ...calls } = question;
  const selection = compileSelection({ ...calls, fromMs: null, toMs: null });
  const { fromMs, toMs } = resolveTimeRange(fullRange, nowMs);
  const endMs = toMs ?? (fullRange.kind === "relative" ? nowMs : null);
  return {
    project_id: calls.projectId,
    filter: selection.filter,
    ...(selection.query === undefined ? {} : { query: selection.query }),
    after: fromMs === null ? null : new Date(fromMs).toISOString(),
    before: endMs === null ? null : new Date(endMs).toISOString(),
    ...bucketZone(),
  };
}

/**
 * Returns the whole buckets between two moments, or null when that is all of them. In a live range, an end in the last
 * bucket stays open.
 */
export function brushBetween(
  { bars }: Pick<Histogram, "bars">,
  fromMs: number,
  toMs: number,
  isOpenEnded: boolean,
): Brush | null {
  const touched = bars.filter((bar) => bar.endMs > fromMs && bar.startMs < Math.max(toMs, fromMs + 1));
  const [first, last] = [touched[0], touched.at(-1)];
  if (!first || !last || touched.length === bars.length) return null;
  const isLast = last.endMs === bars.at(-1)?.endMs;
  return { fromMs: first.startMs, toMs: isLast && isOpenEnded ? null : last.endMs };
}

export type Edge = "start" | "end";

/** Returns the brush with an edge moved by `by` buckets; it never passes the other edge. */
export function moveEdge(
  histogram: Pick<Histogram, "bars">,
  brush: Brush | null,
  edge: Edge,
  by: number,
  isOpenEnded: boolean,
): Brush | null {
  const { bars } = histogram;
  const last = bars.length - 1;
  const start =
    brush === null
      ? 0
      : clamp(
          bars.findIndex((bar) => bar.endMs > brush.fromMs),
          0,
          last,
        );
  const toMs = brush?.toMs ?? null;
  const lastBefore = toMs === null ? last : bars.findLastIndex((bar) => bar.startMs < toMs);
  const end = clamp(lastBefore, start, last);
  const nextStart = edge === "start" ? clamp(start + by, 0, end) : start;
  const nextEnd = edge === "end" ? clamp(end + by, start, last) : end;
  return brushBetween(histogram, bars[nextStart]?.startMs ?? 0, bars[nextEnd]?.endMs ?? 0, isOpenEnded);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** Returns the brush as URL params. */
export function brushParams(brush: Brush | null): { from: string | null; to: string | null } {
  if (brush === null) return { from: null, to: null };
  // The list includes calls that started exactly at its end.
  const to = brush.toMs === null ? null : new Date(brush.toMs - 1).toISOString();
  return { from: new Date(brush.fromMs).toISOString(), to };
}
