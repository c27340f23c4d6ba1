"use client";

import { useCallback, useMemo, useRef, useState } from "react";
import { blocksOf } from "@/components/calls/previews/row-blocks";
import { useBlockPreviews } from "@/components/calls/previews/use-block-previews";
import { useFoundMarks } from "@/components/find/use-found-marks";
import { DataTable } from "@/components/table/data-table";
import { firstArrangement } from "@/lib/table/column-arrangement";
import { idOf, statusOf, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import type { Workspace } from "@/lib/workspace/workspace";
import { logColumns } from "./log-columns";
import { durationDomain, type LogRow, logRow, logRowTone } from "./prepare-log-row";

const ROW_HEIGHT_PX = 28;
const noMore = () => undefined;

type TraceLogProps = {
  workspace: Workspace;
  skeleton: TraceSkeleton;
  /** End of running calls, in milliseconds after the start. */
  untilMs: number;
  /** The listed rows of the trace, in order. */
  rows: Int32Array;
  /** The search that the rows match; empty for none. */
  searchText: string;
  selectedRow: number;
  onSelect: (row: number) => void;
};

/** All calls of a trace in one list, in the order of their starts. Payloads load for the rows on the screen. */
export function TraceLog({ workspace, skeleton, untilMs, rows, searchText, selectedRow, onSelect }: TraceLogProps) {
  const { connectionId, projectId } = workspace;
  const frame = useRef<HTMLDivElement>(null);
  useFoundMarks(frame, searchText);
  const [arrangement, setArrangement] = useState(() => firstArrangement(logColumns));
  const [range, setRange] = useState({ first: 0, last: 0 });
  const onRangeChange = useCallback((first: number, last: number) => {
    setRange((before) => (before.first === first && before.last === last ? before : { first, last }));
  }, []);
  const blocks = useMemo(() => {
    const rowAt = (index: number) => {
      const row = rows[index];
      return row === undefined
        ? undefined
        : { id: idOf(skeleton, row), isRunning: statusOf(skeleton, row) === "running" };
    };
    return blocksOf(rows.length, rowAt, range);
  }, [skeleton, rows, range]);
  const { previews, areSettled } = useBlockPreviews({ connectionId, projectId, blocks, isEnabled: true });
  const domain = useMemo(() => durationDomain(skeleton, untilMs), [skeleton, untilMs]);
  const rowAt = useCallback(
    (index: number): LogRow | undefined => {
      const row = rows[index];
      if (row === undefined) return undefined;
      const payload = previews.get(idOf(skeleton, row)) ?? (areSettled ? null : undefined);
      return logRow(skeleton, row, { untilMs, durationDomain: domain, payload });
    },
    [skeleton, rows, untilMs, domain, previews, areSettled],
  );
  const selected = useMemo(
    () => new Set(selectedRow < 0 ? [] : [idOf(skeleton, selectedRow)]),
    [skeleton, selectedRow],
  );
  return (
    <div ref={frame} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <DataTable<LogRow>
        label="Log of this trace"
        columns={logColumns}
        count={rows.length}
        rowAt={rowAt}
        rowId={({ id }) => id}
        listKey={searchText}
        contentKey={searchText}
        rowHeightPx={ROW_HEIGHT_PX}
        totalCount={rows.length}
        sort={null}
        onSortChange={noMore}
        arrangement={arrangement}
        onArrange={setArrangement}
        selected={selected}
        cursorIndex={rows.indexOf(selectedRow)}
        takesFocus
        rowTone={logRowTone}
        onRowPressed={({ row }) => onSelect(row)}
        onNearEnd={noMore}
        onRangeChange={onRangeChange}
      />
    </div>
  );
}
