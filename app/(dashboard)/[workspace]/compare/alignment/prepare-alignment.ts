import type { ComparedSide, SideNode } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-side";

/** The calls of several sides that are the same step; null where a side has no matching call. */
export interface AlignedRow {
  /** The side and id of its first member: stable as long as the base is. */
  readonly key: string;
  readonly depth: number;
  /** Index of the row above; -1 at the top. */
  readonly parent: number;
  readonly childCount: number;
  /** By column, in the order of the sides. */
  readonly members: readonly (SideNode | null)[];
  /** By column: the row in which this call of the base, or of this column, has another position. */
  readonly movedTo: readonly (string | null)[];
}

export interface Alignment {
  /** In tree order: parents before their children. */
  readonly rows: readonly AlignedRow[];
  /** True when some calls had too many children for an exact alignment: those were matched with nearby ones. */
  readonly isCoarse: boolean;
}

/** Pairs of children that are compared exactly for one parent, and for the entire comparison. */
const MAX_PAIRS = 1_000_000;
const MAX_TOTAL_PAIRS = 4_000_000;

/** How far the coarse alignment looks ahead. */
const WINDOW = 32;

/** One match outweighs any number of equal names: names only choose between equally many matches. */
const MATCH = 4096;
const SAME_NAME = 1;

type Members = readonly (SideNode | null)[];

interface Budget {
  pairs: number;
  isCoarse: boolean;
}

/**
 * Aligns sides by op and position: the children of matched calls are matched in order, as many as possible, by the
 * longest common subsequence of their ops. The base comes first; each further side is aligned with the result for the
 * sides before it, so that calls which the base lacks are aligned with each other too.
 *
 * Time grows with the product of the numbers of children; above a limit the children of a call are matched with nearby
 * ones.
 *
 * @param base index of the side that determines the order
 */
export function alignSides(sides: readonly (ComparedSide | null)[], base: number): Alignment {
  const order = [base, ...sides.keys()].filter((column, at) => at === 0 || column !== base);
  const budget: Budget = { pairs: MAX_TOTAL_PAIRS, isCoarse: false };
  const rows: AlignedRow[] = [];
  const stack: { members: Members; depth: number; parent: number; movedTo: readonly (string | null)[] }[] = [];
  const push = (lists: readonly (readonly SideNode[])[], depth: number, parent: number) => {
    const merged = mergeLists(lists, order, budget);
    const moves = findMoves(merged, base, order);
    for (let at = merged.length - 1; at >= 0; at -= 1) {
      const members = merged[at];
      if (members) stack.push({ members, depth, parent, movedTo: moves[at] ?? members.map(() => null) });
    }
    return merged.length;
  };
  push(
    sides.map((side) => side?.roots ?? []),
    0,
    -1,
  );
  for (let next = stack.pop(); next; next = stack.pop()) {
    const index = rows.length;
    const childCount = push(
      next.members.map((member) => member?.children ?? []),
      next.depth + 1,
      index,
    );
    rows.push({ key: keyOf(next.members, order), childCount, ...next });
  }
  return { rows, isCoarse: budget.isCoarse };
}

function keyOf(members: Members, order: readonly number[]): string {
  const column = order.find((candidate) => members[candidate]) ?? 0;
  return `${column} ${members[column]?.id ?? ""}`;
}

/** Adds the children of one row: for each side in turn, matching children are merged into existing rows. */
function mergeLists(
  lists: readonly (readonly SideNode[])[],
  order: readonly number[],
  budget: Budget,
): readonly Members[] {
  let merged: readonly Members[] = [];
  for (const column of order) {
    const list = lists[column] ?? [];
    if (list.length === 0) continue;
    const heads = merged.flatMap((members) => order.map((at) => members[at]).find((member) => member) ?? []);
    const alone = (node: SideNode): Members => lists.map((_, at) => (at === column ? node : null));
    merged = mergeBranches(merged, list, matchSequences(heads, list, budget), column, alone);
  }
  return merged;
}

function mergeBranches(
  merged: readonly Members[],
  list: readonly SideNode[],
  pairs: readonly (readonly [number, number])[],
  column: number,
  alone: (node: SideNode) => Members,
): readonly Members[] {
  const woven: Members[] = [];
  let [left, right] = [0, 0];
  for (const [leftAt, rightAt] of [...pairs, [merged.length, list.length] as const]) {
    woven.push(...merged.slice(left, leftAt), ...list.slice(right, rightAt).map(alone));
    const [members, node] = [merged[leftAt], list[rightAt]];
    if (members && node) woven.push(members.map((member, at) => (at === column ? node : member)));
    [left, right] = [leftAt + 1, rightAt + 1];
  }
  return woven;
}

