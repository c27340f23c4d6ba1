import type { HandlerContext } from "@/service/traces/handlers/handler";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import { type EngineTime, microsOf } from "@/service/traces/store/engine/timestamps";
import {
  type FiguresRange,
  type FiguresRequest,
  HOUR_MICROS,
  type Micros,
  rangeCondition,
} from "@/service/traces/store/figures/figures-query";
import { areLengthsRolled, type RolledReading } from "@/service/traces/store/figures/rolled-cells";
import { type NestingDoubt, nestingQuery } from "@/service/traces/store/figures/rolled-nesting";
import { ALL_TIMES, coverRange, type RollupCover, type TimeSpan } from "@/service/traces/store/figures/rollup-cover";
import { readStats, type StatsSplit, type UsageReading } from "@/service/traces/store/figures/stats-query";
import { type UnrolledUsage, unrolledUsageQuery } from "@/service/traces/store/figures/unrolled-usage";
import { withCallsBelow } from "@/service/traces/store/figures/usage-ancestors";
import { priceBoundaries } from "@/service/traces/store/figures/usage-costs";
import { MAX_MODELS } from "@/service/traces/store/figures/usage-facts";
import type { PriceBoundaries } from "@/service/traces/store/prices/default-price";
import type { ProjectPrices } from "@/service/traces/store/prices/prices";
import type { RolledNesting } from "@/service/traces/store/rollups/call-rollups";
import type { RolledContent } from "@/service/traces/store/rollups/rolled-contents";
import { ROLLUP_WIDTHS } from "@/service/traces/store/schema/schema-rollups";
import { rankedRows } from "./ranked-rows";
import type { KeySplit } from "./stats-rows";

type Reader = Pick<HandlerContext, "calls" | "store" | "signal" | "rollups">;

interface RolledSelection extends FiguresRequest {
  readonly context: Reader;
  readonly prices: ProjectPrices;
  readonly leastRolledCalls?: number;
}

/** Rows of readings, and the names of the models in them by their hashes. */
export interface RolledRows {
  readonly splits: readonly KeySplit[];
  readonly models: ReadonlyMap<string, string>;
}

/** Reading more spans than this one by one takes longer than reading the calls. */
const MAX_SPANS = 100;

/** The sets of all values are returned by the engine, and ranked here. */
const MAX_VALUES = 500;

/** A reading is repeated when rollups change in the moment in which it begins, and then the calls are read. */
const MAX_READINGS = 3;

const MINUTE_MICROS = 60_000_000;

/**
 * Reads figures from rollups, and the calls only for what those do not contain. Null where rollups cannot answer, or
 * where a range has so few calls that reading them takes no longer and keeps quantiles exact.
 */
export async function readRolled(
  selection: RolledSelection,
  splits: readonly StatsSplit[],
): Promise<RolledRows | null> {
  const { context, projectId, conditions, range } = selection;
  const { rollups } = context;
  const { leastRolledCalls: leastCalls = rollups.leastCalls } = selection;
  await rollups.refresh();
  const hasKeys = splits.every(({ key }) => key === null || key.isRolled);
  const project = rollups.ofProject(projectId);
  const areRolled = conditions.every(({ isRolled }) => isRolled === true);
  if (!areRolled || !hasKeys || project === null || project.calls < leastCalls) return null;
  if (range.buckets.some((start) => start % MINUTE_MICROS !== 0)) return null;
  const { watermark } = rollups;
  // The rollups of a changed hour are away for a moment when they are replaced.
  const isReplaced = (project.nesting?.changedHours.length ?? 0) > 0;
  if (isReplaced && conditions.length > 0) return null;
  const [{ calls, values }, deleted] = await Promise.all([
    contentOf(selection, watermark, isReplaced),
    hoursWithDeletions(selection),
  ]);
  if (calls === 0 && !isReplaced && (await isAllRolled(selection, watermark))) return NO_ROWS;
  // Of a range without calls, such as the one before a project began, the figures take longer than this look.
  if (calls < leastCalls) return (await hasCalls(selection)) ? null : NO_ROWS;
  if (values > MAX_VALUES || deleted.length > MAX_SPANS) return null;
  // Rollups know what they lack of stored calls only.
  await context.calls.storedForReader();
  await rollups.refresh();
  let models = project.models;
  for (let reading = 0; reading < MAX_READINGS; reading += 1) {
    const read = await readOnce(selection, splits, models, deleted);
    if (read === null || read.isComplete) return read;
    models = new Map([...models, ...read.models]);
  }
  return null;
}

