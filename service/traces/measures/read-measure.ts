import type { ScoreOfCalls } from "@/lib/api/contract/calls/score-figures";
import type { Measure } from "@/lib/api/contract/measures/measures";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { callConditionsOf } from "@/service/traces/calls/call-selection";
import { countCalls } from "@/service/traces/calls/count-calls";
import { type FiguresSpan, spanOf } from "@/service/traces/calls/figures-range";
import { scoreOfCells } from "@/service/traces/feedback/score-figures";
import type { HandlerContext } from "@/service/traces/handlers/handler";
import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import { callKeyText } from "@/service/traces/store/figures/call-groups";
import { readDistinctCounts } from "@/service/traces/store/figures/distinct-counts";
import { readScoreCells } from "@/service/traces/store/figures/score-cells";
import type { Seconds } from "@/service/traces/store/figures/time-buckets";
import { type ProjectPrices, readProjectPrices } from "@/service/traces/store/prices/prices";
import { isScoreField } from "@/service/traces/store/scores/score-source";
import {
  exactly,
  isSum,
  NOTHING,
  type Valued,
  valueOfCalls,
  valueOfGroup,
  valueOfScore,
  WATCH_Z,
} from "./measure-values";
import type { SharedReadings } from "./shared-readings";

export interface MeasureReader extends Pick<HandlerContext, "calls" | "store" | "signal" | "rollups"> {
  /** Readings of one look, by what they read; without it, each measure is read by itself. */
  readonly readings?: SharedReadings;
}

/** A window of a measure. */
export interface Point extends Valued {
  readonly startS: Seconds;
}

/** Windows of a measure in order, without gaps, by the JSON text of the group: `null` without groups. */
export type PointsOfGroups = ReadonlyMap<string, readonly Point[]>;

/** The key of all calls. */
export const ALL_CALLS = "null";

/** Groups with the most calls are read. */
const MAX_GROUPS = 50;

/** A measure of a span: in total, in windows without gaps, and by group. */
export interface MeasuredSpan {
  readonly total: Valued;
  readonly points: readonly Point[];
  /** Those with the most calls. */
  readonly groups: readonly {
    readonly value: string | null;
    readonly total: Valued;
    /** Empty for latencies, whose quantiles groups have in total only. */
    readonly points: readonly Point[];
  }[];
  readonly groupCount: number;
}

/** A span of time: where both ends are set, and the width of the windows. */
export interface MeasuredRange {
  readonly after: string;
  readonly before: string;
  readonly widthS: Seconds;
}

/** The calls of a measure in a span. */
export interface Selection {
  readonly context: MeasureReader;
  readonly projectId: string;
  readonly measure: Measure;
  readonly conditions: readonly CallCondition[];
  readonly span: FiguresSpan;
  /** Standard errors to each side of an interval. */
  readonly z: number;
}

/** Returns the windows of a span, those without calls included. */
function filled({ measure, span }: Selection, found: ReadonlyMap<Seconds, Valued>): Point[] {
  const nothing = isSum(measure) ? exactly(0, 0) : NOTHING;
  return span.range.buckets.map((micros) => {
    const startS = micros / 1e6;
    return { startS, ...(found.get(startS) ?? nothing) };
  });
}

const atStart = <Bucket extends { readonly start: string | number }>(
  buckets: readonly Bucket[],
  read: (bucket: Bucket) => Valued,
): ReadonlyMap<Seconds, Valued> =>
  new Map(buckets.map((bucket) => [new Date(bucket.start).getTime() / 1000, read(bucket)]));

/** Returns the figures of calls that a measure is one of. Measures with the same calls and groups share a reading. */
async function countShared(selection: Selection) {
  const { context, projectId, measure, conditions, span } = selection;
  const { by } = measure;
  const read = async () => {
    const params = new SqlParams("key_");
    const groups = by
      ? [{ key: by === "model" ? null : callKeyText(by, params), limit: MAX_GROUPS, hasBuckets: true }]
      : [];
    const prices = await readPrices(context, projectId);
    const keyParams = params.values();
    return await countCalls({ context, projectId, conditions, prices, keyParams }, span.range, groups);
  };
  return await readOnce(selection, "calls", read);
}

/** Reads what follows from the calls of a measure and its groups, once in a look. */
async function readOnce<Value>(
  { context, projectId, measure, span }: Selection,
  what: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const { by, filter, query } = measure;
  const key = [what, projectId, span.after, span.before, span.width, filter, query, by];
  return await (context.readings?.read(key, read) ?? read());
}

async function readPrices(context: MeasureReader, projectId: string): Promise<ProjectPrices> {
  const read = () => readProjectPrices(context.store, projectId, context);
  return await (context.readings?.read(["prices", projectId], read) ?? read());
}

