import type { Kind } from "@/lib/calls/call-kind";
import type { Status } from "@/lib/format/status";
import {
  descendantCount,
  durationOf,
  ENDS_BEFORE_START,
  hasChildren,
  IS_CYCLE,
  IS_ORPHAN,
  idOf,
  kindOf,
  nameOf,
  noteOf,
  pathOf,
  shownEndMs,
  statusOf,
  type TraceSkeleton,
} from "@/lib/trace/skeleton/trace-skeleton";
import { isLastSibling, positionOf, type VisibleRows } from "./folds";
import type { SubtreeUsage } from "./subtree-usage";

/** Maximum indentation in levels; below it the level is shown as a number, so that names keep their width. */
export const MAX_GUIDES = 8;

/** One row of the tree, with its guide lines. */
export interface TreeRow {
  readonly row: number;
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly kind: Kind;
  readonly status: Status;
  readonly depth: number;
  /** For each drawn level above: true if its guide line continues below this row. */
  readonly guides: readonly boolean[];
  readonly isLast: boolean;
  readonly hasChildren: boolean;
  readonly isFolded: boolean;
  /** The number of descendants. */
  readonly countBelow: number;
  readonly errorsBelow: number;
  /** A problem with its parent, if any. */
  readonly parentProblem: "missing" | "ring" | null;
  /** True if its end is before its start: it is drawn without a duration. */
  readonly endsBeforeStart: boolean;
  /** The row and the name of the call at which its tokens count, where that reports the same request; else -1 and "". */
  readonly countedRow: number;
  readonly countedName: string;
  readonly durationMs: number | null;
  readonly startMs: number;
  readonly endMs: number;
  /** True if it is on the critical path; null while that is not marked. */
  readonly isCritical: boolean | null;
  /** True while it runs: the drawn end is provisional. */
  readonly isOpen: boolean;
  /** With the calls below it; null where none reports it, and while no column shows it. */
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
  readonly costUsd: number | null;
}

/** The drawn part of a trace: its rows and folds. */
export interface VisibleTreeRows {
  readonly skeleton: TraceSkeleton;
  readonly visible: VisibleRows;
  readonly folded: Uint8Array;
  /** End of running calls, in milliseconds after the start. */
  readonly untilMs: number;
  /** 1 for rows on the critical path; null while it is not marked. */
  readonly critical?: Uint8Array | null;
  /** Null while no column shows it. */
  readonly usage?: SubtreeUsage | null;
}

/** Returns the row at a position among the visible rows. */
export function treeRow(drawn: VisibleTreeRows, position: number): TreeRow {
  const { skeleton, visible, folded, untilMs, critical, usage } = drawn;
  const row = visible.rows[position] ?? 0;
  const status = statusOf(skeleton, row);
  const flags = skeleton.flags[row] ?? 0;
  const countedRow = skeleton.countedRow[row] ?? -1;
  return {
    row,
    id: idOf(skeleton, row),
    name: nameOf(skeleton, row),
    note: noteOf(skeleton, row),
    kind: kindOf(skeleton, row),
    status,
    depth: skeleton.depth[row] ?? 0,
    guides: guidesOf(skeleton, visible, row),
    isLast: isLastSibling(skeleton, visible, position),
    hasChildren: hasChildren(skeleton, row),
    isFolded: folded[row] === 1,
    countBelow: descendantCount(skeleton, row),
    errorsBelow: skeleton.errorsBelow[row] ?? 0,
    parentProblem: flags & IS_ORPHAN ? "missing" : flags & IS_CYCLE ? "ring" : null,
    countedRow,
    countedName: countedRow === -1 ? "" : nameOf(skeleton, countedRow),
    endsBeforeStart: (flags & ENDS_BEFORE_START) !== 0,
    durationMs: durationOf(skeleton, row, untilMs),
    startMs: skeleton.startMs[row] ?? 0,
    endMs: shownEndMs(skeleton, row, untilMs),
    isCritical: critical ? critical[row] === 1 : null,
    isOpen: status === "running" && Number.isNaN(skeleton.endMs[row]),
    tokensIn: known(usage?.tokensIn[row]),
    tokensOut: known(usage?.tokensOut[row]),
    costUsd: known(usage?.costUsd[row]),
  };
}

const known = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);

/** True if two rows look the same. */
export function isSameRow(left: TreeRow, right: TreeRow): boolean {
  const { guides, ...one } = left;
  const { guides: otherGuides, ...other } = right;
  return (
    guides.length === otherGuides.length &&
    guides.every((goesOn, level) => goesOn === otherGuides[level]) &&
    (Object.keys(one) as (keyof typeof one)[]).every((name) => Object.is(one[name], other[name]))
  );
}

function guidesOf(skeleton: TraceSkeleton, visible: VisibleRows, row: number): readonly boolean[] {
  const levels = Math.min(skeleton.depth[row] ?? 0, MAX_GUIDES);
  const path = pathOf(skeleton, row);
  return Array.from({ length: levels }, (_, level) => {
    const above = path[path.length - 2 - level] ?? row;
    return !isLastSibling(skeleton, visible, positionOf(visible.rows, above));
  });
}
