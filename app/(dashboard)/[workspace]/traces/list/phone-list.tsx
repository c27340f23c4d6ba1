"use client";

import type { ReactNode } from "react";
import { TraceTotalMark } from "@/app/(dashboard)/[workspace]/traces/columns/token-cells";
import { type CallListRow, callRowTone } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { useFindWords } from "@/components/find/find-words";
import { KindGlyph } from "@/components/glyph/kind-glyph";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { RowVerdicts } from "@/components/score/row-verdicts";
import { FromBelowMark } from "@/components/table/cells";
import { PhoneRows } from "@/components/table/phone-rows";
import { MarkedText } from "@/components/ui/marked-text";
import { Quantity } from "@/components/ui/quantity";
import { Skeleton } from "@/components/ui/skeleton";
import { Tag } from "@/components/ui/tag";
import { exceptionLine } from "@/lib/calls/exception-text";
import type { Preview } from "@/lib/calls/value-preview";
import { formatDuration } from "@/lib/format/duration";
import { formatShortId } from "@/lib/format/identifier";
import { formatCallCost } from "@/lib/format/money";
import { formatAgo } from "@/lib/format/relative-time";
import { formatTokens } from "@/lib/format/tokens";
import { classNames } from "@/lib/style/class-names";

type PhoneListProps = {
  count: number;
  rowAt: (index: number) => CallListRow | undefined;
  onOpen: (row: CallListRow) => void;
  onNearEnd: () => void;
  onRangeChange: (first: number, last: number) => void;
  children?: ReactNode;
};

/** The list on a phone: input, output and figures, three lines under the name. */
export function PhoneList({ children, ...props }: PhoneListProps) {
  return (
    <PhoneRows
      {...props}
      label="Traces"
      rowId={(row) => row.id}
      rowTone={callRowTone}
      item={(row) => <PhoneItem row={row} />}
    >
      {children}
    </PhoneRows>
  );
}

function PhoneItem({ row }: { row: CallListRow }) {
  return (
    <>
      <span className="flex items-center gap-[7px]">
        <StatusGlyph status={row.status} />
        <KindGlyph kind={row.kind} />
        <span className="truncate text-code font-medium">{row.name}</span>
        {row.mark === null ? null : <Tag>{row.mark}</Tag>}
        <span className="grow" />
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
        {row.threadId ? <span className="truncate text-code">{formatShortId(row.threadId)}</span> : null}
        {row.tokensIn === null && row.tokensOut === null ? null : (
          <span className="flex-none">
            {row.isTraceTotal ? <TraceTotalMark /> : null}
            {formatTokens(row.tokensIn)} in, {formatTokens(row.tokensOut)} out
          </span>
        )}
        {row.costUsd === null ? null : <span className="flex-none">{formatCallCost(row.costUsd)}</span>}
        <RowVerdicts scores={row.scores} />
        <span className="ml-auto flex-none">{formatAgo(row.startedMs, row.nowMs)}</span>
      </span>
    </>
  );
}

type PhoneLineProps = { preview: Preview | null; isWaiting: boolean; className?: string };

function PhoneLine({ preview, isWaiting, className }: PhoneLineProps) {
  const { words } = useFindWords();
  if (isWaiting) return <Skeleton className="my-1 w-3/5" />;
  return (
    <span className={classNames("truncate text-small", preview?.isJson && "text-code leading-4", className)}>
      {preview?.isFromBelow ? <FromBelowMark /> : null}
      {preview === null ? "–" : <MarkedText text={preview.text} words={words} />}
    </span>
  );
}