const NO_ROWS: RolledRows = { splits: [], models: new Map() };

/** True when the rollups up to this commit still contain all calls of a project, so that no rollup means no call. */
async function isAllRolled({ context, projectId }: RolledSelection, watermark: number): Promise<boolean> {
  const { rollups, calls } = context;
  await calls.storedForReader();
  const isCurrent = rollups.watermark === watermark && rollups.unrolledSince(projectId) === null;
  return isCurrent && !rollups.hasOpenCalls && rollups.removedBefore(projectId) === null;
}

async function hasCalls({ context, projectId, conditions, range }: RolledSelection): Promise<boolean> {
  const { store, signal } = context;
  const where = callsWhereClause(projectId, [...conditions, rangeCondition(range)]);
  const found = await store.read({
    sql: `SELECT 1 AS found FROM call_rows WHERE ${where.sql} LIMIT 1`,
    params: where.params,
    signal,
  });
  return found.length > 0;
}

/** Everything that must agree is taken from one moment, in which all queries begin. */
async function readOnce(
  selection: RolledSelection,
  splits: readonly StatsSplit[],
  models: ReadonlyMap<string, string>,
  deleted: readonly TimeSpan[],
): Promise<(RolledRows & { readonly isComplete: boolean }) | null> {
  const { context, projectId, prices } = selection;
  const { rollups, store, signal } = context;
  const project = rollups.ofProject(projectId);
  const boundaries = priceBoundaries([...models.values()], prices);
  const cover = coverOf(selection, boundaries, deleted);
  if (project === null || models.size >= MAX_MODELS || cover === null) return null;
  const { nesting } = project;
  if (nesting !== null && !isKnown(selection, nesting, deleted)) return null;
  const { watermark } = rollups;
  const since = rollups.unrolledSince(projectId);
  const rolled: RolledReading = {
    ...{ cover, watermark, since },
    hasOpenCalls: rollups.hasOpenCalls,
    hasTops: rollups.hasTops(projectId),
  };
  const usage: UsageReading = { boundaries, isNested: nesting !== null, reporters: "all", modelHashes: null, rolled };
  let newest = 0;
  const reading = splits.map(async (split): Promise<KeySplit> => {
    const rows = await readStats(store, selection, { split, usage, signal });
    for (const row of rows) newest = Math.max(newest, row.newest);
    return { ...split, rows: rankedRows(rows, split) };
  });
  const query = unrolledUsageQuery(projectId, rolled);
  const facts = query === null ? [NOTHING_UNROLLED] : store.read<UnrolledUsage>({ ...query, signal });
  const doubts =
    nesting === null ? [NO_DOUBT] : store.read<NestingDoubt>({ ...nestingQuery(selection, rolled), signal });
  const [[unrolled], [doubt], ...read] = await Promise.all([facts, doubts, ...reading]);
  if (unrolled === undefined || (nesting === null && unrolled.isNested !== 0)) return null;
  if (doubt === undefined || doubt.isBeyond + doubt.isLater + doubt.isLeftOut > 0) return null;
  const later = new Map(unrolled.hashes.map((hash, at) => [hash, unrolled.names[at] ?? ""]));
  const names = new Map([...(rollups.ofProject(projectId)?.models ?? []), ...models, ...later]);
  const withLater = priceBoundaries([...names.values()], prices);
  // A running call that ended meanwhile is closed for the reading, and its end may be earlier than what was read.
  const isSettled = watermark === rollups.watermark && !isEarlier(rollups.unrolledSince(projectId), since);
  const isComplete = isSettled && newest <= watermark && JSON.stringify(withLater) === JSON.stringify(boundaries);
  return { splits: read, models: names, isComplete };
}

