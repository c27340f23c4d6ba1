import type { SkeletonCall } from "./skeleton-call";

/** Calls in depth-first order: the call in each row, and the row of its parent. */
export interface TreeOrder {
  /** Index of the call in each row. */
  readonly calls: Int32Array;
  /** Row of each call. */
  readonly rows: Int32Array;
  /** Row of the parent of each row; -1 at the top. */
  readonly parent: Int32Array<ArrayBuffer>;
  readonly depth: Int32Array<ArrayBuffer>;
  /** The row after the last one below each row. */
  readonly end: Int32Array<ArrayBuffer>;
  /** Calls at which a cycle of parents was cut. */
  readonly cut: ReadonlySet<number>;
  /** Indices of calls by start. */
  readonly byStart: readonly number[];
}

const NONE = -1;

/** Orders calls as a tree, siblings by start. Nothing is lost: orphans and cut cycles are at the top level. */
export function orderCalls(calls: readonly SkeletonCall[], indexOf: ReadonlyMap<string, number>): TreeOrder {
  const byStart = startOrder(calls);
  const parents = Int32Array.from(calls, (call, index) => {
    const parent = call.parentId === "" ? NONE : (indexOf.get(call.parentId) ?? NONE);
    return parent === index ? NONE : parent;
  });
  const cut = breakCycles(calls, parents, byStart);
  return { ...depthFirst(parents, byStart), byStart, cut };
}

function startOrder(calls: readonly SkeletonCall[]): readonly number[] {
  const order = calls.map((_, index) => index);
  return order.sort((left, right) => {
    const [a, b] = [calls[left], calls[right]];
    if (!a || !b) return 0;
    return startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1);
  });
}

const startOf = (call: SkeletonCall) => (Number.isNaN(call.startMs) ? 0 : call.startMs);

/** Removes the parent of the earliest call of each cycle; a call that is its own parent is a cycle of one. */
function breakCycles(calls: readonly SkeletonCall[], parents: Int32Array, byStart: readonly number[]): Set<number> {
  const cut = new Set<number>();
  calls.forEach((call, index) => {
    if (call.id === call.parentId) cut.add(index);
  });
  const rank = new Int32Array(calls.length);
  byStart.forEach((call, place) => {
    rank[call] = place;
  });
  /** 0 for not visited, otherwise one more than the walk that visited it. */
  const seen = new Int32Array(calls.length);
  for (let from = 0; from < calls.length; from += 1) {
    let at = from;
    while (at !== NONE && seen[at] === 0) {
      seen[at] = from + 1;
      at = parents[at] ?? NONE;
    }
    if (at === NONE || seen[at] !== from + 1) continue;
    let first = at;
    for (let member = parents[at] ?? NONE; member !== at; member = parents[member] ?? NONE) {
      if ((rank[member] ?? 0) < (rank[first] ?? 0)) first = member;
    }
    parents[first] = NONE;
    cut.add(first);
  }
  return cut;
}

/** Without recursion: traces are deep. */
function depthFirst(parents: Int32Array, byStart: readonly number[]): Omit<TreeOrder, "byStart" | "cut"> {
  const count = parents.length;
  const firstChild = new Int32Array(count + 1).fill(NONE);
  const nextSibling = new Int32Array(count).fill(NONE);
  // From the last start to the first, each inserted before the others; the slot after the last call holds the top
  // level.
  for (let place = count - 1; place >= 0; place -= 1) {
    const call = byStart[place] ?? 0;
    const above = parents[call] === NONE ? count : (parents[call] ?? count);
    nextSibling[call] = firstChild[above] ?? NONE;
    firstChild[above] = call;
  }
  const [calls, rows] = [new Int32Array(count), new Int32Array(count)];
  const [parent, depth, end] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  let row = 0;
  let next = firstChild[count] ?? NONE;
  while (next !== NONE) {
    const above = parents[next] ?? NONE;
    calls[row] = next;
    rows[next] = row;
    parent[row] = above === NONE ? NONE : (rows[above] ?? NONE);
    depth[row] = above === NONE ? 0 : (depth[rows[above] ?? 0] ?? 0) + 1;
    row += 1;
    next = following(next, { firstChild, nextSibling, parents });
  }
  for (let at = count - 1; at >= 0; at -= 1) {
    end[at] = Math.max(end[at] ?? 0, at + 1);
    const above = parent[at] ?? NONE;
    if (above !== NONE) end[above] = Math.max(end[above] ?? 0, end[at] ?? 0);
  }
  return { calls, rows, parent, depth, end };
}

type Links = { firstChild: Int32Array; nextSibling: Int32Array; parents: Int32Array };

/**
 * Returns the next call in depth-first order: the first child, else the next sibling of the nearest call that has one.
 */
function following(call: number, { firstChild, nextSibling, parents }: Links): number {
  if (firstChild[call] !== NONE) return firstChild[call] ?? NONE;
  for (let at = call; at !== NONE; at = parents[at] ?? NONE) {
    if (nextSibling[at] !== NONE) return nextSibling[at] ?? NONE;
  }
  return NONE;
}
