"use client";

import { SmallTableCell } from "@/components/table/small-table";
import { Tag } from "@/components/ui/tag";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { MISSING } from "@/lib/format/missing";
import { formatTotalCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import { classNames } from "@/lib/style/class-names";
import type { VersionRow } from "./prepare-version-figures";

export const NUMBER_CLASSES = "text-right tabular-nums";

/** Errors, latency, tokens and cost of a version. */
export function FigureCells({ row: { figures } }: { row: VersionRow }) {
  const errors = figures?.error_count ?? 0;
  return (
    <>
      <SmallTableCell className={classNames(NUMBER_CLASSES, errors > 0 && "text-err")}>
        {formatCount(errors)}
      </SmallTableCell>
      <SmallTableCell className={NUMBER_CLASSES}>{formatDuration(figures?.latency_ms?.p50)}</SmallTableCell>
      <SmallTableCell className={NUMBER_CLASSES}>{formatTokens(figures?.usage.total_tokens ?? 0)}</SmallTableCell>
      <SmallTableCell
        className={NUMBER_CLASSES}
        title={
          figures && figures.unpriced_tokens > 0
            ? `${formatTokens(figures.unpriced_tokens)} tokens have no price`
            : undefined
        }
      >
        {formatTotalCost(figures?.cost_usd)}
      </SmallTableCell>
    </>
  );
}

type VersionCellProps = { row: VersionRow; isCurrent: boolean; onOpen: () => void };

/** The name of a version with its aliases and tags; opens the version. */
export function VersionCell({ row, isCurrent, onOpen }: VersionCellProps) {
  const { version, label, aliases, tags } = row;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <button
        type="button"
        aria-current={isCurrent || undefined}
        onClick={onOpen}
        className={classNames("flex-none hover:underline", isCurrent ? "font-medium text-accent-text" : "font-medium")}
      >
        {label}
      </button>
      {version.is_latest === 1 ? <Tag tone="ok">latest</Tag> : null}
      {aliases.map((alias) => (
        <Tag key={alias} tone="run" className="min-w-0 shrink" title={alias}>
          <span className="truncate">{alias}</span>
        </Tag>
      ))}
      {tags.map((tag) => (
        <Tag key={tag} className="min-w-0 shrink" title={tag}>
          <span className="truncate">{tag}</span>
        </Tag>
      ))}
    </span>
  );
}

type CallsCellProps = { label: string; count: number | null; onCalls: () => void };

/** The number of calls of a version; opens them. */
export function CallsCell({ label, count, onCalls }: CallsCellProps) {
  if (count === null) return <span className="text-ink-3">{MISSING}</span>;
  if (count === 0) return <span className="text-ink-3">0</span>;
  return (
    <button
      type="button"
      aria-label={`Calls of ${label}`}
      onClick={onCalls}
      className="text-accent-text hover:underline"
    >
      {formatCount(count)}
    </button>
  );
}
