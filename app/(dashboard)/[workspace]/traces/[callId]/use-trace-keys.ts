"use client";

import { useRouter } from "next/navigation";
import { useKeys } from "@/components/keyboard/use-keys";
import type { TimeView } from "@/components/trace/time/use-time-view";
import type { Folds } from "@/components/trace/tree/use-folds";
import { hasChildren, shownEndMs, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { panned, windowAround, windowShareOf, zoomed } from "@/lib/trace/time/time-window";
import { positionOf } from "@/lib/trace/tree/folds";
import { adjacentSameOp, adjacentSibling } from "@/lib/trace/tree/neighbour-calls";
import type { TraceViewName } from "./search-params";

type TraceKeys = {
  skeleton: TraceSkeleton;
  viewName: TraceViewName;
  /** Rows that the tree or the log draws. */
  rows: Int32Array;
  folds: Folds;
  view: TimeView;
  untilMs: number;
  selectedRow: number;
  listHref: string;
  onSelect: (row: number) => void;
  onNextError: () => void;
  onSearch: () => void;
  /** Clears the search; null when there is none. */
  onClearSearch: (() => void) | null;
  /** Selects the time of the selected call, or clears the selected time. */
  onToggleArea: () => void;
  /** Clears the selected time; null when there is none. */
  onClearArea: (() => void) | null;
};

const PAN = 0.2;
const ZOOM = 0.6;

/** The keys of a trace: they move through its calls, folds and time. */
export function useTraceKeys(keys: TraceKeys): void {
  const router = useRouter();
  const { skeleton, viewName, rows, folds, view, untilMs, selectedRow, onSelect } = keys;
  const select = (row: number) => {
    if (row >= 0 && row < skeleton.count) onSelect(row);
  };
  const isTree = viewName === "tree";
  const isLog = viewName === "log";
  // The log is in the order of time, the tree in that of its rows.
  const at = isLog ? rows.indexOf(selectedRow) : positionOf(rows, selectedRow);
  const move = (by: 1 | -1) => select(rows[Math.max(0, at + by)] ?? -1);
  const up = () => select(skeleton.parent[selectedRow] ?? -1);
  const isFolded = folds.folded[selectedRow] === 1;
  const canFold = selectedRow >= 0 && hasChildren(skeleton, selectedRow);
  const zoomBy = (factor: number) => {
    const middleMs = ((skeleton.startMs[selectedRow] ?? 0) + shownEndMs(skeleton, selectedRow, untilMs)) / 2;
    const share = selectedRow < 0 ? 0.5 : windowShareOf(view.window, middleMs);
    view.show(zoomed(view.window, factor, share >= 0 && share <= 1 ? share : 0.5));
  };
  const hasLanes = viewName === "timeline" || viewName === "flame";
  const hasTime = isTree || hasLanes;
  const isGraph = viewName === "graph";
  useKeys(
    "trace",
    isTree
      ? {
          ArrowDown: () => move(1),
          ArrowUp: () => move(-1),
          ArrowLeft: () => (canFold && !isFolded ? folds.fold(selectedRow, true) : up()),
          ArrowRight: () => isFolded && folds.fold(selectedRow, false),
        }
      : {},
  );
  useKeys("trace", isLog ? { ArrowDown: () => move(1), ArrowUp: () => move(-1) } : {});
  useKeys(
    "trace",
    hasLanes
      ? {
          ArrowDown: () => canFold && select(selectedRow + 1),
          ArrowUp: up,
          ArrowLeft: () => select(adjacentSibling(skeleton, selectedRow, -1)),
          ArrowRight: () => select(adjacentSibling(skeleton, selectedRow, 1)),
          t: keys.onToggleArea,
        }
      : {},
  );
  useKeys(
    "trace",
    hasTime
      ? {
          w: () => zoomBy(ZOOM),
          s: () => zoomBy(1 / ZOOM),
          a: () => view.show(panned(view.window, -PAN)),
          d: () => view.show(panned(view.window, PAN)),
          f: () => {
            if (selectedRow < 0) return;
            const startMs = skeleton.startMs[selectedRow] ?? 0;
            view.show(windowAround(view.axis, startMs, shownEndMs(skeleton, selectedRow, untilMs)));
          },
          "0": view.showAll,
        }
      : {},
  );
  useKeys("trace", {
    j: () => move(1),
    k: () => move(-1),
    // The graph moves through the calls of a step, which may be one of several of the op.
    ".": isGraph ? undefined : () => select(adjacentSameOp(skeleton, selectedRow, 1)),
    ",": isGraph ? undefined : () => select(adjacentSameOp(skeleton, selectedRow, -1)),
    n: keys.onNextError,
  });
  useKeys("everywhere", {
    "/": viewName === "statistics" ? undefined : keys.onSearch,
    Escape: () => {
      const clear = (hasLanes ? keys.onClearArea : null) ?? keys.onClearSearch;
      if (clear) clear();
      else router.push(keys.listHref);
    },
  });
}
