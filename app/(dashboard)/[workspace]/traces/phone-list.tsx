"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import { KindGlyph } from "@/components/ui/glyph/kind-glyph";
import { StatusGlyph } from "@/components/ui/glyph/status-glyph";
import { Quantity } from "@/components/ui/quantity";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDuration } from "@/lib/format/duration";
import { shortIdentifier } from "@/lib/format/identifier";
import { formatCallCost } from "@/lib/format/money";
import { formatAgo } from "@/lib/format/relative-time";
import { formatTokens } from "@/lib/format/tokens";
import { type CallRow, exceptionLine, rowTone } from "./prepare-call-row";

type PhoneListProps = {
  count: number;
  rowAt: (index: number) => CallRow | undefined;
  onOpen: (row: CallRow) => void;
  onNearEnd: () => void;
  onRangeChange: (first: number, last: number) => void;
  children?: ReactNode;
};

const ITEM_HEIGHT = 93;
const OVERSCAN = 5;

/** The list of a phone: what was asked, what came back, and the figures, three lines under the name. */
export function PhoneList({ count, rowAt, onOpen, onNearEnd, onRangeChange, children }: PhoneListProps) {
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
  useEffect(() => {
    onRangeChange(first, last);
    if (last >= count - 1 - OVERSCAN) onNearEnd();
  }, [first, last, count, onRangeChange, onNearEnd]);
  return (
    <div ref={frame} className="min-h-0 flex-1 overflow-auto border-t border-line">
      <ul aria-label="Traces" className="relative" style={{ height: virtualizer.getTotalSize() }}>
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

function PhoneItem({ row, onOpen }: { row: CallRow; onOpen: () => void }) {
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
      <span className="flex items-center gap-[7px]">
        <StatusGlyph status={row.status} />
        <KindGlyph kind={row.kind} />
        <span className="grow truncate text-code font-medium">{row.name}</span>
        <Quantity text={formatDuration(row.durationMs)} className="text-small" />
      </span>
      <PhoneLine preview={row.payload?.input ?? null} isWaiting={row.payload === null} />
      {row.exception ? (
        <span className="truncate text-small text-err">{exceptionLine(row.exception)}</span>
      ) : row.status === "running" ? (
        <span className="text-small text-ink-3">running</span>
      ) : (
        <PhoneLine preview={row.payload?.output ?? null} isWaiting={row.payload === null} className="text-ink-2" />
      )}
      <span className="flex gap-3 text-micro text-ink-3">
        {row.threadId ? <span className="truncate text-code">{shortIdentifier(row.threadId)}</span> : null}
        {row.tokensIn === null && row.tokensOut === null ? null : (
          <span className="flex-none">
            {formatTokens(row.tokensIn)} in, {formatTokens(row.tokensOut)} out
          </span>
        )}
        {row.costUsd === null ? null : <span className="flex-none">{formatCallCost(row.costUsd)}</span>}
        <span className="ml-auto flex-none">{formatAgo(row.startedMs, row.nowMs)}</span>
      </span>
    </button>
  );
}

type PhoneLineProps = { preview: { text: string; isJson: boolean } | null; isWaiting: boolean; className?: string };

function PhoneLine({ preview, isWaiting, className }: PhoneLineProps) {
  if (isWaiting) return <Skeleton className="my-1 w-3/5" />;
  return (
    <span className={classNames("truncate text-small", preview?.isJson && "text-code", className)}>
      {preview?.text ?? "–"}
    </span>
  );
}
