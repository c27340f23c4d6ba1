// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useCanvas } from "@/components/trace/time/use-canvas";
import { makeSkeleton } from "@/lib/trace/skeleton/testing/make-skeleton";
import { packLanes } from "@/lib/trace/time/lanes";
import { linearTimeAxis } from "@/lib/trace/time/time-axis";
import { type TimeWindow, timeWindowOf } from "@/lib/trace/time/time-window";
import { cleanPage } from "@/test/setup/render-on-page";
import { useLanePointer } from "./use-lane-pointer";
import { useShowSelection } from "./use-show-selection";

const LANE_PX = 20;
const axis = linearTimeAxis(100);

/** The root and three calls below each other: the depth is the lane. */
const skeleton = makeSkeleton([
  { id: "root", startMs: 0, endMs: 100 },
  { id: "one", parent: "root", startMs: 0, endMs: 80 },
  { id: "two", parent: "one", startMs: 10, endMs: 20 },
  { id: "three", parent: "two", startMs: 12, endMs: 14 },
]);
const lanes = packLanes(skeleton, "depth", 100);

beforeEach(() => {
  // One pixel is one millisecond. Two lanes fit on the screen.
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 100, 40));
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(40);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanPage();
  vi.restoreAllMocks();
});

function LaneTrace({ selectedRow = -1, zoom = null as { fromMs: number; toMs: number } | null }) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [window, setWindow] = useState<TimeWindow>(() => timeWindowOf(axis, zoom));
  const isZoomed = window.to - window.from < axis.length;
  const view = { axis, window, isZoomed, show: setWindow, showAll: () => setWindow(timeWindowOf(axis, null)) };
  useShowSelection({ frame, skeleton, lanes, lanePx: LANE_PX, view, selectedRow, untilMs: 100 });
  const { hover, onPointerMove, leave } = useLanePointer({
    frame,
    canvas,
    skeleton,
    lanes,
    lanePx: LANE_PX,
    view,
    untilMs: 100,
  });
  return (
    <div ref={frame} data-testid="frame">
      <canvas ref={canvas} data-testid="canvas" onPointerMove={onPointerMove} onPointerLeave={leave} />
      <output>{`${Math.round(window.from)} to ${Math.round(window.to)}`}</output>
      <p>{hover === null ? "nothing" : `row ${hover.row}`}</p>
    </div>
  );
}

const scrollTop = () => screen.getByTestId("frame").scrollTop;
const range = () => screen.getByRole("status").textContent;

describe("a selected call", () => {
  it("is scrolled into view, by no more than needed", () => {
    const { rerender } = render(<LaneTrace selectedRow={0} />);
    expect(scrollTop()).toBe(0);
    rerender(<LaneTrace selectedRow={3} />);
    expect(scrollTop()).toBe(40);
    rerender(<LaneTrace selectedRow={2} />);
    expect(scrollTop()).toBe(40);
    rerender(<LaneTrace selectedRow={1} />);
    expect(scrollTop()).toBe(20);
  });

  it("is panned into view when the zoom does not contain it, and leaves another zoom alone", () => {
    const { rerender } = render(<LaneTrace selectedRow={0} zoom={{ fromMs: 50, toMs: 60 }} />);
    expect(range()).toBe("50 to 60");
    rerender(<LaneTrace selectedRow={3} zoom={{ fromMs: 50, toMs: 60 }} />);
    expect(range()).toBe("8 to 18");
    rerender(<LaneTrace selectedRow={-1} zoom={{ fromMs: 50, toMs: 60 }} />);
    expect(range()).toBe("8 to 18");
  });
});

describe("the pointer over lanes", () => {
  const canvas = () => screen.getByTestId("canvas");
  const moveTo = (clientX: number, clientY: number, buttons = 0) =>
    fireEvent(canvas(), new MouseEvent("pointermove", { clientX, clientY, buttons, bubbles: true }));
  const hovered = () => screen.getByText(/^(?:row \d|nothing)$/).textContent;

  it("finds the call at its time and lane, also when it is narrowly missed", () => {
    render(<LaneTrace />);
    moveTo(50, 10);
    expect(hovered()).toBe("row 0");
    moveTo(22, 50);
    expect(hovered()).toBe("row 2");
    moveTo(30, 50);
    expect(hovered()).toBe("nothing");
    moveTo(50, 500);
    expect(hovered()).toBe("nothing");
  });

  it("takes the scroll position into account", () => {
    render(<LaneTrace selectedRow={3} />);
    moveTo(50, 10);
    expect(hovered()).toBe("nothing");
    moveTo(13, 30);
    expect(hovered()).toBe("row 3");
  });

  it("finds nothing while a button is pressed and after it has left", () => {
    render(<LaneTrace />);
    moveTo(50, 10, 1);
    expect(hovered()).toBe("nothing");
    moveTo(50, 10);
    fireEvent.pointerLeave(canvas());
    fireEvent.pointerOut(canvas());
    expect(hovered()).toBe("nothing");
  });

  it("zooms to the call of a double-click, and to everything beside the calls", () => {
    render(<LaneTrace />);
    fireEvent.dblClick(canvas(), { clientX: 15, clientY: 50 });
    expect(range()).toBe("10 to 20");
    fireEvent.dblClick(canvas(), { clientX: 15, clientY: 500 });
    expect(range()).toBe("0 to 100");
  });

  it("finds nothing on a canvas that is not drawn", () => {
    render(<LaneTrace />);
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 0, 0));
    moveTo(50, 10);
    expect(hovered()).toBe("nothing");
  });
});

describe("a canvas", () => {
  const context = { setTransform: vi.fn(), clearRect: vi.fn() };

  function Drawing({ draw }: { draw: Parameters<typeof useCanvas>[1] }) {
    const canvas = useRef<HTMLCanvasElement>(null);
    useCanvas(canvas, draw);
    return <canvas ref={canvas} data-testid="canvas" />;
  }

  beforeEach(() => {
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
    vi.stubGlobal("devicePixelRatio", 2);
  });

  it("is as sharp as the screen, and drawn in CSS pixels", () => {
    const draw = vi.fn();
    render(<Drawing draw={draw} />);
    const { width, height } = screen.getByTestId<HTMLCanvasElement>("canvas");
    expect([width, height]).toEqual([200, 80]);
    expect(context.setTransform).toHaveBeenLastCalledWith(2, 0, 0, 2, 0, 0);
    expect(draw).toHaveBeenLastCalledWith(expect.objectContaining({ width: 100, height: 40 }));
  });

  it("is drawn again when the theme changes", async () => {
    const draw = vi.fn();
    render(<Drawing draw={draw} />);
    const before = draw.mock.calls.length;
    await act(async () => {
      document.documentElement.dataset.theme = "dark";
    });
    expect(draw.mock.calls.length).toBe(before + 1);
    delete document.documentElement.dataset.theme;
  });

  it("is not drawn without a size or a context", () => {
    const draw = vi.fn();
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
    render(<Drawing draw={draw} />);
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 0, 0));
    render(<Drawing draw={draw} />);
    expect(draw).not.toHaveBeenCalled();
  });
});
