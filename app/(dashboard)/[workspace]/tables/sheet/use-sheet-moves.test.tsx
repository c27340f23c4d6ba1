// @vitest-environment jsdom
import { act, fireEvent } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { cleanPage, press, renderOnPage } from "@/test/setup/render-on-page";
import type { SheetColumn, SheetModel } from "./prepare-sheet";
import { useSheetMoves } from "./use-sheet-moves";

afterEach(cleanPage);

const column = (id: string, path: readonly string[] | null): SheetColumn => ({
  id,
  path,
  label: id,
  group: null,
  type: "str",
  isNumeric: false,
  sortField: null,
  width: 100,
  canExpand: false,
});

const columns = [column("#", null), column("question", ["question"]), column("answer", ["answer"])];
const layout: SheetModel = { columns, frozenCount: 1, all: columns, found: [], groups: new Map() };

/** Rows of a filtered table: their numbers are not their positions. */
const rows: readonly TableLine[] = Array.from({ length: 50 }, (_, index) => ({
  digest: `d${index}`,
  val: { question: `Is it ${index}?`, answer: { text: "Yes." } },
  original_index: index * 2,
}));

function open({ cell = null as string | null, isOpenedImmediately = false, shown = rows } = {}) {
  const calls = { onFind: vi.fn(), onGoToRow: vi.fn(), onFilter: vi.fn(), onStepColumn: vi.fn() };
  const page = renderOnPage(
    (now: { shown: readonly TableLine[] }) => {
      const [address, setAddress] = useState(cell);
      const moves = useSheetMoves({
        layout,
        rows: now.shown,
        count: now.shown.length,
        cell: address,
        onCell: setAddress,
        isOpenedImmediately,
        ...calls,
      });
      return { ...moves, address };
    },
    { props: { shown } },
  );
  const cursor = () => page.result.current.cursor;
  return { ...page, calls, cursor, address: () => page.result.current.address };
}

/** Copies with the browser's command; returns what is on the clipboard, null when the browser copies itself. */
function copied(target: Element = document.body): string | null {
  let text: string | null = null;
  const event = new Event("copy", { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { setData: (_type: string, data: string) => (text = data) } });
  fireEvent(target, event);
  return text;
}

describe("the cursor of the sheet", () => {
  it("starts at the first value of the first row", () => {
    const { cursor } = open();
    press("ArrowDown");
    expect(cursor()).toEqual({ row: 0, columnId: "question" });
  });

  it("moves by cells, pages and to the edges, and stays inside", () => {
    const { cursor } = open();
    press("ArrowDown", "ArrowDown", "ArrowRight");
    expect(cursor()).toEqual({ row: 1, columnId: "answer" });
    press("ArrowRight", "PageDown");
    expect(cursor()).toEqual({ row: 21, columnId: "answer" });
    press("Home", "PageUp", "PageUp");
    expect(cursor()).toEqual({ row: 0, columnId: "#" });
    press("End", "Mod+End");
    expect(cursor()).toEqual({ row: 49, columnId: "answer" });
    press("ArrowDown", "Mod+Home", "ArrowUp", "ArrowLeft");
    expect(cursor()).toEqual({ row: 0, columnId: "question" });
  });

  it("does nothing in a sheet without rows", () => {
    const { cursor, calls, address } = open({ shown: [] });
    press("ArrowDown", "f", "Shift+ArrowLeft", "Enter");
    expect([cursor(), address(), calls.onFilter.mock.calls.length]).toEqual([null, null, 0]);
  });

  it("is gone when its row is no longer listed", () => {
    const { cursor, rerender } = open();
    press("ArrowDown", "Mod+End");
    rerender({ shown: rows.slice(0, 3) });
    expect(cursor()).toBeNull();
  });

  it("filters by its cell and moves its column", () => {
    const { calls } = open();
    press("f", "Shift+ArrowRight");
    expect([calls.onFilter.mock.calls, calls.onStepColumn.mock.calls]).toEqual([[], []]);
    press("ArrowDown", "f", "Shift+ArrowRight", "Shift+ArrowLeft");
    expect(calls.onFilter).toHaveBeenCalledWith({ row: 0, columnId: "question" });
    expect(calls.onStepColumn.mock.calls).toEqual([
      ["question", 1],
      ["question", -1],
    ]);
  });

  it("can search and go to a row without a position", () => {
    const { calls } = open();
    press("/", "g", "g");
    expect([calls.onFind.mock.calls.length, calls.onGoToRow.mock.calls.length]).toEqual([1, 1]);
  });
});

describe("an open cell", () => {
  it("is named by the number of its row, and follows the cursor", () => {
    const { address, result } = open();
    press("ArrowDown", "ArrowDown", "Enter");
    expect([address(), result.current.isOpen, result.current.takesFocus]).toEqual(["2 question", true, true]);
    press("ArrowDown");
    expect(address()).toBe("4 question");
  });

  it("closes with Space and with Escape, and leaves the cursor there", () => {
    const { address, cursor } = open({ cell: "6 answer" });
    press("Space");
    expect([address(), cursor()]).toEqual([null, { row: 3, columnId: "answer" }]);
    press("Space");
    expect(address()).toBe("6 answer");
    press("Escape");
    expect([address(), cursor()]).toEqual([null, { row: 3, columnId: "answer" }]);
    press("Escape");
    expect(cursor()).toBeNull();
  });

  it("waits for its row while the table streams", () => {
    const { result, rerender, address } = open({ cell: "90 answer", shown: rows.slice(0, 10) });
    expect([result.current.isOpen, result.current.cursor]).toEqual([false, null]);
    rerender({ shown: rows });
    expect([result.current.isOpen, result.current.cursor]).toEqual([true, { row: 45, columnId: "answer" }]);
    expect(address()).toBe("90 answer");
  });

  it("opens at the second press, and on a phone at the first", () => {
    const desk = open();
    act(() => desk.result.current.press({ row: 1, columnId: "answer" }));
    expect(desk.address()).toBeNull();
    act(() => desk.result.current.press({ row: 1, columnId: "answer" }));
    expect(desk.address()).toBe("2 answer");
    const phone = open({ isOpenedImmediately: true });
    act(() => phone.result.current.press({ row: 1, columnId: "answer" }));
    expect(phone.address()).toBe("2 answer");
  });

  it("is named by its position where rows have no numbers", () => {
    const { address } = open({ shown: [{ digest: "d", val: { question: "?" }, original_index: null }] });
    press("ArrowDown", "Enter");
    expect(address()).toBe("0 question");
  });
});

describe("the copy command", () => {
  it("copies the cell of the cursor", () => {
    open();
    expect(copied()).toBeNull();
    press("ArrowDown");
    expect(copied()).toBe("Is it 0?");
    press("ArrowRight");
    expect(JSON.parse(copied() ?? "")).toEqual({ text: "Yes." });
  });

  it("is left to the browser in a text field and for selected text", () => {
    open();
    press("ArrowDown");
    const field = document.body.appendChild(document.createElement("input"));
    expect(copied(field)).toBeNull();
    field.remove();
    vi.spyOn(window, "getSelection").mockReturnValue({ toString: () => "selected" } as Selection);
    expect(copied()).toBeNull();
    vi.restoreAllMocks();
  });
});
