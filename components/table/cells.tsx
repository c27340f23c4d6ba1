import { CornerDownRight } from "lucide-react";
import { KindGlyph } from "@/components/glyph/kind-glyph";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { MarkedText } from "@/components/ui/marked-text";
import { Quantity } from "@/components/ui/quantity";
import { Tag } from "@/components/ui/tag";
import type { Kind } from "@/lib/calls/call-kind";
import type { Preview } from "@/lib/calls/value-preview";
import { formatDuration } from "@/lib/format/duration";
import { formatShortId } from "@/lib/format/identifier";
import { formatCallCost } from "@/lib/format/money";
import { formatListTime, formatTimeAndAge } from "@/lib/format/relative-time";
import type { Status } from "@/lib/format/status";
import { formatTokens } from "@/lib/format/tokens";
import { classNames } from "@/lib/style/class-names";

/** Shown for an unknown value. */
export function Unknown() {
  return <span className="text-ink-3">–</span>;
}

export function StatusCell({ status }: { status: Status }) {
  return <StatusGlyph status={status} className="inline-block align-[-3px]" />;
}

type OpCellProps = {
  kind: Kind;
  name: string;
  title?: string;
  /** A word about the call, beside its name. */
  mark?: string | null;
};

/** The kind glyph and the name of the op. */
export function OpCell({ kind, name, title, mark }: OpCellProps) {
  return (
    <span className="flex min-w-0 items-center gap-[7px]" title={title ?? name}>
      <KindGlyph kind={kind} />
      <span className="truncate text-code">{name}</span>
      {mark ? <Tag>{mark}</Tag> : null}
    </span>
  );
}

/** Width of a micro bar in pixels: a log scale from 2 to 40 over the column's domain. */
function microBarWidth(value: number, [low, high]: readonly [number, number]): number {
  // Zero has no logarithm: the scale begins with the shortest duration measured in milliseconds.
  const from = Math.max(low, 1);
  if (value <= from || high <= from) return 2;
  const share = Math.log(value / from) / Math.log(high / from);
  return Math.round(2 + 38 * Math.min(1, Math.max(0, share)));
}

type DurationCellProps = {
  durationMs: number | null;
  /** Shortest and longest duration of the column: all bars share one log scale. */
  domain: readonly [number, number];
  /** Slower than nearly all others of its op. */
  isSlow?: boolean;
};

export function DurationCell({ durationMs, domain, isSlow = false }: DurationCellProps) {
  if (durationMs === null) return <Unknown />;
  return (
    <span className="flex items-center justify-end">
      <Quantity text={formatDuration(durationMs)} />
      <span className="relative ml-2 h-1.5 w-10 flex-none" aria-hidden="true">
        <i
          className={classNames("absolute inset-y-0 left-0 rounded-[1px]", isSlow ? "bg-dye-weld" : "bg-vat-3")}
          style={{ width: microBarWidth(durationMs, domain) }}
        />
      </span>
    </span>
  );
}

export function TokensCell({ tokens, isRunning = false }: { tokens: number | null; isRunning?: boolean }) {
  if (tokens === null) return isRunning ? <span className="text-ink-3">…</span> : <Unknown />;
  return <span title={String(tokens)}>{formatTokens(tokens)}</span>;
}

export function CostCell({ costUsd }: { costUsd: number | null }) {
  return costUsd === null ? <Unknown /> : <span>{formatCallCost(costUsd)}</span>;
}

/** An id: short in the cell, full on hover. */
export function IdCell({ id }: { id: string | null | undefined }) {
  if (!id) return <Unknown />;
  return (
    <span className="text-code text-ink-2" title={id}>
      {formatShortId(id)}
    </span>
  );
}

/** When something happened: its age within an hour, then its time; both on hover. */
export function AgeCell({ timeMs, nowMs }: { timeMs: number | null; nowMs: number }) {
  return (
    <span className="whitespace-nowrap text-ink-2" title={formatTimeAndAge(timeMs, nowMs)}>
      {formatListTime(timeMs, nowMs)}
    </span>
  );
}

/** One line of a payload: prose in the UI font, data in mono, with searched words marked. */
export function PreviewCell({
  text,
  isJson,
  isFromBelow,
  words = "",
  className,
}: Preview & { words?: string; className?: string }) {
  return (
    <span className={classNames(isJson && "text-code text-ink-2", className)}>
      {isFromBelow ? <FromBelowMark /> : null}
      <MarkedText text={text} words={words} />
    </span>
  );
}

/** The text beside it is not the call's own. */
export function FromBelowMark() {
  return (
    <span title="From a call below this one, which has no text of its own" className="mr-1 text-ink-3">
      <CornerDownRight size={12} strokeWidth={1.7} role="img" aria-label="from below" className="inline align-[-1px]" />
    </span>
  );
}
