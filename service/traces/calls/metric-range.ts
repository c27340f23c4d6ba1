import type { InputOf } from "@/lib/api/contract/operations";
import { ValidationError } from "@/service/kernel/errors/service-errors";
import { type EngineTime, engineTimeNow, microsOf } from "@/service/traces/store/engine/timestamps";
import type { FiguresRange } from "@/service/traces/store/figures/figures-query";
import { bucketStarts, type Seconds } from "@/service/traces/store/figures/time-buckets";
import { timeOf } from "./figures-range";

type Request = Pick<InputOf<"calls.metrics">["body"], "start" | "end" | "granularity" | "timezone">;

/** The range of a request for metrics, and how the response states it. */
export interface MetricRange {
  readonly range: FiguresRange;
  readonly start: EngineTime;
  readonly end: EngineTime;
  readonly granularity: Seconds;
  readonly timezone: string;
}

const MAX_BUCKETS = 10_000;

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** The widths that public servers choose: for ranges up to the first number, buckets of the second. */
const WIDTHS: readonly (readonly [upTo: Seconds, width: Seconds])[] = [
  [2 * HOUR_S, 300],
  [12 * HOUR_S, HOUR_S],
  [3 * DAY_S, 6 * HOUR_S],
  [14 * DAY_S, 12 * HOUR_S],
];

/** @throws ValidationError for a range that ends before it starts */
export function metricRange(request: Request): MetricRange {
  const start = timeOf(request.start, "start") ?? engineTimeNow();
  const end = timeOf(request.end, "end") ?? engineTimeNow();
  if (end < start) {
    throw new ValidationError([
      { loc: ["body", "end"], msg: "end must not be earlier than start", type: "value_error" },
    ]);
  }
  const [from, to] = [Number(microsOf(start)) / 1e6, Number(microsOf(end)) / 1e6];
  const length = to - from;
  const chosen = request.granularity ?? WIDTHS.find(([upTo]) => length <= upTo)?.[1] ?? DAY_S;
  const isTooMany = length / chosen > MAX_BUCKETS;
  const granularity = isTooMany ? Math.floor(length / MAX_BUCKETS) + 1 : chosen;
  const timezone = request.timezone ?? "UTC";
  const starts = bucketStarts(Math.floor(from), to, granularity, timezone, MAX_BUCKETS);
  const buckets = length === 0 ? [] : starts.map((seconds) => seconds * 1e6);
  return { range: { after: start, before: end, buckets }, start, end, granularity, timezone };
}
