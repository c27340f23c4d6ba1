// @vitest-environment jsdom
import { cleanup, createEvent, fireEvent, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { layOut } from "@/test/setup/browser-layout";
import { ColumnResizer } from "./column-resizer";

layOut({ drawn: { width: 500, height: 28 } });
afterEach(cleanup);

function resizer(widthPx: number | null) {
  const onResize = vi.fn();
  const { container } = render(<ColumnResizer widthPx={widthPx} onResize={onResize} />);
  const handle = container.querySelector("span");
  if (!handle) throw new Error("The handle is not rendered");
  handle.setPointerCapture = vi.fn();
  const point = (what: "pointerDown" | "pointerMove" | "pointerUp", clientX: number) => {
    const event = createEvent[what](handle);
    // A pointer event of the test document has no position.
    Object.defineProperty(event, "clientX", { value: clientX });
    fireEvent(handle, event);
  };
  const drag = (byPx: number) => {
    point("pointerDown", 700);
    point("pointerMove", 700 + byPx);
    point("pointerUp", 700 + byPx);
  };
  return { handle, point, drag, onResize };
}

it("follows the pointer until it is released", () => {
  const { point, drag, onResize } = resizer(200);
  drag(30);
  point("pointerMove", 900);
  expect(onResize.mock.calls).toEqual([[230]]);
});

it("keeps a column between 44 and 1,200 px", () => {
  const { drag, onResize } = resizer(200);
  drag(-400);
  drag(4000);
  expect(onResize.mock.calls).toEqual([[44], [1200]]);
});

it("starts from the width on the screen where a column has none of its own", () => {
  const { drag, onResize } = resizer(null);
  drag(-100);
  expect(onResize).toHaveBeenCalledWith(400);
});

it("resets the width on a double-click", () => {
  const { handle, onResize } = resizer(200);
  fireEvent.doubleClick(handle);
  expect(onResize).toHaveBeenCalledWith(null);
});
