// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerOf, figuresOf, HOUR_MS, START_MS, startOf } from "@/lib/chart/testing/example-answer";
import type { Brush } from "./brush";
import { HistogramPlot } from "./histogram-plot";
import { prepareHistogram } from "./prepare-histogram";

/** Ten buckets of an hour over 1000 pixels, with margins of 44 at the left and 14 at the right. */
const result = answerOf({
  buckets: Array.from({ length: 10 }, (_, hour) => ({ start: startOf(hour), ...figuresOf({ call_count: hour + 1 }) })),
});
const WIDTH = 1058;
const at = (hour: number) => 44 + hour * 100;
const from = (hour: number) => START_MS + hour * HOUR_MS;

beforeEach(() => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, WIDTH, 84));
  // jsdom has no pointer capture.
  Element.prototype.setPointerCapture = () => undefined;
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** jsdom has only mouse events; React reads them by their names. */
function point(element: Element, type: "pointerdown" | "pointermove" | "pointerup", hour: number) {
  fireEvent(element, new MouseEvent(type, { bubbles: true, button: 0, clientX: at(hour) }));
}

function draw(brush: Brush | null = null) {
  const onBrush = vi.fn();
  const histogram = prepareHistogram({ measure: "calls", result }, brush);
  if (!histogram) throw new Error("nothing was prepared");
  render(
    <HistogramPlot
      histogram={histogram}
      width={WIDTH}
      height={84}
      brush={brush}
      isPinned={false}
      isOpenEnded
      isPhone={false}
      onBrush={onBrush}
    />,
  );
  const plot = screen.getByRole("img");
  const drag = (start: number, end: number) => {
    point(plot, "pointerdown", start);
    point(plot, "pointermove", end);
    point(plot, "pointerup", end);
  };
  return { onBrush, plot, drag };
}

describe("the histogram", () => {
  it("selects whole buckets with a drag in either direction", () => {
    const { onBrush, drag } = draw();
    drag(2.3, 4.6);
    drag(4.6, 2.3);
    expect(onBrush.mock.calls).toEqual([[{ fromMs: from(2), toMs: from(5) }], [{ fromMs: from(2), toMs: from(5) }]]);
  });

  it("selects one bucket with a click and the full range with a double-click", () => {
    const { onBrush, plot } = draw();
    point(plot, "pointerdown", 3.5);
    point(plot, "pointerup", 3.5);
    expect(onBrush).toHaveBeenLastCalledWith({ fromMs: from(3), toMs: from(4) });
    fireEvent.doubleClick(plot);
    expect(onBrush).toHaveBeenLastCalledWith(null);
  });

  it("moves the brush and its edges", () => {
    const { onBrush, drag } = draw({ fromMs: from(2), toMs: from(5) });
    drag(3.5, 5.5);
    expect(onBrush).toHaveBeenLastCalledWith({ fromMs: from(4), toMs: from(7) });
    drag(2, 1.5);
    expect(onBrush).toHaveBeenLastCalledWith({ fromMs: from(1), toMs: from(5) });
    drag(5, 6.5);
    expect(onBrush).toHaveBeenLastCalledWith({ fromMs: from(2), toMs: from(7) });
  });

  it("stays open where the brush reaches the end", () => {
    const { onBrush, drag } = draw();
    drag(6.5, 10);
    expect(onBrush).toHaveBeenLastCalledWith({ fromMs: from(6), toMs: null });
  });

  it("announces its counts and moves its edges with keys", () => {
    const { onBrush, plot } = draw({ fromMs: from(2), toMs: from(5) });
    expect(plot.getAttribute("aria-label")).toBe("Calls per 1 h: ok 12, error 0, running 0, at most 10 per bar.");
    const end = screen.getByRole("slider", { name: "To" });
    expect(end.getAttribute("aria-valuetext")).toBe("2026-11-20 15:00:00.000 UTC");
    fireEvent.keyDown(end, { key: "ArrowLeft" });
    expect(onBrush).toHaveBeenLastCalledWith({ fromMs: from(2), toMs: from(4) });
    fireEvent.keyDown(screen.getByRole("slider", { name: "From" }), { key: "Home" });
    expect(onBrush).toHaveBeenLastCalledWith({ fromMs: from(0), toMs: from(5) });
  });
});
