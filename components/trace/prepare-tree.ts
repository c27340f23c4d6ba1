import type { Kind } from "@/components/ui/glyph/kind-glyph";
import type { Status } from "@/components/ui/glyph/status-glyph";
import type { Call } from "@/lib/api/contract/calls";
import { parseTime } from "@/lib/format/time";
import { callDurationMs, callKind, callName, callStatus } from "./prepare-call";

/** One row of the tree, with the guides that are drawn before it. */
export interface TreeRow {
  readonly id: string;
  readonly name: string;
  readonly kind: Kind;
  readonly status: Status;
  readonly depth: number;
  /** For each level above, at most 32: whether the thread goes on below this row. */
  readonly guides: readonly boolean[];
  readonly isLast: boolean;
  readonly childCount: number;
  /** All calls below, children of children too. */
  readonly descendantCount: number;
  readonly hasErrorInside: boolean;
  readonly isFolded: boolean;
  /** The parent is not among the calls: it was not stored, or belongs to another trace. */
  readonly isOrphan: boolean;
  readonly parentId: string | null;
  readonly durationMs: number | null;
  /** Milliseconds after the start of the trace. */
  readonly offsetMs: number;
}

const MAX_GUIDES = 32;

interface Node {
  readonly call: Call;
  readonly children: Node[];
  readonly startedMs: number;
  descendantCount: number;
  hasErrorInside: boolean;
}

export interface Trace {
  readonly rows: readonly TreeRow[];
  /** From the first start to the last end. */
  readonly durationMs: number;
  readonly callCount: number;
  readonly errorCount: number;
}

/**
 * The calls of a trace as the rows of a tree, siblings by start. Calls whose parent is missing stand at the root and say
 * so; a ring of parents is broken at its first call, so that nothing is lost.
 */
export function traceTree(calls: readonly Call[], folded: ReadonlySet<string>, nowMs: number): Trace {
  const nodes = new Map<string, Node>();
  for (const call of calls) {
    const startedMs = parseTime(call.started_at) ?? 0;
    nodes.set(call.id, { call, children: [], startedMs, descendantCount: 0, hasErrorInside: false });
  }
  const roots = attach(nodes);
  const order = (left: Node, right: Node) =>
    left.startedMs - right.startedMs ||
    fractionOf(left.call.started_at) - fractionOf(right.call.started_at) ||
    (left.call.id < right.call.id ? -1 : 1);
  const all = [...nodes.values()];
  for (const node of all) node.children.sort(order);
  roots.sort(order);
  summarise(roots);
  const firstMs = all.reduce((first, node) => Math.min(first, node.startedMs), Number.POSITIVE_INFINITY);
  const rows: TreeRow[] = [];
  const stack = roots
    .map((node, index) => ({ node, depth: 0, guides: [] as readonly boolean[], isLast: index === roots.length - 1 }))
    .reverse();
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, depth, guides, isLast } = next;
    const row = treeRow(node, { depth, guides, isLast, firstMs, nowMs, isFolded: folded.has(node.call.id), nodes });
    rows.push(row);
    if (row.isFolded) continue;
    // Below so many levels the indentation stops; the level is still told to readers.
    const inner = guides.length < MAX_GUIDES ? [...guides, !isLast] : guides;
    node.children
      .map((child, index) => ({
        node: child,
        depth: depth + 1,
        guides: inner,
        isLast: index === node.children.length - 1,
      }))
      .reverse()
      .forEach((child) => {
        stack.push(child);
      });
  }
  const ends = all.map((node) => node.startedMs + (callDurationMs(node.call, nowMs) ?? 0));
  return {
    rows,
    durationMs: all.length === 0 ? 0 : ends.reduce((last, end) => Math.max(last, end), firstMs) - firstMs,
    callCount: all.length,
    errorCount: all.filter((node) => callStatus(node.call) === "error").length,
  };
}

/** The part of a second that a time names, to the nanosecond: programs start several calls in one millisecond. */
function fractionOf(time: string): number {
  return Number(`0${/\.\d+/.exec(time)?.[0] ?? ""}`);
}

/** Hangs each node under its parent; returns the roots. A ring of parents is broken at its earliest call. */
function attach(nodes: ReadonlyMap<string, Node>): Node[] {
  const roots: Node[] = [];
  for (const node of nodes.values()) {
    const parent = nodes.get(node.call.parent_id ?? "");
    if (parent && parent !== node) parent.children.push(node);
    else roots.push(node);
  }
  const reached = new Set<Node>();
  reach(roots, reached);
  const rest = [...nodes.values()].sort((left, right) => left.startedMs - right.startedMs);
  for (const node of rest) {
    if (reached.has(node)) continue;
    const siblings = nodes.get(node.call.parent_id ?? "")?.children;
    siblings?.splice(siblings.indexOf(node), 1);
    roots.push(node);
    reach([node], reached);
  }
  return roots;
}

/** Adds everything below some nodes to a set. */
function reach(from: readonly Node[], reached: Set<Node>): void {
  const stack = [...from];
  for (let node = stack.pop(); node; node = stack.pop()) {
    reached.add(node);
    for (const child of node.children) stack.push(child);
  }
}

/** Counts descendants and finds errors inside, from the leaves up and without recursion: traces can be deep. */
function summarise(roots: readonly Node[]): void {
  const order: Node[] = [];
  const stack = [...roots];
  for (let node = stack.pop(); node; node = stack.pop()) {
    order.push(node);
    for (const child of node.children) stack.push(child);
  }
  for (const node of order.reverse()) {
    for (const child of node.children) {
      node.descendantCount += 1 + child.descendantCount;
      node.hasErrorInside ||= child.hasErrorInside || callStatus(child.call) === "error";
    }
  }
}

type RowPlace = {
  depth: number;
  guides: readonly boolean[];
  isLast: boolean;
  firstMs: number;
  nowMs: number;
  isFolded: boolean;
  nodes: ReadonlyMap<string, Node>;
};

function treeRow(node: Node, place: RowPlace): TreeRow {
  const { call } = node;
  const parentId = call.parent_id ?? null;
  return {
    id: call.id,
    name: callName(call),
    kind: callKind(call),
    status: callStatus(call),
    depth: place.depth,
    guides: place.guides,
    isLast: place.isLast,
    childCount: node.children.length,
    descendantCount: node.descendantCount,
    hasErrorInside: node.hasErrorInside,
    isFolded: place.isFolded && node.children.length > 0,
    isOrphan: parentId !== null && !place.nodes.has(parentId),
    parentId,
    durationMs: callDurationMs(call, place.nowMs),
    offsetMs: node.startedMs - place.firstMs,
  };
}

/** The ids from a row up to its root, the row itself first. */
export function pathToRoot(rows: readonly TreeRow[], id: string): ReadonlySet<string> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const path = new Set<string>();
  for (let row = byId.get(id); row && !path.has(row.id); row = byId.get(row.parentId ?? "")) path.add(row.id);
  return path;
}
