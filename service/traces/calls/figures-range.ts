import type { InputOf } from "@/lib/api/contract/operations";
import { InvalidRequestError, ValidationError } from "@/service/kernel/errors/service-errors";
import type { HandlerContext } from "@/service/traces/handlers/handler";
import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import {
  type EngineTime,
  engineTimeNow,
  engineTimeOf,
  microsOf,
  toEngineTime,
  toWireTime,
} from "@/service/traces/store/engine/timestamps";
import { readCallTimes } from "@/service/traces/store/figures/call-times";
import { type FiguresRange, type Micros, rangeCondition } from "@/service/traces/store/figures/figures-query";
import {
  bucketStarts,
  endOfBuckets,
  MAX_BUCKETS,
  roundWidth,
  type Seconds,
} from "@/service/traces/store/figures/time-buckets";

type Request = InputOf<"calls.stats">["body"];
type SpanRequest = Pick<Request, "project_id" | "after" | "before" | "bucket_seconds" | "time_zone">;
type Reader = Pick<HandlerContext, "store" | "signal">;

/** The range that is counted, and how the response states it. */
export interface FiguresSpan {
  readonly range: FiguresRange;
  readonly width: Seconds;
  readonly after: string | null;
  readonly before: string | null;
}

const EMPTY_RANGE_SECONDS = 60;

/**
 * An open side ends with the calls themselves; after a requested start it reaches at least to the current time, so that
 * hours without calls are visible.
 */
export async function spanOf(
  context: Reader,
  body: SpanRequest,
  conditions: readonly CallCondition[],
): Promise<FiguresSpan> {
  const after = timeOf(body.after, "after");
  const before = timeOf(body.before, "before");
  const edges = after !== null && before !== null ? [after, before] : await openEdges(context, body, conditions);
  const zone = body.time_zone ?? "UTC";
  const width = (from: Seconds, to: Seconds) => body.bucket_seconds ?? roundWidth(from, to);
  const [first, last] = edges;
  if (first === undefined || last === undefined) {
    bucketStarts(0, 0, body.bucket_seconds ?? EMPTY_RANGE_SECONDS, zone);
    const wire = (time: EngineTime | null) => (time === null ? null : toWireTime(time));
    const range = { after, before, buckets: [] };
    return { range, width: body.bucket_seconds ?? EMPTY_RANGE_SECONDS, after: wire(after), before: wire(before) };
  }
  if (first > last) throw new InvalidRequestError("after must not be later than before");
  const [from, to] = [Math.floor(secondsOf(first)), secondsOf(last)];
  const wide = width(from, to);
  // A call at an open end must be in the last bucket.
  const starts = bucketStarts(from, before === null ? to + 1e-6 : to, wide, zone);
  return {
    range: { after, before, buckets: starts.map(microsOfSeconds) },
    width: wide,
    after: toWireTime(after ?? engineTimeOf(microsOfSeconds(starts[0] ?? from))),
    before: toWireTime(before ?? engineTimeOf(microsOfSeconds(endOfBuckets(starts, wide, zone)))),
  };
}

/** The range of the selected calls if none was requested; nothing when there are no calls. */
async function openEdges(
  { store, signal }: Reader,
  body: SpanRequest,
  conditions: readonly CallCondition[],
): Promise<readonly EngineTime[]> {
  const after = timeOf(body.after, "after");
  const before = timeOf(body.before, "before");
  const inRange = [...conditions, rangeCondition({ after, before })];
  const row = await readCallTimes(store, body.project_id, inRange, signal);
  const hasCalls = row !== null;
  if (after !== null) {
    const now = engineTimeNow();
    const last = hasCalls && row.last > now ? row.last : now;
    return [after, last < after ? after : last];
  }
  return hasCalls ? [row.first, before ?? row.last] : [];
}

/** Buckets that start as far into the second range as those of the first do in theirs. */
export function previousRange({ after: first, previous }: Request, { range, width }: FiguresSpan): FiguresRange | null {
  if (!previous) return null;
  const after = timeOf(previous.after, "previous.after");
  const before = timeOf(previous.before, "previous.before");
  const start = timeOf(first, "after");
  if (start === null || after === null || before === null) {
    throw new InvalidRequestError("A previous range requires the range that follows it: after is missing");
  }
  if (after > before) throw new InvalidRequestError("previous.after must not be later than previous.before");
  const shift = Number(microsOf(after) - microsOf(start));
  const end = Number(microsOf(before));
  const buckets = range.buckets.map((at) => at + shift);
  const step = microsOfSeconds(width);
  for (let next = (buckets.at(-1) ?? end) + step; next < end && buckets.length < MAX_BUCKETS; next += step)
    buckets.push(next);
  return { after, before, buckets };
}

/** @throws ValidationError for a time that the engine cannot store, at `member` of the body */
export function timeOf(time: string | number | null | undefined, member: string): EngineTime | null {
  if (time === null || time === undefined) return null;
  const engineTime = toEngineTime(time);
  if (engineTime !== null) return engineTime;
  const msg = "Input should be a date-time between the years 1900 and 2299";
  throw new ValidationError([{ loc: ["body", ...member.split(".")], msg, type: "datetime_parsing" }]);
}

const secondsOf = (time: EngineTime): Seconds => Number(microsOf(time)) / 1e6;
const microsOfSeconds = (seconds: Seconds): Micros => seconds * 1e6;
