// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PaneSplitter } from "./pane-splitter";

/** The initial width of the pane; jsdom does not measure elements. */
const MEASURED_PX = 480;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    const stored = Number.parseInt(this.style.getPropertyValue("--pane-w"), 10);
    return { width: Number.isNaN(stored) ? MEASURED_PX : stored } as DOMRect;
  });
  HTMLElement.prototype.setPointerCapture = () => undefined;
});
afterEach(() => {
  cleanup();
  window.localStorage.clear();
  vi.restoreAllMocks();
});

/** A pointer event, which jsdom does not provide. */
const pointer = (target: Element, type: string, clientX: number) =>
  fireEvent(target, new MouseEvent(type, { bubbles: true, button: 0, clientX }));

function open() {
  render(
    <section aria-label="Pane">
      <PaneSplitter name="test-width" label="Width of the pane" minPx={360} maxPx={900} />
    </section>,
  );
  const pane = screen.getByRole("region", { name: "Pane" });
  const splitter = screen.getByRole("separator", { name: "Width of the pane" });
  return { splitter, widthOf: () => pane.style.getPropertyValue("--pane-w") };
}

it("keeps the initial width of the pane until it is moved", () => {
  const { splitter, widthOf } = open();
  expect(widthOf()).toBe("");
  expect(splitter.getAttribute("aria-valuenow")).toBe("480");
});

it("changes the width with keys, within its limits", () => {
  const { splitter, widthOf } = open();
  const press = (key: string) => fireEvent.keyDown(splitter, { key });
  press("ArrowLeft");
  expect(widthOf()).toBe("504px");
  press("ArrowRight");
  press("ArrowRight");
  expect(widthOf()).toBe("456px");
  press("End");
  expect(widthOf()).toBe("900px");
  press("ArrowLeft");
  expect(splitter.getAttribute("aria-valuenow")).toBe("900");
});

it("changes the width by dragging, and remembers it", () => {
  const { splitter, widthOf } = open();
  pointer(splitter, "pointerdown", 1000);
  pointer(splitter, "pointermove", 880);
  expect(widthOf()).toBe("600px");
  pointer(splitter, "pointerup", 880);
  pointer(splitter, "pointermove", 700);
  expect(widthOf()).toBe("600px");
  cleanup();
  expect(open().widthOf()).toBe("600px");
});

it("resets the width with a double-click", () => {
  window.localStorage.setItem("test-width", "700");
  const { splitter, widthOf } = open();
  expect(widthOf()).toBe("700px");
  fireEvent.doubleClick(splitter);
  expect(widthOf()).toBe("");
  expect(window.localStorage.getItem("test-width")).toBeNull();
});

it("ignores a stored text that is not a width", () => {
  window.localStorage.setItem("test-width", "wide");
  expect(open().widthOf()).toBe("");
});
