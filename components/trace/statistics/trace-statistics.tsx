"use client";

import { useQueryState } from "nuqs";
import { useCallback, useMemo, useState } from "react";
import { DataTable } from "@/components/table/data-table";
import { parseAsSort } from "@/components/table/sort-param";
import { firstArrangement, nextSort } from "@/components/table/table-column";
import { Shuttle } from "@/components/ui/shuttle";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { idOf, type TraceSkeleton } from "../skeleton/trace-skeleton";
import { DEFAULT_SORT, sortedOps } from "./prepare-rows";
import type { OpStatistics } from "./prepare-statistics";
import { statisticsColumns } from "./statistics-columns";
import { useStatistics } from "./use-statistics";

type TraceStatisticsProps = {
  skeleton: TraceSkeleton;
  /** A person wants to look at a call. */
  onSelect: (callId: string) => void;
};

const ROW_HEIGHT = 28;
const nothing: ReadonlySet<string> = new Set();
const noMore = () => undefined;

/** Where the time, the tokens and the money of a trace went, by op. */
export function TraceStatistics({ skeleton, onSelect }: TraceStatisticsProps) {
  const [sort, setSort] = useQueryState(
    "by",
    parseAsSort.withDefault(DEFAULT_SORT).withOptions({ history: "replace" }),
  );
  const read = useStatistics(skeleton);
  const rows = useMemo(() => sortedOps(read?.ops ?? [], sort), [read, sort]);
  const pathMs = read?.path.totalMs ?? 0;
  const columns = useMemo(
    () => statisticsColumns({ pathMs, onSelectRow: (row) => onSelect(idOf(read?.skeleton ?? skeleton, row)) }),
    [pathMs, onSelect, read, skeleton],
  );
  const [arrangement, setArrangement] = useState(() => firstArrangement(columns));
  const rowAt = useCallback((index: number) => rows[index], [rows]);
  if (read === null) return <Shuttle label="Adding up the calls" />;
  return (
    <section aria-label="Statistics by op" className="flex min-h-0 flex-1 flex-col">
      <p className="flex h-8 flex-none items-center gap-3 overflow-hidden border-b border-line px-4 text-micro whitespace-nowrap text-ink-3">
        <span>{countOf(rows.length, "op")}</span>
        <span className="truncate" title="What the end of the trace waited for, followed back from its end.">
          Critical path: {countOf(read.path.callCount, "call")}, {formatDuration(pathMs)}
        </span>
      </p>
      <DataTable<OpStatistics>
        label="Statistics by op"
        columns={columns}
        count={rows.length}
        rowAt={rowAt}
        rowId={(row) => row.op}
        rowHeight={ROW_HEIGHT}
        totalCount={rows.length}
        sort={sort}
        onSortChange={(field) => void setSort(nextSort(sort, field))}
        arrangement={arrangement}
        onArrange={setArrangement}
        selected={nothing}
        cursorIndex={-1}
        rowTone={(row) => (row.errorCount > 0 ? "error" : null)}
        onRowPressed={(row) => onSelect(idOf(read.skeleton, row.slowestRow))}
        onNearEnd={noMore}
        onRangeChange={noMore}
      />
    </section>
  );
}
