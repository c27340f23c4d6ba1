"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { useVirtualList } from "@/components/list/use-virtual-list";
import { classNames } from "@/lib/style/class-names";
import type { RowTone } from "@/lib/table/row-tone";

type PhoneRowsProps<Row> = {
  label: string;
  count: number;
  rowAt: (index: number) => Row | undefined;
  rowId: (row: Row) => string;
  rowTone: (row: Row) => RowTone;
  onOpen: (row: Row) => void;
  /** The visible rows, by index. */
  onRangeChange: (first: number, last: number) => void;
  /** Called near the last rows, to load more. */
  onNearEnd?: () => void;
  /** The lines of a row; four of them fit. */
  item: (row: Row) => ReactNode;
  /** Shown under the last row. */
  children?: ReactNode;
};

const ITEM_HEIGHT_PX = 93;
const OVERSCAN = 5;

/** The rows of a table on a phone: a few lines each, as one button that opens the row. Renders only visible rows. */
export function PhoneRows<Row>(props: PhoneRowsProps<Row>) {
  const { count, rowAt, rowId, onRangeChange, onNearEnd } = props;
  const frame = useRef<HTMLDivElement>(null);
  const list = useVirtualList(frame, { count, itemPx: ITEM_HEIGHT_PX, overscan: OVERSCAN });
  const { first, last } = list.range;
  // The outside system is the scroll position.
  useEffect(() => {
    onRangeChange(first, last);
    if (last >= count - 1 - OVERSCAN) onNearEnd?.();
  }, [first, last, count, onRangeChange, onNearEnd]);
  return (
    <div ref={frame} className="min-h-0 flex-1 overflow-auto border-t border-line">
      <ul aria-label={props.label} {...list.container}>
        {list.items.map((item) => {
          const row = rowAt(item.index);
          if (!row) return null;
          const tone = props.rowTone(row);
          return (
            <li key={rowId(row)} {...list.fixed(item)}>
              <button
                type="button"
                onClick={() => props.onOpen(row)}
                className={classNames(
                  "grid size-full content-center gap-[3px] border-b border-line px-3 text-left outline-offset-[-2px]",
                  tone === "error" && "shadow-[inset_2px_0_var(--err)]",
                  tone === "running" && "shadow-[inset_2px_0_var(--run)]",
                )}
              >
                {props.item(row)}
              </button>
            </li>
          );
        })}
      </ul>
      {props.children}
    </div>
  );
}
