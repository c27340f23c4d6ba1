"use client";

import { type ReactNode, useRef } from "react";
import { useVirtualList } from "@/components/list/use-virtual-list";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { classNames } from "@/lib/style/class-names";

type PlainRowsProps<Row> = {
  label: string;
  rows: readonly Row[];
  /** The height of each row in pixels. */
  rowHeight: number;
  className: string;
  rowClassName: string;
  children: (row: Row) => ReactNode;
};

/** A short scrolling list without a header, in a panel or a dialog. Renders only visible rows. */
export function PlainRows<Row>({ label, rows, rowHeight, className, rowClassName, children }: PlainRowsProps<Row>) {
  const frame = useRef<HTMLElement>(null);
  const list = useVirtualList(frame, { count: rows.length, itemPx: rowHeight, overscan: 8 });
  return (
    <ScrollRegion
      ref={frame}
      aria-label={label}
      className={classNames("overflow-auto rounded-control border border-line", className)}
    >
      <ul {...list.container}>
        {list.items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const { className: placeClassName, style } = list.fixed(item);
          return (
            <li
              key={item.key}
              className={classNames(placeClassName, "items-center text-small hover:bg-hover", rowClassName)}
              style={style}
            >
              {children(row)}
            </li>
          );
        })}
      </ul>
    </ScrollRegion>
  );
}
