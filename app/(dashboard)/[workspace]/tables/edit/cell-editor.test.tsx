// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { CellEditor } from "./cell-editor";

afterEach(cleanup);

function open(value: unknown) {
  const on = { onSet: vi.fn(), onCancel: vi.fn() };
  render(<CellEditor path="answer" value={value} {...on} />);
  const box = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "New value of answer" });
  return { ...on, box, type: (text: string) => fireEvent.change(box, { target: { value: text } }) };
}

const change = () => fireEvent.click(screen.getByRole("button", { name: "Change value" }));

it("edits text unchanged, even if it looks like JSON", () => {
  const { box, type, onSet } = open("old");
  expect([box.value, document.activeElement]).toEqual(["old", box]);
  type("[1]");
  change();
  expect(onSet).toHaveBeenCalledExactlyOnceWith("[1]");
});

it("edits other values as JSON, and reports syntax errors", () => {
  const { box, type, onSet } = open({ a: 1 });
  expect(box.value).toBe('{"a":1}');
  type("{a");
  change();
  expect(screen.getByRole("alert").textContent).toMatch(/^Not JSON: /);
  expect(onSet).not.toHaveBeenCalled();
  type('{"a":12345678901234567890}');
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.keyDown(box, { key: "Enter", ctrlKey: true });
  expect(JSON.stringify(onSet.mock.calls[0]?.[0])).toContain("12345678901234567890");
});

it("stores text as JSON if the user selects JSON", () => {
  const { type, onSet } = open("1");
  fireEvent.click(screen.getByRole("radio", { name: "JSON" }));
  type("2");
  change();
  expect(onSet).toHaveBeenCalledExactlyOnceWith(2);
});

it("closes without a change", () => {
  const { onCancel, onSet } = open("a");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onCancel).toHaveBeenCalledOnce();
  expect(onSet).not.toHaveBeenCalled();
});
