import type { Kind } from "@/lib/calls/call-kind";
import { KINDS, shownEndMs, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

/** The grouping of lanes: calls by depth, by kind, or each call under its parent. */
export type LaneGrouping = "depth" | "kind" | "nested";

/** Adjacent lanes of one depth or kind. */
export interface LaneGroup {
  readonly depth: number | null;
  readonly kind: Kind | null;
  readonly first: number;
  readonly count: number;
}

/** Calls in lanes; calls of one lane do not overlap in time. */
export interface Lanes {
  readonly count: number;
  /** Lane of each row. */
  readonly laneOf: Int32Array;
  /** The start of each lane in `rows`; one more at the end. */
  readonly begins: Int32Array;
  /** Rows lane by lane, in order of start. */
  readonly rows: Int32Array;
  readonly groups: readonly LaneGroup[];
}

/** Maximum lanes per group; with more simultaneous calls, the rest share the last lane. */
const MAX_LANES = 400;

export function packLanes(skeleton: TraceSkeleton, grouping: LaneGrouping, untilMs: number): Lanes {
  return grouping === "nested" ? nestedLanes(skeleton, untilMs) : groupedLanes(skeleton, grouping, untilMs);
}

/** Returns the first free lane at a time, starting with `from`. */
function freeLane(ends: readonly number[], from: number, startMs: number): number {
  const most = from + MAX_LANES - 1;
  let lane = from;
  while (lane < most && (ends[lane] ?? Number.NEGATIVE_INFINITY) > startMs) lane += 1;
  return lane;
}

/** Places every call below its parent, in the first free lane: simultaneous calls are stacked. */
function nestedLanes(skeleton: TraceSkeleton, untilMs: number): Lanes {
  const { count, byStart, parent, startMs } = skeleton;
  const laneOf = new Int32Array(count);
  const ends: number[] = [];
  for (const row of byStart) {
    const above = parent[row] ?? -1;
    const lane = freeLane(ends, above < 0 ? 0 : (laneOf[above] ?? 0) + 1, startMs[row] ?? 0);
    laneOf[row] = lane;
    while (ends.length <= lane) ends.push(Number.NEGATIVE_INFINITY);
    ends[lane] = Math.max(ends[lane] ?? 0, shownEndMs(skeleton, row, untilMs));
  }
  return inLanes(skeleton, laneOf, ends.length, [{ depth: null, kind: null, first: 0, count: ends.length }]);
}

function groupedLanes(skeleton: TraceSkeleton, grouping: "depth" | "kind", untilMs: number): Lanes {
  const { count, byStart, startMs } = skeleton;
  const groupOf = grouping === "depth" ? skeleton.depth : skeleton.kind;
  const laneOf = new Int32Array(count);
  const ends: number[][] = [];
  for (const row of byStart) {
    const group = groupOf[row] ?? 0;
    while (ends.length <= group) ends.push([]);
    const own = ends[group] ?? [];
    const lane = freeLane(own, 0, startMs[row] ?? 0);
    laneOf[row] = lane;
    own[lane] = Math.max(own[lane] ?? Number.NEGATIVE_INFINITY, shownEndMs(skeleton, row, untilMs));
  }
  const firsts: number[] = [];
  let total = 0;
  for (const own of ends) {
    firsts.push(total);
    total += own.length;
  }
  for (let row = 0; row < count; row += 1) laneOf[row] = (laneOf[row] ?? 0) + (firsts[groupOf[row] ?? 0] ?? 0);
  const groups = ends.flatMap((own, group): LaneGroup[] => {
    if (own.length === 0) return [];
    const place = { first: firsts[group] ?? 0, count: own.length };
    return grouping === "depth"
      ? [{ ...place, depth: group, kind: null }]
      : [{ ...place, depth: null, kind: KINDS[group] ?? "op" }];
  });
  return inLanes(skeleton, laneOf, total, groups);
}

/** Puts rows lane by lane, each lane in order of start. */
function inLanes({ byStart }: TraceSkeleton, laneOf: Int32Array, count: number, groups: readonly LaneGroup[]): Lanes {
  const begins = new Int32Array(count + 1);
  for (const lane of laneOf) begins[lane + 1] = (begins[lane + 1] ?? 0) + 1;
  for (let lane = 0; lane < count; lane += 1) begins[lane + 1] = (begins[lane + 1] ?? 0) + (begins[lane] ?? 0);
  const next = begins.slice();
  const rows = new Int32Array(laneOf.length);
  for (const row of byStart) {
    const lane = laneOf[row] ?? 0;
    const at = next[lane] ?? 0;
    rows[at] = row;
    next[lane] = at + 1;
  }
  return { count, laneOf, begins, rows, groups };
}

/** Returns the index in `rows` of the lane's first call that starts after a time. */
export function afterTime(lanes: Lanes, { startMs }: TraceSkeleton, lane: number, timeMs: number): number {
  let [low, high] = [lanes.begins[lane] ?? 0, lanes.begins[lane + 1] ?? 0];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((startMs[lanes.rows[middle] ?? 0] ?? 0) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the call of a lane at a time, or the nearest within `nearMs`; -1 if there is none. */
export function rowAtTime(
  lanes: Lanes,
  skeleton: TraceSkeleton,
  at: { readonly lane: number; readonly timeMs: number; readonly nearMs: number; readonly untilMs: number },
): number {
  const { lane, timeMs, nearMs, untilMs } = at;
  if (lane < 0 || lane >= lanes.count) return -1;
  const after = afterTime(lanes, skeleton, lane, timeMs);
  const before = after > (lanes.begins[lane] ?? 0) ? (lanes.rows[after - 1] ?? -1) : -1;
  const next = after < (lanes.begins[lane + 1] ?? 0) ? (lanes.rows[after] ?? -1) : -1;
  const sinceMs = before < 0 ? Number.POSITIVE_INFINITY : Math.max(0, timeMs - shownEndMs(skeleton, before, untilMs));
  const untilNextMs = next < 0 ? Number.POSITIVE_INFINITY : (skeleton.startMs[next] ?? 0) - timeMs;
  if (Math.min(sinceMs, untilNextMs) > nearMs) return -1;
  return sinceMs <= untilNextMs ? before : next;
}
