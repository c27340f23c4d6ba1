// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { linearTimeAxis } from "@/lib/trace/time/time-axis";
import { type TimeWindow, timeWindowOf } from "@/lib/trace/time/time-window";
import { GUTTER_PX } from "./draw-minimap";
import { useBrush } from "./use-brush";

const axis = linearTimeAxis(1000);

beforeEach(() => {
  // One pixel between the gutters is ten milliseconds.
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 100 + 2 * GUTTER_PX, 20));
  Object.assign(Element.prototype, { setPointerCapture: () => undefined });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Minimap({ zoom }: { zoom: { fromMs: number; toMs: number } | null }) {
  const frame = useRef<HTMLDivElement>(null);
  const [window, setWindow] = useState<TimeWindow>(() => timeWindowOf(axis, zoom));
  const [isZoomed, setIsZoomed] = useState(zoom !== null);
  const show = (next: TimeWindow) => {
    setWindow(next);
    setIsZoomed(true);
  };
  const showAll = () => {
    setWindow(timeWindowOf(axis, null));
    setIsZoomed(false);
  };
  useBrush(frame, { axis, window, isZoomed, show, showAll });
  return (
    <div ref={frame} role="img" aria-label="minimap">
      <span data-edge="from">from</span>
      <span data-edge="to">to</span>
      <output>{`${Math.round(window.from)} to ${Math.round(window.to)}`}</output>
    </div>
  );
}

const map = () => screen.getByRole("img");
const shown = () => screen.getByRole("status").textContent;
const xOf = (ms: number) => GUTTER_PX + ms / 10;

function drag(fromMs: number, toMs: number, { on = map(), button = 0 }: { on?: HTMLElement; button?: number } = {}) {
  const pointer = (type: string, ms: number) =>
    fireEvent(on, new MouseEvent(type, { clientX: xOf(ms), bubbles: true, button }));
  pointer("pointerdown", fromMs);
  pointer("pointermove", toMs);
  pointer("pointerup", toMs);
}

it("selects the range of a drag in either direction, up to the ends of the trace", () => {
  render(<Minimap zoom={null} />);
  drag(200, 600);
  expect(shown()).toBe("200 to 600");
  drag(900, 700);
  expect(shown()).toBe("700 to 900");
  drag(100, -5000);
  expect(shown()).toBe("0 to 100");
});

it("moves the visible range when the drag begins inside", () => {
  render(<Minimap zoom={{ fromMs: 400, toMs: 600 }} />);
  drag(500, 600);
  expect(shown()).toBe("500 to 700");
  drag(600, 5000);
  expect(shown()).toBe("800 to 1000");
});

it("moves one edge, which does not pass the other", () => {
  render(<Minimap zoom={{ fromMs: 400, toMs: 600 }} />);
  drag(400, 300, { on: screen.getByText("from") });
  expect(shown()).toBe("300 to 600");
  drag(600, 750, { on: screen.getByText("to") });
  expect(shown()).toBe("300 to 750");
  drag(300, 900, { on: screen.getByText("from") });
  expect(shown()).toBe("749 to 750");
});

it("moves the visible range to a press outside of it, and ignores a press inside", () => {
  render(<Minimap zoom={{ fromMs: 400, toMs: 600 }} />);
  drag(800, 810);
  expect(shown()).toBe("700 to 900");
  drag(850, 850);
  expect(shown()).toBe("700 to 900");
});

it("ignores a press while everything is visible, other buttons, and a move without a press", () => {
  render(<Minimap zoom={null} />);
  drag(500, 510);
  drag(200, 600, { button: 2 });
  fireEvent(map(), new MouseEvent("pointermove", { clientX: xOf(700), bubbles: true }));
  expect(shown()).toBe("0 to 1000");
});

it("zooms around the pointer with Control, and leaves a plain wheel to the page", () => {
  render(<Minimap zoom={null} />);
  fireEvent.wheel(map(), { deltaY: -1000, clientX: xOf(500) });
  expect(shown()).toBe("0 to 1000");
  fireEvent.wheel(map(), { deltaY: (1000 * -Math.log(2)) / 2, clientX: xOf(500), ctrlKey: true });
  expect(shown()).toBe("250 to 750");
  fireEvent.wheel(map(), { deltaY: (1000 * Math.log(2)) / 2, clientX: xOf(500), metaKey: true });
  expect(shown()).toBe("0 to 1000");
});

it("shows the full trace on double-click", () => {
  render(<Minimap zoom={{ fromMs: 400, toMs: 600 }} />);
  fireEvent.dblClick(map());
  expect(shown()).toBe("0 to 1000");
});
