import { WINDOW_SECONDS } from "@/lib/api/contract/measures/measured-figures";
import type { Measured, MeasuredPoint } from "@/lib/api/contract/measures/measures";
import type { InputOf, ResultOf } from "@/lib/api/contract/operations";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { spanOf } from "@/service/traces/calls/figures-range";
import type { Seconds } from "@/service/traces/store/figures/time-buckets";
import { readBins } from "./measure-bins";
import { CHART_Z, type Valued } from "./measure-values";
import { type MeasuredRange, type MeasureReader, readMeasured, selectionOf } from "./read-measure";
import { SharedReadings } from "./shared-readings";

type Request = InputOf<"measures.read">["body"];
type Asked = Request["measures"][number];
type Result = ResultOf<"measures.read">["results"][number];

/** Measures that are read at a time: the engine's readers are there for other requests, too. */
const AT_ONCE = 4;
/** A chart draws as many. */
const MAX_WINDOWS = 120;
/** Groups with points: the series that a chart can tell apart. */
const MAX_SERIES = 7;
const DAY_S = 86_400;

/** Those of watches, and others that divide a day or are days. */
const WIDTHS: readonly Seconds[] = [...WINDOW_SECONDS, 7200, 10_800, 43_200, 7 * DAY_S, 28 * DAY_S].sort(
  (left, right) => left - right,
);

/** Returns the width of a measure's windows, or the next one that divides a range into at most 120. */
function widthOf(least: Seconds, range: Pick<MeasuredRange, "after" | "before">): Seconds {
  const seconds = (Date.parse(range.before) - Date.parse(range.after)) / 1000;
  const width = WIDTHS.find((candidate) => candidate >= least && seconds / candidate <= MAX_WINDOWS);
  return width ?? Math.ceil(seconds / MAX_WINDOWS / DAY_S) * DAY_S;
}

/** The range of the same length that ends where a range begins. */
function rangeBefore({ after, before, widthS }: MeasuredRange): MeasuredRange {
  const beginMs = 2 * Date.parse(after) - Date.parse(before);
  return { after: new Date(beginMs).toISOString(), before: after, widthS };
}

const pointAt = (start: string, { value, low, high, calls }: Valued): MeasuredPoint => ({
  start,
  value,
  low,
  high,
  calls,
});

async function readOne(
  context: MeasureReader,
  projectId: string,
  { measure, with_previous: hasPrevious, with_bins: hasBins }: Asked,
  range: Pick<MeasuredRange, "after" | "before">,
): Promise<Measured> {
  const whole = { ...range, widthS: widthOf(measure.window_seconds, range) };
  const earlier = rangeBefore(whole);
  const ungrouped = { ...measure, by: null };
  const selection = await selectionOf(context, projectId, measure, whole, CHART_Z);
  const [now, before, bins] = await Promise.all([
    readMeasured(selection),
    hasPrevious ? selectionOf(context, projectId, ungrouped, earlier, CHART_Z).then(readMeasured) : null,
    hasBins ? readBins(selection) : null,
  ]);
  const pointsOf = (points: typeof now.points) =>
    points.map(({ startS, ...value }) => pointAt(new Date(startS * 1000).toISOString(), value));
  return {
    window_seconds: whole.widthS,
    total: pointAt(whole.after, now.total),
    previous: before && pointAt(earlier.after, before.total),
    points: pointsOf(now.points),
    groups: now.groups.map(({ value, total, points }, at) => ({
      value,
      total: pointAt(whole.after, total),
      points: at < MAX_SERIES ? pointsOf(points) : [],
    })),
    group_count: now.groupCount,
    bins,
  };
}

/** Runs a task for each item, a few at a time, and returns the results in the order of the items. */
async function inTurns<Item, Value>(items: readonly Item[], run: (item: Item) => Promise<Value>): Promise<Value[]> {
  const waiting = items.entries();
  const done = new Map<number, Value>();
  const work = async () => {
    for (const [at, item] of waiting) done.set(at, await run(item));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return [...done].sort(([left], [right]) => left - right).map(([, value]) => value);
}

/** Reads the measures of a page. What several of them need is read once; one that cannot be read does not stop others. */
export async function readMeasuresOf(
  reader: MeasureReader,
  { project_id: projectId, after, before, measures }: Request,
): Promise<ResultOf<"measures.read">> {
  const context = { ...reader, readings: new SharedReadings() };
  const span = await spanOf(context, { project_id: projectId, after, before }, []);
  const end = span.before ?? new Date().toISOString();
  const range = { after: span.after ?? end, before: end };
  const read = async (asked: Asked): Promise<Result> => {
    try {
      return { measured: await readOne(context, projectId, asked, range), problem: null };
    } catch (error) {
      if (!(error instanceof InvalidRequestError)) throw error;
      return { measured: null, problem: error.message };
    }
  };
  const results = await inTurns(measures, read);
  return { after: span.after, before: span.before, results };
}
