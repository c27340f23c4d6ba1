"use client";

import type { ReactNode } from "react";
import { useNow } from "@/components/browser/use-now";
import { Unknown } from "@/components/table/cells";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { Button } from "@/components/ui/button";
import { Tag } from "@/components/ui/tag";
import { formatAgo } from "@/lib/format/relative-time";
import { formatFullTime, formatTime, parseTime } from "@/lib/format/time";
import { classNames } from "@/lib/style/class-names";

/** A column between the name and the action. */
export interface RevocableColumn<Row> {
  readonly label: string;
  /** Width, alignment and the widths of the page at which it is left out. */
  readonly className?: string;
  /** Only for the cells: color and font. */
  readonly cellClassName?: string;
  readonly cell: (row: Row, nowMs: number) => ReactNode;
  /** The whole value, where the cell shortens it. */
  readonly title?: (row: Row) => string;
}

interface RevocableTableProps<Row> {
  readonly label: string;
  /** The heading of the first column, which says what each row is. */
  readonly nameLabel: string;
  readonly columns: readonly RevocableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly nameOf: (row: Row) => string;
  readonly nameTitleOf?: (row: Row) => string;
  /** Why a row no longer works; null while it works. */
  readonly endOf?: (row: Row, nowMs: number) => string | null;
  readonly endTitleOf?: (row: Row) => string | undefined;
  readonly isRevocable: (row: Row) => boolean;
  readonly action?: string;
  /** Names the action of a row for people who hear it. */
  readonly actionLabel?: (row: Row) => string;
  readonly onRevoke: (row: Row) => void;
  /** Takes the place of the action of a row without one. */
  readonly noteOf?: (row: Row) => ReactNode;
}

/** A list of what gives access: who, what, until when, and the button that ends it. */
export function RevocableTable<Row extends { readonly id: string }>(props: RevocableTableProps<Row>) {
  const { label, nameLabel, columns, rows, nameOf, nameTitleOf = nameOf, endOf, endTitleOf, isRevocable } = props;
  const { action = "Revoke", actionLabel = (row: Row) => `${action} ${nameOf(row)}`, onRevoke, noteOf } = props;
  const nowMs = useNow(60_000);
  return (
    <SmallTable aria-label={label}>
      <thead>
        <tr>
          <SmallTableHeadCell>{nameLabel}</SmallTableHeadCell>
          {columns.map((column) => (
            <SmallTableHeadCell key={column.label} className={column.className}>
              {column.label}
            </SmallTableHeadCell>
          ))}
          <SmallTableHeadCell className="w-[112px]">
            <span className="sr-only">Actions</span>
          </SmallTableHeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const end = endOf?.(row, nowMs) ?? null;
          return (
            <tr key={row.id} className="group/row">
              <SmallTableCell title={nameTitleOf(row)}>
                <b className={end === null ? "font-medium" : "font-medium text-ink-3 line-through"}>{nameOf(row)}</b>
              </SmallTableCell>
              {columns.map((column) => (
                <SmallTableCell
                  key={column.label}
                  className={classNames(column.className, column.cellClassName)}
                  title={column.title?.(row)}
                >
                  {column.cell(row, nowMs)}
                </SmallTableCell>
              ))}
              <SmallTableCell className="pr-2 text-right">
                {end === null ? null : (
                  <Tag tone="warn" title={endTitleOf?.(row)}>
                    {end}
                  </Tag>
                )}
                {isRevocable(row) && end === null ? (
                  <Button kind="ghost" size="small" aria-label={actionLabel(row)} onClick={() => onRevoke(row)}>
                    {action}
                  </Button>
                ) : (
                  noteOf?.(row)
                )}
              </SmallTableCell>
            </tr>
          );
        })}
      </tbody>
    </SmallTable>
  );
}

interface TimeColumnOptions<Row> {
  readonly label: string;
  readonly className: string;
  readonly timeOf: (row: Row) => string | null;
  /** Replaces the full time where the pointer rests. */
  readonly title?: (row: Row) => string;
}

/** A column of a last use, as the time since then. */
export function lastTimeColumn<Row>({ label, className, timeOf, title }: TimeColumnOptions<Row>): RevocableColumn<Row> {
  return {
    label,
    className: classNames("text-right", className),
    cellClassName: "text-ink-2",
    cell: (row, nowMs) => {
      const timeMs = parseTime(timeOf(row));
      return timeMs === null ? <Unknown /> : formatAgo(timeMs, nowMs);
    },
    title: (row) => (timeOf(row) === null ? "" : (title?.(row) ?? formatFullTime(parseTime(timeOf(row))))),
  };
}

/** A column of a point in time; `never` where there is none. */
export function timeColumn<Row>({ label, className, timeOf }: TimeColumnOptions<Row>): RevocableColumn<Row> {
  return {
    label,
    className: classNames("text-right", className),
    cellClassName: "text-ink-2",
    cell: (row, nowMs) => {
      const timeMs = parseTime(timeOf(row));
      return timeMs === null ? "never" : formatTime(timeMs, nowMs);
    },
    title: (row) => formatFullTime(parseTime(timeOf(row))),
  };
}
