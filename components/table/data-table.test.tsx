// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { type ColumnArrangement, firstArrangement } from "@/lib/table/column-arrangement";
import { layOut } from "@/test/setup/browser-layout";
import { DataTable } from "./data-table";
import type { TableColumn } from "./table-column";

layOut({ inside: { width: 800, height: 348 } });
afterEach(cleanup);

interface Call {
  readonly id: string;
}

const columns: readonly TableColumn<Call>[] = [
  { id: "select", label: "Select", width: 38, isFixed: true, cell: () => null },
  { id: "op", label: "Op", width: 192, sortField: "op_name", cell: ({ id }) => id },
  { id: "input", label: "Input", width: "flex", isText: true, cell: () => "text" },
];

function table(count: number, arrangement: Partial<ColumnArrangement> = {}, rowHeightPx = 32) {
  const listeners = { onArrange: vi.fn(), onNearEnd: vi.fn(), onRangeChange: vi.fn(), onRowPressed: vi.fn() };
  render(
    <DataTable<Call>
      {...listeners}
      label="Calls"
      columns={columns}
      count={count}
      rowAt={(index) => ({ id: `call-${index}` })}
      rowId={({ id }) => id}
      rowHeightPx={rowHeightPx}
      totalCount={count}
      sort={{ field: "op_name", direction: "desc" }}
      onSortChange={vi.fn()}
      arrangement={{ ...firstArrangement(columns), ...arrangement }}
      selected={new Set()}
      cursorIndex={-1}
      rowTone={() => null}
    />,
  );
  return listeners;
}

const grid = () => screen.getByLabelText("Calls");
const rows = () => [...grid().querySelectorAll("tbody tr[aria-rowindex]")];
const heads = () => [...grid().querySelectorAll("th")];

it("renders the rows on the screen, and says which these are", () => {
  const { onRangeChange, onNearEnd, onRowPressed } = table(100_000);
  expect(rows().map(({ id }) => id)).toEqual(Array.from({ length: 18 }, (_, index) => `row-call-${index}`));
  expect(rows()[0]?.getAttribute("aria-rowindex")).toBe("2");
  expect(onRangeChange).toHaveBeenLastCalledWith(0, 17);
  expect(onNearEnd).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText("call-3"));
  expect(onRowPressed).toHaveBeenCalledWith({ id: "call-3" });
});

it("wraps text if rows are tall enough, otherwise cuts it to one line", () => {
  const isWrapped = () => rows()[0]?.querySelector(".line-clamp-4")?.textContent === "text";
  table(3);
  expect(isWrapped()).toBe(false);
  cleanup();
  table(3, {}, 72);
  expect(isWrapped()).toBe(true);
  expect(rows()[0]?.querySelectorAll(".line-clamp-4")).toHaveLength(1);
});

it("asks for more rows when the last loaded ones come near", () => {
  const { onNearEnd } = table(100);
  onNearEnd.mockReset();
  const frame = grid().parentElement;
  if (!frame) throw new Error("The table has no frame");
  frame.scrollTop = 50 * 32;
  fireEvent.scroll(frame);
  expect(onNearEnd).not.toHaveBeenCalled();
  frame.scrollTop = 80 * 32;
  fireEvent.scroll(frame);
  expect(onNearEnd).toHaveBeenCalled();
});

it("shows the columns in the user's arrangement, pinned ones at the left edge", () => {
  table(10, { order: ["select", "op", "input"], pinned: ["input"] });
  expect(heads().map((head) => [head.textContent, head.style.left])).toEqual([
    ["Select", "0px"],
    ["Input", "38px"],
    ["Op", ""],
  ]);
  expect(grid().querySelectorAll("col")).toHaveLength(4);
});

it("says by which column it is sorted, and resets a width on a double-click at its edge", () => {
  const { onArrange } = table(10, { widths: { op: 300, input: 240 } });
  expect(heads().map((head) => head.getAttribute("aria-sort"))).toEqual([null, "descending", null]);
  const edge = heads()[1]?.querySelector(".cursor-col-resize");
  if (!edge) throw new Error("The column has no edge");
  fireEvent.doubleClick(edge);
  expect(onArrange).toHaveBeenCalledWith(expect.objectContaining({ widths: { input: 240 } }));
  expect(heads()[0]?.querySelector(".cursor-col-resize")).toBeNull();
});

it("follows the content of the first rows, unless the user chose a width, and rows that arrive later change nothing", () => {
  const fit = { text: ({ id }: Call) => id, characterPx: 10, extraPx: 0, minPx: 50, maxPx: 300 };
  const fitted = columns.map((column) => (column.id === "op" ? { ...column, fit } : column));
  const draw = (ids: readonly string[], widths: Readonly<Record<string, number>> = {}, contentKey = "") => (
    <DataTable<Call>
      label="Calls"
      columns={fitted}
      count={ids.length}
      rowAt={(index) => ({ id: ids[index] ?? "" })}
      rowId={({ id }) => id}
      contentKey={contentKey}
      rowHeightPx={32}
      totalCount={null}
      sort={null}
      onSortChange={vi.fn()}
      arrangement={{ ...firstArrangement(fitted), widths }}
      onArrange={vi.fn()}
      selected={new Set()}
      cursorIndex={-1}
      rowTone={() => null}
      onRowPressed={vi.fn()}
      onNearEnd={vi.fn()}
      onRangeChange={vi.fn()}
    />
  );
  const width = () => grid().querySelectorAll("col")[1]?.style.width;
  const { rerender } = render(draw([]));
  expect(width()).toBe("192px");
  rerender(draw(["a".repeat(12)]));
  expect(width()).toBe("120px");
  rerender(draw(["a".repeat(12), "a".repeat(25)]));
  expect(width()).toBe("120px");
  rerender(draw(["a".repeat(12), "a".repeat(25)], { op: 77 }));
  expect(width()).toBe("77px");
  rerender(draw(["a".repeat(12), "a".repeat(25)], {}, "another query"));
  expect(width()).toBe("250px");
});
