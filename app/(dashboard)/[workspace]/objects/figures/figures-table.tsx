"use client";

import { Checkbox } from "@/components/form/checkbox";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { Tag } from "@/components/ui/tag";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { MISSING } from "@/lib/format/missing";
import { formatTotalCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import { scoreLabel } from "@/lib/score/score-field";
import { classNames } from "@/lib/style/class-names";
import type { VersionRow, VersionTable } from "./prepare-version-figures";

type FiguresTableProps = {
  table: VersionTable;
  /** The number of calls by digest where the service returns no other figures. */
  counts: ReadonlyMap<string, number> | null;
  selected: ReadonlySet<string>;
  /** The digest of the version that the page shows. */
  current: string | null;
  onToggle: (digest: string) => void;
  onOpen: (digest: string) => void;
  onCalls: (digest: string) => void;
};

const NUMBER = "text-right tabular-nums";

/** One row for each version, newest first. */
export function FiguresTable({ table, counts, selected, current, onToggle, onOpen, onCalls }: FiguresTableProps) {
  const hasFigures = counts === null;
  return (
    <div className="overflow-x-auto">
      <SmallTable aria-label="Figures of versions" className="min-w-[540px]">
        <thead>
          <tr>
            <SmallTableHeadCell className="w-10">
              <span className="sr-only">Select</span>
            </SmallTableHeadCell>
            <SmallTableHeadCell className="w-44">Version</SmallTableHeadCell>
            <SmallTableHeadCell className={NUMBER}>Calls</SmallTableHeadCell>
            {hasFigures ? (
              <>
                <SmallTableHeadCell className={NUMBER}>Errors</SmallTableHeadCell>
                <SmallTableHeadCell className={NUMBER}>p50</SmallTableHeadCell>
                <SmallTableHeadCell className={NUMBER}>Tokens</SmallTableHeadCell>
                <SmallTableHeadCell className={NUMBER}>Cost</SmallTableHeadCell>
              </>
            ) : null}
            {table.scoreFields.map((field) => (
              <SmallTableHeadCell key={field} className={NUMBER} title={scoreLabel(field)}>
                {scoreLabel(field)}
              </SmallTableHeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => {
            const { digest } = row.version;
            return (
              <tr key={digest} aria-selected={selected.has(digest)} className="group/row">
                <SmallTableCell className="text-clip">
                  <Checkbox
                    aria-label={`Select ${row.label}`}
                    checked={selected.has(digest)}
                    onCheckedChange={() => onToggle(digest)}
                    className="align-middle"
                  />
                </SmallTableCell>
                <SmallTableCell>
                  <VersionCell row={row} isCurrent={digest === current} onOpen={() => onOpen(digest)} />
                </SmallTableCell>
                <SmallTableCell className={NUMBER}>
                  <CallsCell
                    label={row.label}
                    count={hasFigures ? (row.figures?.call_count ?? 0) : (counts.get(digest) ?? null)}
                    onCalls={() => onCalls(digest)}
                  />
                </SmallTableCell>
                {hasFigures ? <FigureCells row={row} /> : null}
                {row.scores.map((score, index) => (
                  <SmallTableCell
                    key={table.scoreFields[index]}
                    className={NUMBER}
                    title={
                      score === null ? "No scored calls" : `${score.what} ${countOf(score.callCount, "scored call")}`
                    }
                  >
                    {score?.text ?? <span className="text-ink-3">{MISSING}</span>}
                  </SmallTableCell>
                ))}
              </tr>
            );
          })}
        </tbody>
      </SmallTable>
    </div>
  );
}

function FigureCells({ row: { figures } }: { row: VersionRow }) {
  const errors = figures?.error_count ?? 0;
  return (
    <>
      <SmallTableCell className={classNames(NUMBER, errors > 0 && "text-err")}>{formatCount(errors)}</SmallTableCell>
      <SmallTableCell className={NUMBER}>{formatDuration(figures?.latency_ms?.p50)}</SmallTableCell>
      <SmallTableCell className={NUMBER}>{formatTokens(figures?.usage.total_tokens ?? 0)}</SmallTableCell>
      <SmallTableCell
        className={NUMBER}
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

function VersionCell({ row, isCurrent, onOpen }: VersionCellProps) {
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

function CallsCell({ label, count, onCalls }: CallsCellProps) {
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
