"use client";

import Link from "next/link";
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from "react";
import { createPortal } from "react-dom";
import { type CardPosition, positionCard } from "@/lib/style/card-position";
import { classNames } from "@/lib/style/class-names";
import { GroupMapCard, mapCellText } from "./group-map-card";
import { GroupSpreadRow } from "./group-spread-row";
import type { GroupMap, MapCell, MapRow } from "./prepare-group-map";

type GroupMapViewProps = {
  map: GroupMap;
  /** The caption of the map for screen readers. */
  caption: string;
  hrefOf: (row: MapRow, cell: MapCell) => string;
  shadeOf: (value: number) => number;
  /** Shows the spread of each column. */
  hasSpreads?: boolean;
};

interface Look {
  readonly row: number;
  readonly column: number;
  readonly position: CardPosition;
}

const MOVES: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** Every tenth column is labeled above the map, or all if there are few. */
const LABEL_INTERVAL = 10;
/** Maximum number of columns at which each is wide enough for its number. */
const MAX_WIDE_COLUMNS = 24;

/** A table whose cells are colors and links. Arrow keys move from cell to cell; one cell is in the tab order. */
export function GroupMapView({
  map: { columns, rows },
  caption,
  hrefOf,
  shadeOf: vatOf,
  hasSpreads,
}: GroupMapViewProps) {
  const [look, setLook] = useState<Look | null>(null);
  const isWide = columns.length <= MAX_WIDE_COLUMNS;
  const [focused, setFocused] = useState<readonly [row: number, column: number] | null>(null);
  // Steps load one after the other: an existing cell may become a gap.
  const entry = focused && rows[focused[0]]?.cells[focused[1]] ? focused : firstCell(rows);
  const lookAt = (target: EventTarget | null) => {
    const link = target instanceof Element ? target.closest("a[data-cell]") : null;
    const at = positionOf(link);
    setLook(link && at ? { row: at[0], column: at[1], position: positionCard(link) } : null);
    return at;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const move = MOVES[event.key];
    const at = positionOf(event.target instanceof Element ? event.target : null);
    if (!move || !at || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    nextCell(event.currentTarget, at, move, rows.length, columns.length)?.focus();
  };
  const onFocus = (event: FocusEvent) => {
    const at = lookAt(event.target);
    if (at) setFocused(at);
  };
  const row = look === null ? undefined : rows[look.row];
  const cell = look === null ? null : (row?.cells[look.column] ?? null);
  return (
    <>
      <table
        className="border-separate border-spacing-[2px] text-micro text-ink-3"
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={() => setLook(null)}
        onPointerOver={({ target }: PointerEvent) => lookAt(target)}
        onPointerLeave={() => setLook(null)}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className="sticky left-0 bg-bg">
              <span className="sr-only">Step</span>
            </th>
            {columns.map(({ key, name }, index) => (
              <th
                key={key}
                scope="col"
                className={classNames("relative h-3.5 p-0 text-left font-normal", isWide ? "min-w-6" : "min-w-3.5")}
                title={name}
              >
                {isWide || index % LABEL_INTERVAL === 0 ? (
                  <span aria-hidden="true" className="absolute bottom-0 left-0 leading-3">
                    {index}
                  </span>
                ) : null}
                <span className="sr-only">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((item, rowIndex) => (
            <tr key={item.key}>
              <th
                scope="row"
                className={classNames(
                  "sticky left-0 z-[1] bg-bg pr-2 text-right leading-3.5 font-normal whitespace-nowrap",
                  item.isOwn && item.trajectory === null && "font-medium text-ink",
                )}
              >
                {item.label}
              </th>
              {item.cells.map((each, columnIndex) => (
                <td key={columns[columnIndex]?.key ?? columnIndex} className="size-3.5 p-0">
                  {each ? (
                    <Link
                      prefetch={false}
                      data-cell={`${rowIndex} ${columnIndex}`}
                      href={hrefOf(item, each)}
                      tabIndex={entry[0] === rowIndex && entry[1] === columnIndex ? 0 : -1}
                      aria-label={`${columns[columnIndex]?.name ?? ""}, ${item.label}, ${mapCellText(each, item)}`}
                      className="block h-3.5 w-full min-w-3.5 overflow-hidden rounded-bar shadow-[inset_0_0_0_1px_var(--line-input)] hover:outline-1 hover:outline-ink"
                      style={{ background: each.mean === null ? undefined : `var(--vat-${vatOf(each.mean)})` }}
                    >
                      {each.isFlat ? <i aria-hidden="true" className="block size-full bg-hatch-idle" /> : null}
                    </Link>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {hasSpreads ? <GroupSpreadRow columns={columns} rows={rows} /> : null}
      </table>
      {look && row && cell
        ? createPortal(
            <div
              aria-hidden="true"
              style={look.position}
              className="pointer-events-none fixed z-40 max-w-72 rounded-control bg-surface px-2.5 py-2 text-micro shadow-pop"
            >
              <GroupMapCard name={columns[look.column]?.name ?? ""} row={row} cell={cell} />
            </div>,
            document.body,
          )
        : null}
    </>
  );
}

function firstCell(rows: readonly MapRow[]): readonly [number, number] {
  const row = Math.max(
    0,
    rows.findIndex(({ isOwn }) => isOwn),
  );
  return [row, Math.max(0, rows[row]?.cells.findIndex((cell) => cell !== null) ?? 0)];
}

function positionOf(element: Element | null): readonly [number, number] | null {
  const [row, column] = (element?.getAttribute("data-cell") ?? "").split(" ").map(Number);
  return row === undefined || column === undefined ? null : [row, column];
}

/** Returns the next cell in a direction; gaps are skipped. */
function nextCell(
  table: HTMLTableElement,
  [row, column]: readonly [number, number],
  [down, right]: readonly [number, number],
  rowCount: number,
  columnCount: number,
): HTMLElement | null {
  for (
    let [y, x] = [row + down, column + right];
    y >= 0 && x >= 0 && y < rowCount && x < columnCount;
    y += down, x += right
  ) {
    const cellLink = table.querySelector<HTMLElement>(`a[data-cell="${y} ${x}"]`);
    if (cellLink) return cellLink;
  }
  return null;
}
