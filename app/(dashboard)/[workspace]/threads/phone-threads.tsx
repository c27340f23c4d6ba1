"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import { Quantity } from "@/components/ui/quantity";
import { Skeleton } from "@/components/ui/skeleton";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatAgo } from "@/lib/format/relative-time";
import { exceptionLine } from "../traces/prepare-call-row";
import { rowTone, type ThreadRow } from "./prepare-thread-row";
import { SaidLine } from "./threads-columns";

type PhoneThreadsProps = {
  count: number;
  rowAt: (index: number) => ThreadRow | undefined;
  onOpen: (row: ThreadRow) => void;
  onRangeChange: (first: number, last: number) => void;
  children?: ReactNode;
};

const ITEM_HEIGHT = 93;
const OVERSCAN = 5;

/** The list of a phone: the first and the last message, and the figures, three lines under the id. */
export function PhoneThreads({ count, rowAt, onOpen, onRangeChange, children }: PhoneThreadsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => ITEM_HEIGHT,
    overscan: OVERSCAN,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  // The outside system is the scroll position.
  useEffect(() => onRangeChange(first, last), [first, last, onRangeChange]);
  return (
    <div ref={frame} className="min-h-0 flex-1 overflow-auto border-t border-line">
      <ul aria-label="Threads" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const row = rowAt(item.index);
          if (!row) return null;
          return (
            <li
              key={row.id}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)`, height: ITEM_HEIGHT }}
            >
              <PhoneItem row={row} onOpen={() => onOpen(row)} />
            </li>
          );
        })}
      </ul>
      {children}
    </div>
  );
}

function PhoneItem({ row, onOpen }: { row: ThreadRow; onOpen: () => void }) {
  const tone = rowTone(row);
  return (
    <button
      type="button"
      onClick={onOpen}
      className={classNames(
        "grid size-full content-center gap-[3px] border-b border-line px-3 text-left outline-offset-[-2px]",
        tone === "error" && "shadow-[inset_2px_0_var(--err)]",
        tone === "running" && "shadow-[inset_2px_0_var(--run)]",
      )}
    >
      <span className="flex items-center gap-2">
        <span className="grow truncate text-code font-medium">{row.id}</span>
        <span className="flex-none text-micro text-ink-3">p99</span>
        <Quantity text={formatDuration(row.p99Ms)} className="text-small" />
      </span>
      <PhoneMessages row={row} />
      <span className="flex gap-3 text-micro text-ink-3">
        <span>{countOf(row.turnCount, "turn")}</span>
        <span>p50 {formatDuration(row.p50Ms)}</span>
        <span className="ml-auto flex-none">{formatAgo(row.updatedMs, row.nowMs)}</span>
      </span>
    </button>
  );
}

function PhoneMessages({ row: { messages } }: { row: ThreadRow }) {
  if (messages.kind === "not-offered") return null;
  if (messages.kind === "waiting") return <Skeleton className="my-1 w-3/5" />;
  if (messages.kind === "failed") return <span className="truncate text-small text-err">{messages.reason}</span>;
  const { first, last, isLastByUser, exception } = messages.preview;
  return (
    <>
      <span className="truncate text-small">
        <SaidLine said={first} />
      </span>
      <span className="truncate text-small text-ink-2">
        {isLastByUser && !exception ? "User: " : null}
        {exception ? <span className="text-err">{exceptionLine(exception)}</span> : <SaidLine said={last} />}
      </span>
    </>
  );
}
