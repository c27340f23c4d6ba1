"use client";

import { X, ZoomIn } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { DataTable } from "@/components/table/data-table";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";
import { opLabel } from "@/lib/calls/call-facts";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { firstArrangement } from "@/lib/table/column-arrangement";
import { nextSort, type Sort } from "@/lib/table/sort";
import { opOf, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { areaStatistics, type OpInArea } from "@/lib/trace/statistics/area-statistics";
import { sortedByField } from "@/lib/trace/statistics/statistics-rows";
import type { TimeSpan } from "@/lib/trace/time/time-window";
import { areaColumns, areaField } from "./area-columns";

type AreaPanelProps = {
  skeleton: TraceSkeleton;
  span: TimeSpan;
  /** End of running calls, in milliseconds after the start. */
  untilMs: number;
  selectedRow: number;
  onSelect: (row: number) => void;
  onZoom: () => void;
  onClear: () => void;
};

const ROW_HEIGHT_PX = 28;
const nothing: ReadonlySet<string> = new Set();
const noMore = () => undefined;

/** The calls that ran in the selected span of time, added up by op. */
export function AreaPanel({ skeleton, span, untilMs, selectedRow, onSelect, onZoom, onClear }: AreaPanelProps) {
  const [sort, setSort] = useState<Sort>({ field: "insideMs", direction: "desc" });
  // Behind while an edge is dragged, so that the edge follows the pointer.
  const added = useDeferredValue(span);
  const { ops, callCount, errorCount } = useMemo(
    () => areaStatistics(skeleton, added, untilMs),
    [skeleton, added, untilMs],
  );
  const rows = useMemo(() => sortedByField(ops, areaField(sort.field), sort.direction), [ops, sort]);
  const columns = useMemo(() => areaColumns(onSelect), [onSelect]);
  const [arrangement, setArrangement] = useState(() => firstArrangement(columns));
  const selectedOp = selectedRow < 0 ? null : opLabel(opOf(skeleton, selectedRow));
  return (
    <section
      aria-label="Calls in the selected time"
      className="flex h-[44%] max-h-[260px] min-h-[124px] max-md:min-h-[93px] flex-none flex-col border-t border-line-strong bg-surface"
    >
      <div className="flex h-9 flex-none items-center gap-2 overflow-hidden border-b border-line pr-2 pl-4 text-small whitespace-nowrap">
        <h3 className="font-medium">
          {formatDuration(span.fromMs)} to {formatDuration(span.toMs)}
        </h3>
        <p className="truncate text-ink-3">
          {formatDuration(span.toMs - span.fromMs)} · {countOf(callCount, "call")}
          {errorCount > 0 ? ` · ${countOf(errorCount, "error")}` : ""}
        </p>
        <span className="ml-auto flex flex-none gap-1">
          <Button kind="ghost" size="small" icon={<ZoomIn size={13} aria-hidden="true" />} onClick={onZoom}>
            Zoom
          </Button>
          <Tooltip text="Clear the selected time" keys={["Esc"]}>
            <Button kind="ghost" size="icon-small" aria-label="Clear the selected time" onClick={onClear}>
              <X size={14} strokeWidth={1.7} aria-hidden="true" />
            </Button>
          </Tooltip>
        </span>
      </div>
      {rows.length === 0 ? (
        <p className="px-4 py-3 text-small text-ink-3">No calls ran in this time.</p>
      ) : (
        <DataTable<OpInArea>
          label="Calls in the selected time, by op"
          columns={columns}
          contentKey=""
          count={rows.length}
          rowAt={(index) => rows[index]}
          rowId={({ op }) => op}
          rowHeightPx={ROW_HEIGHT_PX}
          totalCount={rows.length}
          sort={sort}
          onSortChange={(field) => setSort(nextSort(sort, field))}
          arrangement={arrangement}
          onArrange={setArrangement}
          selected={nothing}
          cursorIndex={rows.findIndex(({ op }) => op === selectedOp)}
          rowTone={(row) => (row.errorCount > 0 ? "error" : null)}
          onRowPressed={({ longestRow }) => onSelect(longestRow)}
          onNearEnd={noMore}
          onRangeChange={noMore}
        />
      )}
    </section>
  );
}
