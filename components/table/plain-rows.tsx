"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef } from "react";
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
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  return (
    <section
      ref={frame}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
      tabIndex={0}
      className={classNames("overflow-auto rounded-control border border-line", className)}
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <li
              key={index}
              className={classNames("absolute inset-x-0 items-center text-small hover:bg-hover", rowClassName)}
              style={{ top: start, height: rowHeight }}
            >
              {children(row)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