/** Pairs of positions with the same op, rising on both sides. */
function matchSequences(
  left: readonly SideNode[],
  right: readonly SideNode[],
  budget: Budget,
): readonly (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let from = 0;
  while (from < left.length && from < right.length && isSame(left[from], right[from])) {
    pairs.push([from, from]);
    from += 1;
  }
  const cells = (left.length - from) * (right.length - from);
  if (cells === 0) return pairs;
  const isExact = cells <= MAX_PAIRS && cells <= budget.pairs;
  if (isExact) budget.pairs -= cells;
  else budget.isCoarse = true;
  const rest = (isExact ? matchExactly : matchNearby)(left.slice(from), right.slice(from));
  return [...pairs, ...rest.map(([leftAt, rightAt]) => [leftAt + from, rightAt + from] as const)];
}

function isSame(left: SideNode | undefined, right: SideNode | undefined): boolean {
  return left !== undefined && right !== undefined && left.op === right.op && left.name === right.name;
}

function pairScore(left: SideNode | undefined, right: SideNode | undefined): number {
  if (left === undefined || right === undefined || left.op !== right.op) return 0;
  return left.name === right.name ? MATCH + SAME_NAME : MATCH;
}

/** The heaviest common subsequence; of equal ones the earliest match. */
function matchExactly(left: readonly SideNode[], right: readonly SideNode[]): (readonly [number, number])[] {
  const width = right.length + 1;
  const best = new Int32Array((left.length + 1) * width);
  const bestAt = (row: number, column: number) => best[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const value = pairScore(left[row], right[column]);
      const taken = value === 0 ? 0 : value + bestAt(row + 1, column + 1);
      best[row * width + column] = Math.max(taken, bestAt(row + 1, column), bestAt(row, column + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let [row, column] = [0, 0];
  while (row < left.length && column < right.length) {
    const value = pairScore(left[row], right[column]);
    if (value > 0 && bestAt(row, column) === value + bestAt(row + 1, column + 1)) {
      pairs.push([row, column]);
      row += 1;
      column += 1;
    } else if (bestAt(row, column + 1) >= bestAt(row + 1, column)) column += 1;
    else row += 1;
  }
  return pairs;
}

/** Takes the nearest match each time: linear time, and good when the sides are very similar. */
function matchNearby(left: readonly SideNode[], right: readonly SideNode[]): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let [row, column] = [0, 0];
  while (row < left.length && column < right.length) {
    const nearestPair = nearest(left, right, row, column);
    if (nearestPair) {
      pairs.push(nearestPair);
      [row, column] = [nearestPair[0] + 1, nearestPair[1] + 1];
    } else {
      row += 1;
      column += 1;
    }
  }
  return pairs;
}

function nearest(left: readonly SideNode[], right: readonly SideNode[], row: number, column: number) {
  for (let distance = 0; distance <= WINDOW; distance += 1) {
    for (let ahead = 0; ahead <= distance; ahead += 1) {
      const place = [row + ahead, column + distance - ahead] as const;
      if (pairScore(left[place[0]], right[place[1]]) > 0) return place;
    }
  }
  return null;
}

/** Marks calls of one op that have another position among the same siblings as moved, not as missing and added. */
function findMoves(
  merged: readonly Members[],
  base: number,
  order: readonly number[],
): readonly (readonly (string | null)[])[] {
  const moves = merged.map((members) => members.map((): string | null => null));
  for (const column of order) {
    if (column === base) continue;
    const removedByOp = new Map<string, number[]>();
    merged.forEach((members, at) => {
      const op = members[base]?.op;
      if (op === undefined || members[column]) return;
      const places = removedByOp.get(op);
      if (places) places.push(at);
      else removedByOp.set(op, [at]);
    });
    if (removedByOp.size === 0) continue;
    merged.forEach((members, at) => {
      const node = members[column];
      const from = node && !members[base] ? removedByOp.get(node.op)?.shift() : undefined;
      const origin = from === undefined ? undefined : merged[from];
      const [here, there] = [moves[at], from === undefined ? undefined : moves[from]];
      if (!origin || !here || !there) return;
      here[column] = keyOf(origin, order);
      there[column] = keyOf(members, order);
    });
  }
  return moves;
}
