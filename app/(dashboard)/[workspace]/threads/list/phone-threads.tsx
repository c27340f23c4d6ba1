"use client";

import type { ReactNode } from "react";
import { RowVerdicts } from "@/components/score/row-verdicts";
import { PhoneRows } from "@/components/table/phone-rows";
import { Quantity } from "@/components/ui/quantity";
import { Skeleton } from "@/components/ui/skeleton";
import { exceptionLine } from "@/lib/calls/exception-text";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatAgo } from "@/lib/format/relative-time";
import { type ThreadRow, threadRowTone } from "@/lib/thread/thread-row";
import { TurnTextLine } from "./threads-columns";

type PhoneThreadsProps = {
  count: number;
  rowAt: (index: number) => ThreadRow | undefined;
  onOpen: (row: ThreadRow) => void;
  onRangeChange: (first: number, last: number) => void;
  children?: ReactNode;
};

/** The list on a phone: the first and the last message, and the figures, in three lines under the id. */
export function PhoneThreads({ children, ...props }: PhoneThreadsProps) {
  return (
    <PhoneRows
      {...props}
      label="Threads"
      rowId={(row) => row.id}
      rowTone={threadRowTone}
      item={(row) => <PhoneItem row={row} />}
    >
      {children}
    </PhoneRows>
  );
}

function PhoneItem({ row }: { row: ThreadRow }) {
  return (
    <>
      <span className="flex items-center gap-2">
        <span className="grow truncate text-code font-medium">{row.id}</span>
        <span className="flex-none text-micro text-ink-3">p99</span>
        <Quantity text={formatDuration(row.p99Ms)} className="text-small" />
      </span>
      <PhoneMessages row={row} />
      <span className="flex gap-3 text-micro text-ink-3">
        <span>{countOf(row.turnCount, "turn")}</span>
        <span>p50 {formatDuration(row.p50Ms)}</span>
        <RowVerdicts scores={row.scores} />
        <span className="ml-auto flex-none">{formatAgo(row.updatedMs, row.nowMs)}</span>
      </span>
    </>
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
        <TurnTextLine content={first} />
      </span>
      <span className="truncate text-small text-ink-2">
        {isLastByUser && !exception ? "User: " : null}
        {exception ? <span className="text-err">{exceptionLine(exception)}</span> : <TurnTextLine content={last} />}
      </span>
    </>
  );
}
