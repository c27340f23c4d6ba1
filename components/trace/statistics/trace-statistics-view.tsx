"use client";

import { useQueryState } from "nuqs";
import { useCallback, useMemo, useState } from "react";
import { DataTable } from "@/components/table/data-table";
import { parseAsSort } from "@/components/table/sort-param";
import { ProgressBar } from "@/components/ui/progress-bar";
import { opLabel } from "@/lib/calls/call-facts";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { firstArrangement } from "@/lib/table/column-arrangement";
import { nextSort } from "@/lib/table/sort";
import { idOf, opOf, rowOfId, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { DEFAULT_SORT, sortedOps } from "@/lib/trace/statistics/statistics-rows";
import type { OpStatistics } from "@/lib/trace/statistics/trace-statistics";
import { statisticsColumns } from "./statistics-columns";
import { useStatistics } from "./use-statistics";

type TraceStatisticsProps = {
  skeleton: TraceSkeleton;
  /** End of running calls, in milliseconds after the start. */
  untilMs: number;
  selectedRow: number;
  onSelect: (row: number) => void;
};

const ROW_HEIGHT_PX = 28;
const nothing: ReadonlySet<string> = new Set();
const noMore = () => undefined;

/** Time, tokens and cost of a trace, by op. */
export function TraceStatisticsView({ skeleton, untilMs, selectedRow, onSelect }: TraceStatisticsProps) {
  const [sort, setSort] = useQueryState(
    "by",
    parseAsSort.withDefault(DEFAULT_SORT).withOptions({ history: "replace" }),
  );
  const read = useStatistics(skeleton, untilMs);
  const rows = useMemo(() => sortedOps(read?.ops ?? [], sort), [read, sort]);
  // The statistics may cover fewer calls than are loaded now, with other rows.
  const open = useCallback(
    (row: number) => onSelect(read ? rowOfId(skeleton, idOf(read.skeleton, row)) : -1),
    [read, skeleton, onSelect],
  );
  const selectedOp = selectedRow < 0 ? null : opLabel(opOf(skeleton, selectedRow));
  const pathMs = read?.path.totalMs ?? 0;
  const columns = useMemo(() => statisticsColumns({ pathMs, onSelectRow: open }), [pathMs, open]);
  const [arrangement, setArrangement] = useState(() => firstArrangement(columns));
  const rowAt = useCallback((index: number) => rows[index], [rows]);
  if (read === null) return <ProgressBar label="Computing statistics" />;
  return (
    <section aria-label="Statistics by op" className="flex min-h-0 flex-1 flex-col">
      <p className="flex h-8 flex-none items-center gap-3 overflow-hidden border-b border-line px-4 text-micro whitespace-nowrap text-ink-3">
        <span>{countOf(rows.length, "op")}</span>
        <span className="truncate" title="The chain of calls that determined the end of the trace.">
          Critical path: {countOf(read.path.callCount, "call")}, {formatDuration(pathMs)}
        </span>
      </p>
      <DataTable<OpStatistics>
        label="Statistics by op"
        columns={columns}
        contentKey=""
        count={rows.length}
        rowAt={rowAt}
        rowId={(row) => row.op}
        rowHeightPx={ROW_HEIGHT_PX}
        totalCount={rows.length}
        sort={sort}
        onSortChange={(field) => void setSort(nextSort(sort, field))}
        arrangement={arrangement}
        onArrange={setArrangement}
        selected={nothing}
        cursorIndex={rows.findIndex(({ op }) => op === selectedOp)}
        rowTone={(row) => (row.errorCount > 0 ? "error" : null)}
        onRowPressed={({ slowestRow }) => open(slowestRow)}
        onNearEnd={noMore}
        onRangeChange={noMore}
      />
    </section>
  );
}
