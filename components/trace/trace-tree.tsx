"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import { SpacerRow } from "@/components/table/spacer-row";
import { pathToRoot, type Trace } from "./prepare-tree";
import { TreeRowView } from "./tree-row";

type TraceTreeProps = {
  trace: Trace;
  selectedId: string;
  onSelect: (id: string) => void;
  onFold: (id: string, isFolded: boolean) => void;
};

const ROW_HEIGHT = 26;
const OVERSCAN = 12;

/** The calls of a trace: tree on the left, each call's place in time on the right. */
export function TraceTree({ trace, selectedId, onSelect, onFold }: TraceTreeProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { rows, durationMs } = trace;
  const path = useMemo(() => pathToRoot(rows, selectedId), [rows, selectedId]);
  const selectedIndex = rows.findIndex((row) => row.id === selectedId);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  // The outside system is the scroll position: the selection moved by a key or came with the address.
  useEffect(() => {
    if (selectedIndex >= 0) virtualizer.scrollToIndex(selectedIndex, { align: "auto" });
  }, [virtualizer, selectedIndex]);
  const items = virtualizer.getVirtualItems();
  return (
    <div ref={frame} className="min-h-0 flex-1 overflow-auto">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows fold and take the selection
        role="treegrid"
        aria-label="Calls of the trace"
        aria-rowcount={rows.length}
        className="w-full min-w-[420px] table-fixed border-separate border-spacing-0 text-small"
      >
        <colgroup>
          <col />
          <col className="w-[76px]" />
          <col className="w-[42%]" />
        </colgroup>
        <tbody>
          <SpacerRow height={items[0]?.start ?? 0} span={3} />
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <TreeRowView
                key={row.id}
                row={row}
                index={item.index}
                traceDurationMs={durationMs}
                isSelected={row.id === selectedId}
                isOnPath={path.has(row.id)}
                onSelect={() => onSelect(row.id)}
                onFold={() => onFold(row.id, !row.isFolded)}
              />
            );
          })}
          <SpacerRow height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} span={3} />
        </tbody>
      </table>
    </div>
  );
}
