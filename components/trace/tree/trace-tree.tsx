"use client";

import { useMemo, useRef } from "react";
import { useLatest } from "@/components/browser/use-latest";
import { useSize } from "@/components/browser/use-size";
import { GridBody } from "@/components/grid/grid-body";
import { useVisibleRows } from "@/components/grid/use-visible-rows";
import { TimeGrid, TimeHead } from "@/components/trace/time/time-head";
import { useTimeGestures } from "@/components/trace/time/use-time-gestures";
import type { TimeView } from "@/components/trace/time/use-time-view";
import type { SubjectScore } from "@/lib/api/contract/feedback/scores";
import { classNames } from "@/lib/style/class-names";
import { pathOf } from "@/lib/trace/skeleton/trace-skeleton";
import { windowAround } from "@/lib/trace/time/time-window";
import { positionOf } from "@/lib/trace/tree/folds";
import { subtreeUsage } from "@/lib/trace/tree/subtree-usage";
import { treeRow, type VisibleTreeRows } from "@/lib/trace/tree/tree-rows";
import { type TreeColumn, treeColumnLabels, useTreeColumns } from "./tree-columns";
import { TreeRowView } from "./tree-row";
import { useStableRows } from "./use-stable-rows";

type TraceTreeProps = {
  drawn: VisibleTreeRows;
  view: TimeView;
  selectedRow: number;
  /** Rows that match the search, in order; null without a search. */
  matches: Int32Array | null;
  /** Scores of calls by id. */
  scores?: ReadonlyMap<string, readonly SubjectScore[]>;
  onSelect: (row: number) => void;
  onFold: (row: number, isFolded: boolean) => void;
};

const ROW_PX = 26;
const HEAD_PX = 26;

const COLUMN_PX = 76;

/** The width of the time axis, which makes room for columns. */
const AXIS = { wide: "[--axis-w:46%] max-md:[--axis-w:32%]", narrow: "[--axis-w:34%] max-md:[--axis-w:26%]" };

/** Narrower panes scroll sideways. */
const MIN_WIDTH_PX = 420;

const AXIS_WIDTH = "var(--axis-w)";

/** The call, its duration, the chosen columns, and the axis. */
const gridOf = ({ length }: readonly TreeColumn[]) => ({
  gridTemplateColumns: `minmax(0, 1fr) repeat(${length + 1}, ${COLUMN_PX}px) ${AXIS_WIDTH}`,
});

/** The calls of a trace: tree on the left, time bars on the right. */
export function TraceTree({ drawn, view, selectedRow, matches, scores, ...listeners }: TraceTreeProps) {
  const frame = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const onSelect = useLatest(listeners.onSelect);
  const onFold = useLatest(listeners.onFold);
  const { skeleton, visible } = drawn;
  const count = visible.rows.length;
  const [columns] = useTreeColumns();
  const hasColumns = columns.length > 0;
  const usage = useMemo(() => (hasColumns ? subtreeUsage(skeleton) : null), [hasColumns, skeleton]);
  const drawnRows = useMemo(() => ({ ...drawn, usage }), [drawn, usage]);
  const path = useMemo(() => new Set(selectedRow < 0 ? [] : pathOf(skeleton, selectedRow)), [skeleton, selectedRow]);
  const visibleRows = useVisibleRows(frame, {
    count,
    rowHeightPx: ROW_PX,
    headHeightPx: HEAD_PX,
    cursorIndex: positionOf(visible.rows, selectedRow),
  });
  const { first, end } = visibleRows;
  const rows = useStableRows(drawnRows, first, end);
  useTimeGestures({
    frame,
    track,
    view,
    onDoubleClick: (event) => {
      const top = frame.current?.getBoundingClientRect().top ?? 0;
      const at = Math.floor((event.clientY - top - HEAD_PX + (frame.current?.scrollTop ?? 0)) / ROW_PX);
      const isOnBar = event.target instanceof Element && event.target.tagName === "B";
      if (!isOnBar || at < 0 || at >= count) return view.showAll();
      const row = treeRow(drawn, at);
      view.show(windowAround(view.axis, row.startMs, row.endMs));
    },
  });
  return (
    <div ref={frame} className="min-h-0 flex-1 overflow-auto [scrollbar-gutter:stable]">
      <div
        style={{ minWidth: MIN_WIDTH_PX + columns.length * COLUMN_PX }}
        className={classNames("relative", hasColumns ? AXIS.narrow : AXIS.wide)}
      >
        <div
          style={gridOf(columns)}
          className="sticky top-0 z-10 grid h-[26px] border-b border-line bg-sunken text-micro leading-[25px] text-ink-3"
        >
          <span className="pl-4 font-medium">Call</span>
          <span className="pr-2.5 text-right font-medium">Duration</span>
          {columns.map((column) => (
            <span key={column} className="pr-2.5 text-right font-medium">
              {treeColumnLabels[column]}
            </span>
          ))}
          <div ref={track} className="relative h-full overflow-hidden border-l border-line">
            <TimeHead window={view.window} className="absolute inset-0" />
          </div>
        </div>
        <Ground window={view.window} columns={columns} />
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows fold and take the selection
          role="treegrid"
          aria-label="Calls in this trace"
          aria-rowcount={count}
          className="relative w-full table-fixed border-separate border-spacing-0 text-small"
        >
          <colgroup>
            <col />
            <col style={{ width: COLUMN_PX }} />
            {columns.map((column) => (
              <col key={column} style={{ width: COLUMN_PX }} />
            ))}
            <col style={{ width: AXIS_WIDTH }} />
          </colgroup>
          <GridBody rows={visibleRows} span={columns.length + 3}>
            {rows.map((row, at) => (
              <TreeRowView
                key={row.id}
                row={row}
                position={first + at}
                window={view.window}
                columns={columns}
                isSelected={row.row === selectedRow}
                isOnPath={path.has(row.row)}
                isMatch={matches !== null && positionOf(matches, row.row) >= 0}
                scores={scores?.get(row.id)}
                onSelect={onSelect}
                onFold={onFold}
              />
            ))}
          </GridBody>
        </table>
      </div>
    </div>
  );
}

/** The axis lines behind all rows. */
function Ground({ window, columns }: { window: TimeView["window"]; columns: readonly TreeColumn[] }) {
  const track = useRef<HTMLDivElement>(null);
  const width = useSize(track)?.width ?? 0;
  return (
    <div
      aria-hidden="true"
      style={gridOf(columns)}
      className="pointer-events-none absolute inset-x-0 top-[26px] bottom-0 grid"
    >
      <div ref={track} className="relative col-end-[-1]">
        <TimeGrid window={window} width={width} />
      </div>
    </div>
  );
}