async function readFigures(selection: Selection): Promise<MeasuredSpan> {
  const { measure, z } = selection;
  const { by, figure } = measure;
  const counted = await countShared(selection);
  const pointsOf = (found: ReadonlyMap<Seconds, Valued>) => filled(selection, found);
  const group = !by
    ? { values: [], value_count: 0 }
    : by === "model"
      ? counted.models(MAX_GROUPS, true)
      : counted.group(by, 0, true);
  return {
    total: valueOfCalls(measure, counted.totals(), z),
    points: pointsOf(atStart(counted.buckets(), (bucket) => valueOfCalls(measure, bucket, z))),
    groups: group.values.map(({ value, buckets = [], ...figures }) => ({
      value,
      total: valueOfCalls(measure, figures, z),
      points: figure.startsWith("latency")
        ? []
        : pointsOf(atStart(buckets, (bucket) => valueOfGroup(figure, bucket, z))),
    })),
    groupCount: group.value_count,
  };
}

/** Returns the figures of a score, and how its values are distributed. */
export async function readScore(selection: Selection): Promise<ScoreOfCalls> {
  const { context, projectId, measure, conditions, span } = selection;
  const field = measure.score ?? "";
  if (!isScoreField(field)) throw new InvalidRequestError(`measure.score: ${field} is not a score: score.NAME`);
  const by = measure.by ?? null;
  const scored = { projectId, conditions, range: span.range, fields: [field], by };
  const { cells, values } = await readOnce(selection, field, () =>
    readScoreCells(context.store, scored, context.signal),
  );
  return scoreOfCells(field, cells, values, by === null ? 0 : MAX_GROUPS);
}

async function readScores(selection: Selection): Promise<MeasuredSpan> {
  const score = await readScore(selection);
  const pointsOf = (buckets: typeof score.buckets) =>
    filled(
      selection,
      atStart(buckets, (bucket) => valueOfScore(bucket, selection.z)),
    );
  return {
    total: valueOfScore(score.totals, selection.z),
    points: pointsOf(score.buckets),
    groups: score.groups.map(({ value, buckets, ...figures }) => ({
      value,
      total: valueOfScore(figures, selection.z),
      points: pointsOf(buckets),
    })),
    groupCount: score.group_count,
  };
}

/** The fields whose different values are counted. */
const COUNTED_FIELDS = { threads: "thread_id", users: "end_user" } as const;

async function readDistinct(selection: Selection, figure: keyof typeof COUNTED_FIELDS): Promise<MeasuredSpan> {
  const { context, projectId, measure, conditions, span } = selection;
  const counted = { projectId, conditions, range: span.range, of: COUNTED_FIELDS[figure], by: measure.by ?? null };
  const { all, groups } = await readDistinctCounts(context.store, counted, context.signal);
  const measured = ({ whole, buckets }: typeof all) => ({
    total: exactly(whole.values, whole.calls),
    points: filled(
      selection,
      new Map([...buckets].map(([micros, { values, calls }]) => [micros / 1e6, exactly(values, calls)])),
    ),
  });
  return {
    ...measured(all),
    groups: groups.slice(0, MAX_GROUPS).map(({ value, ...cells }) => ({ value, ...measured(cells) })),
    groupCount: groups.length,
  };
}

/**
 * Returns the calls of a measure in a range.
 *
 * @param z standard errors to each side of an interval
 * @throws InvalidRequestError for a condition that cannot be read, or more than 1,500 windows
 */
export async function selectionOf(
  context: MeasureReader,
  projectId: string,
  measure: Measure,
  { after, before, widthS }: MeasuredRange,
  z: number,
): Promise<Selection> {
  const conditions = await callConditionsOf(context, { project_id: projectId, ...measure });
  const range = { project_id: projectId, after, before, bucket_seconds: widthS, time_zone: "UTC" };
  return { context, projectId, measure, conditions, span: await spanOf(context, range, conditions), z };
}

/**
 * Reads a measure with the figures and from the rollups that the overview uses.
 *
 * @throws InvalidRequestError for a group or a score that cannot be read
 */
export async function readMeasured(selection: Selection): Promise<MeasuredSpan> {
  const { figure } = selection.measure;
  if (figure === "threads" || figure === "users") return await readDistinct(selection, figure);
  return figure === "score" ? await readScores(selection) : await readFigures(selection);
}

/**
 * Reads the windows of a measure between two times that begin windows, with the intervals of watches.
 *
 * @throws InvalidRequestError as for a range
 */
export async function readMeasure(
  context: MeasureReader,
  projectId: string,
  measure: Measure,
  { fromS, toS }: { readonly fromS: Seconds; readonly toS: Seconds },
): Promise<PointsOfGroups> {
  const iso = (seconds: Seconds) => new Date(seconds * 1000).toISOString();
  const range = { after: iso(fromS), before: iso(toS), widthS: measure.window_seconds };
  const selection = await selectionOf(context, projectId, measure, range, WATCH_Z);
  const { points, groups } = await readMeasured(selection);
  if (!measure.by) return new Map([[ALL_CALLS, points]]);
  return new Map(groups.map((group) => [JSON.stringify(group.value), group.points]));
}
