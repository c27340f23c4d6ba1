// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { selectColumn } from "./select-column";

afterEach(cleanup);

/** Shows the check boxes of the list's head and of one row. */
function open(options: { isStale?: boolean; selected?: readonly string[] }) {
  const [onToggle, onToggleAll] = [vi.fn(), vi.fn()];
  const column = selectColumn<string>({
    idOf: (row) => row,
    nameOf: (row) => row,
    selected: new Set(options.selected ?? []),
    loadedCount: 2,
    isStale: options.isStale ?? false,
    onToggle,
    onToggleAll,
  });
  render(
    <>
      {column.head}
      {column.cell("third")}
    </>,
  );
  return { onToggle, onToggleAll, row: screen.getByRole("checkbox", { name: "Select third" }) };
}

describe("the check boxes of a list", () => {
  it("cannot be chosen while they are of the previous query", () => {
    const { onToggle, onToggleAll, row } = open({ isStale: true });
    fireEvent.click(row);
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all loaded rows" }));
    expect([onToggle.mock.calls, onToggleAll.mock.calls]).toEqual([[], []]);
  });

  it("choose a row, and with Shift all up to it", () => {
    const { onToggle, row } = open({});
    fireEvent.click(row);
    fireEvent.click(row, { shiftKey: true });
    expect(onToggle.mock.calls).toEqual([
      ["third", false],
      ["third", true],
    ]);
  });

  it("say whether some rows or all are chosen", () => {
    open({ selected: ["third"] });
    const head = () => screen.getByRole("checkbox", { name: "Select all loaded rows" }).getAttribute("aria-checked");
    expect(head()).toBe("mixed");
    cleanup();
    open({ selected: ["third", "other"] });
    expect(head()).toBe("true");
  });
});
