// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { layOut } from "@/test/setup/browser-layout";
import type { SheetColumn, SheetModel } from "./prepare-sheet";
import { Sheet } from "./sheet";
import type { SheetCursor } from "./sheet-actions";

layOut({ inside: { width: 1000, height: 570 } });
afterEach(cleanup);

const column = (at: number): SheetColumn => ({
  id: at === 0 ? "#" : `c${at}`,
  path: at === 0 ? null : [`c${at}`],
  label: at === 0 ? "#" : `c${at}`,
  group: at > 2 && at < 6 ? "g" : null,
  type: "str",
  isNumeric: false,
  sortField: null,
  width: 100,
  canExpand: false,
});
const columns = Array.from({ length: 1000 }, (_, at) => column(at));
const layout: SheetModel = {
  columns,
  frozenCount: 1,
  all: columns,
  found: columns.map(({ id }) => id),
  groups: new Map([["g", { id: "g", label: "scores", note: "{3}", isFolded: false }]]),
};
const numbers = Array.from({ length: 100_000 }, (_, index) => index);

function sheet(cursor: SheetCursor | null = null) {
  const actions = { onSort: vi.fn(), onCellPressed: vi.fn(), onResize: vi.fn(), onFoldGroup: vi.fn() };
  const [onRangeChange, drawCell] = [vi.fn(), vi.fn((row: number) => ({ content: row }))];
  const columnMenu = vi.fn(() => null);
  render(
    <Sheet
      label="Rows"
      layout={layout}
      widths={{ c1: 300 }}
      rows={numbers}
      count={numbers.length}
      totalCount={null}
      rowHeightPx={26}
      sort={[]}
      cursor={cursor}
      drawCell={drawCell}
      actions={actions}
      columnMenu={columnMenu}
      onRangeChange={onRangeChange}
      onCursorElement={vi.fn()}
    />,
  );
  return { actions, onRangeChange, drawCell, columnMenu };
}

const grid = () => screen.getByLabelText("Rows");
const cells = (row: number) => [...grid().querySelectorAll<HTMLElement>(`tr[data-index="${row}"] td[data-column]`)];

it("renders the rows and columns on the screen, in as many cells as the header has", () => {
  const { onRangeChange } = sheet();
  expect(grid().querySelectorAll("tr[data-index]")).toHaveLength(28);
  expect(onRangeChange).toHaveBeenLastCalledWith(0, 19);
  // 600 px are left after the first two columns.
  expect(cells(0).map(({ dataset }) => dataset.column)).toEqual(columns.slice(0, 12).map(({ id }) => id));
  expect(grid().getAttribute("aria-colcount")).toBe("1000");
  expect(grid().style.minWidth).toBe("100200px");
  const [groups, heads] = grid().querySelectorAll("thead tr");
  const spanOf = (row: Element | undefined) =>
    [...(row?.children ?? [])].reduce((sum, cell) => sum + Number(cell.getAttribute("colspan") ?? 1), 0);
  expect([spanOf(groups), spanOf(heads)]).toEqual([14, 14]);
});

it("draws neither its header nor the rows that stay on the screen again while it scrolls", () => {
  const { drawCell, columnMenu } = sheet();
  drawCell.mockClear();
  columnMenu.mockClear();
  const frame = grid().parentElement;
  if (!frame) throw new Error("The sheet has no frame");
  frame.scrollTop = 26;
  fireEvent.scroll(frame);
  expect(new Set(drawCell.mock.calls.map(([row]) => row))).toEqual(new Set([28]));
  expect(columnMenu).not.toHaveBeenCalled();
});

it("reports the cell that is pressed, and marks the cell at the cursor", () => {
  const { actions } = sheet({ row: 2, columnId: "c3" });
  expect(cells(2).filter((cell) => cell.getAttribute("aria-selected") === "true")).toEqual([cells(2)[3]]);
  expect(grid().getAttribute("aria-activedescendant")).toBe(cells(2)[3]?.id);
  const cell = cells(4)[1];
  if (cell) fireEvent.click(cell);
  expect(actions.onCellPressed).toHaveBeenCalledWith({ row: 4, columnId: "c1" });
});
