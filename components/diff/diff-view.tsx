"use client";

import { ChevronsUpDown } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { useKeys } from "@/components/keyboard/use-keys";
import { useVirtualList } from "@/components/list/use-virtual-list";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { ValueComparison } from "@/lib/diff/compare-values";
import { type DiffLayout, type DiffRow, foldPath, layOutDiff } from "@/lib/diff/diff-rows";
import { countOf } from "@/lib/format/count";
import { SplitRow, UnifiedRow } from "./diff-row";

type DiffViewProps = {
  comparison: ValueComparison;
  layout: DiffLayout;
  isJson: boolean;
  /** True where `N` moves to the next change; false for a page that uses `N` for something else. */
  isKeyed?: boolean;
};

const LINE_HEIGHT_PX = 18;
const OVERSCAN = 20;
const DIGIT_WIDTH_PX = 7;
const NUMBER_PADDING_PX = 14;
const MIN_NUMBER_WIDTH_PX = 34;

/** Two values line by line. Renders only visible rows; `N` goes to the next change. */
export function DiffView({ comparison, layout, isJson, isKeyed = true }: DiffViewProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const [expandedLines, setExpandedLines] = useState<ReadonlySet<string>>(new Set());
  const change = useRef(-1);
  const frame = useRef<HTMLDivElement>(null);
  const rows = useMemo(
    () => layOutDiff(comparison.runs, comparison.left, comparison.right, layout, unfolded),
    [comparison, layout, unfolded],
  );
  const list = useVirtualList(frame, {
    count: rows.length,
    itemPx: LINE_HEIGHT_PX,
    overscan: OVERSCAN,
    keyOf: useCallback((index: number) => `${layout} ${rowKey(rows[index])}`, [layout, rows]),
  });
  const toNextChange = () => {
    const isLast = !rows.some((row) => row.kind === "changed" && row.change > change.current);
    change.current = isLast ? 0 : change.current + 1;
    const index = rows.findIndex((row) => row.kind === "changed" && row.change === change.current);
    if (index >= 0) list.scrollTo(index, "center");
  };
  useKeys("diff", isKeyed ? { n: toNextChange } : {});
  const digits = String(Math.max(comparison.left.length, comparison.right.length)).length;
  const Row = layout === "split" ? SplitRow : UnifiedRow;
  return (
    <ScrollRegion ref={frame} aria-label="Differences" className="min-h-0 flex-1 overflow-auto outline-offset-[-2px]">
      <div {...list.container}>
        {list.items.map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          const key = rowKey(row);
          return (
            <div key={item.key} {...list.measured(item)}>
              {row.kind === "fold" ? (
                <Fold
                  count={row.count}
                  path={isJson ? foldPath(comparison.left, row.left, row.count) : ""}
                  onOpen={() => setUnfolded(new Set(unfolded).add(row.left))}
                />
              ) : (
                <Row
                  row={row}
                  comparison={comparison}
                  isJson={isJson}
                  numberWidth={Math.max(MIN_NUMBER_WIDTH_PX, digits * DIGIT_WIDTH_PX + NUMBER_PADDING_PX)}
                  isWhole={expandedLines.has(key)}
                  onShowAll={() => setExpandedLines(new Set(expandedLines).add(key))}
                />
              )}
            </div>
          );
        })}
      </div>
    </ScrollRegion>
  );
}

function rowKey(row: DiffRow | undefined): string {
  return row ? `${row.kind} ${row.left ?? "-"} ${row.right ?? "-"}` : "";
}

/** Unchanged lines collapsed into one row with their count and their path in the value. */
function Fold({ count, path, onOpen }: { count: number; path: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex h-[26px] w-full items-center gap-2 border-y border-line bg-hover px-3 text-left text-micro text-ink-2 outline-offset-[-2px] hover:text-ink"
    >
      <ChevronsUpDown size={12} strokeWidth={2} aria-hidden="true" />
      <span className="truncate">
        {countOf(count, "unchanged line")}
        {path === "" ? "" : ` in ${path}`}
      </span>
    </button>
  );
}