const isEarlier = (time: EngineTime | null, other: EngineTime | null): boolean =>
  time !== null && (other === null || time < other);

const NOTHING_UNROLLED: UnrolledUsage = { isNested: 0, names: [], hashes: [] };

const NO_DOUBT: NestingDoubt = { isBeyond: 0, isLater: 0, isLeftOut: 0 };

/**
 * False where the stored trees cannot decide what counts: they contain the calls that were deleted and removed, which
 * take no tokens from those above them.
 */
function isKnown(
  { context: { rollups }, projectId, range }: RolledSelection,
  { isDeep }: RolledNesting,
  deleted: readonly TimeSpan[],
): boolean {
  const removedBefore = rollups.removedBefore(projectId);
  const isCut = removedBefore !== null && (range.after === null || range.after < removedBefore);
  return !isDeep && !isCut && deleted.length === 0;
}

function coverOf(
  { context: { rollups }, projectId, range }: RolledSelection,
  boundaries: PriceBoundaries,
  deleted: readonly TimeSpan[],
): RollupCover | null {
  const { secondsOfDay, datesMs } = boundaries;
  const widths = ROLLUP_WIDTHS.filter((width) => secondsOfDay.every((second) => second % width === 0));
  if (!areLengthsRolled(boundaries) || widths.length === 0) return null;
  const before = rollups.removedBefore(projectId);
  const changed = rollups.ofProject(projectId)?.nesting?.changedHours ?? [];
  const removed = before === null ? [] : [{ from: ALL_TIMES.from, to: hourOf(Number(microsOf(before))) + HOUR_MICROS }];
  const cover = coverRange({
    range: timesOf(range),
    cuts: [...range.buckets, ...datesMs.map((ms) => Math.round(ms * 1000))],
    apart: [...removed, ...deleted, ...changed.map(hourAt)],
    widths,
  });
  return cover.rolled.length + cover.rows.length > MAX_SPANS ? null : cover;
}

const hourOf = (time: Micros): Micros => Math.floor(time / HOUR_MICROS) * HOUR_MICROS;

function timesOf({ after, before }: FiguresRange): TimeSpan {
  return {
    from: after === null ? ALL_TIMES.from : Number(microsOf(after)),
    to: before === null ? ALL_TIMES.to : Number(microsOf(before)),
  };
}

function contentOf(
  { context: { rollups, store, signal }, projectId, conditions, range }: RolledSelection,
  watermark: number,
  isReplaced: boolean,
): Promise<RolledContent> {
  const { from, to } = timesOf(range);
  const removedBefore = rollups.removedBefore(projectId);
  const first = Math.max(from, removedBefore === null ? from : Number(microsOf(removedBefore)));
  return rollups.contents.of(store, { projectId, from: first, to, conditions }, { watermark, isReplaced, signal });
}

/** Calls that were deleted remain in rollups, so their hours are read from the calls. */
async function hoursWithDeletions({ context, projectId, range }: RolledSelection): Promise<readonly TimeSpan[]> {
  const { rollups, store, signal } = context;
  if (!rollups.hasDeletions(projectId)) return [];
  const isNested = (rollups.ofProject(projectId)?.nesting ?? null) !== null;
  const inRange = isNested ? withCallsBelow(rangeCondition(range)) : rangeCondition(range);
  const hours = await store.read<{ hour: number }>({
    sql: `SELECT DISTINCT intDiv(toUnixTimestamp64Micro(started_at) - ${ALL_TIMES.from}, ${HOUR_MICROS}) AS hour
FROM deleted_calls WHERE project_id = {projectId:String} AND ${inRange.sql.replaceAll("call_rows.", "")}
LIMIT ${MAX_SPANS + 1}`,
    params: { projectId, ...inRange.params },
    signal,
  });
  return hours.map(({ hour }) => hourAt(hour));
}

/** @param hour counted from the beginning of all times */
function hourAt(hour: number): TimeSpan {
  const from = ALL_TIMES.from + hour * HOUR_MICROS;
  return { from, to: from + HOUR_MICROS };
}
