// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { linearTimeAxis } from "@/lib/trace/time/time-axis";
import { type TimeWindow, timeWindowOf } from "@/lib/trace/time/time-window";
import { useTimeGestures } from "./use-time-gestures";

const axis = linearTimeAxis(1000);

beforeEach(() => {
  // The track is 100 pixels wide.
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 100, 20));
  Object.assign(Element.prototype, { setPointerCapture: () => undefined });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

type TrackProps = {
  zoom: { fromMs: number; toMs: number };
  onClick?: () => void;
  onSpan?: (span: { fromMs: number; toMs: number }) => void;
};

function Track({ zoom, onClick, onSpan }: TrackProps) {
  const frame = useRef<HTMLButtonElement>(null);
  const [window, show] = useState<TimeWindow>(() => timeWindowOf(axis, zoom));
  const view = { axis, window, isZoomed: true, show, showAll: () => show(timeWindowOf(axis, null)) };
  useTimeGestures({ frame, view, onDoubleClick: view.showAll, onSpan });
  return (
    <button type="button" ref={frame} onClick={onClick}>
      {`${Math.round(window.from)} to ${Math.round(window.to)}`}
    </button>
  );
}

const track = () => screen.getByRole("button");
const pointer = (type: string, clientX: number, shiftKey = false) =>
  fireEvent(track(), new MouseEvent(type, { clientX, shiftKey, bubbles: true, button: 0 }));

describe("gestures on the time axis", () => {
  it("zoom around the pointer with Control, and leave a plain wheel to the page", () => {
    render(<Track zoom={{ fromMs: 0, toMs: 1000 }} />);
    fireEvent.wheel(track(), { deltaY: -100, clientX: 50 });
    expect(track().textContent).toBe("0 to 1000");
    fireEvent.wheel(track(), { deltaY: -315, clientX: 50, ctrlKey: true });
    expect(track().textContent).toBe("250 to 750");
  });

  it("pan with a horizontal wheel, but not beyond the end", () => {
    render(<Track zoom={{ fromMs: 400, toMs: 600 }} />);
    fireEvent.wheel(track(), { deltaX: 50 });
    expect(track().textContent).toBe("500 to 700");
    fireEvent.wheel(track(), { deltaX: 5000 });
    expect(track().textContent).toBe("800 to 1000");
  });

  it("pan with a drag, which does not click", () => {
    const onClick = vi.fn();
    render(<Track zoom={{ fromMs: 400, toMs: 600 }} onClick={onClick} />);
    pointer("pointerdown", 50);
    pointer("pointermove", 25);
    expect(track().textContent).toBe("450 to 650");
    pointer("pointerup", 25);
    fireEvent.click(track());
    expect(onClick).not.toHaveBeenCalled();
  });

  it("select a span of time with Shift and a drag, which does not pan", () => {
    const onSpan = vi.fn();
    render(<Track zoom={{ fromMs: 400, toMs: 600 }} onSpan={onSpan} />);
    pointer("pointerdown", 50, true);
    pointer("pointermove", 25, true);
    expect(onSpan).toHaveBeenLastCalledWith({ fromMs: 450, toMs: 500 });
    expect(track().textContent).toBe("400 to 600");
  });

  it("keep a press without movement a click", () => {
    const onClick = vi.fn();
    render(<Track zoom={{ fromMs: 400, toMs: 600 }} onClick={onClick} />);
    pointer("pointerdown", 50);
    pointer("pointermove", 52);
    pointer("pointerup", 52);
    fireEvent.click(track());
    expect([track().textContent, onClick.mock.calls.length]).toEqual(["400 to 600", 1]);
  });

  it("show the full trace on double-click", () => {
    render(<Track zoom={{ fromMs: 400, toMs: 600 }} />);
    fireEvent.dblClick(track(), { clientX: 50 });
    expect(track().textContent).toBe("0 to 1000");
  });
});
