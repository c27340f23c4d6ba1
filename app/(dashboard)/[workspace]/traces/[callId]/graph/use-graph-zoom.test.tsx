// @vitest-environment jsdom
import { act, fireEvent } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { layOut } from "@/test/setup/browser-layout";
import { cleanPage, renderOnPage } from "@/test/setup/render-on-page";
import { useGraphZoom } from "./use-graph-zoom";

layOut({ drawn: { width: 800, height: 400 } });

const DRAWN = { width: 1000, height: 800 };
let frame: HTMLDivElement;

beforeEach(() => {
  frame = document.createElement("div");
  frame.setPointerCapture = vi.fn();
  frame.scrollTo = vi.fn();
  frame.scrollBy = vi.fn();
  document.body.append(frame);
});

afterEach(() => {
  frame.remove();
  cleanPage();
});

const open = () => renderOnPage(() => useGraphZoom(useRef(frame), DRAWN), { props: {} }).result;

it("fits the width at first, and all on request", () => {
  const zoom = open();
  expect([zoom.current.scale, zoom.current.isMeasured]).toEqual([0.8, true]);
  act(() => zoom.current.showAll());
  expect(zoom.current.scale).toBe(0.5);
});

it("keeps the middle in its place when it zooms", () => {
  const zoom = open();
  frame.scrollLeft = 100;
  act(() => zoom.current.zoomBy(2));
  expect(zoom.current.scale).toBe(1.6);
  expect(frame.scrollTo).toHaveBeenCalledWith(600, 200);
});

it("zooms at the pointer with Control, and leaves a plain wheel to scroll", () => {
  const zoom = open();
  fireEvent.wheel(frame, { deltaY: -100 });
  expect(zoom.current.scale).toBe(0.8);
  const isLeft = fireEvent.wheel(frame, { deltaY: -100, ctrlKey: true, clientX: 0, clientY: 0 });
  expect([zoom.current.scale > 0.9, isLeft]).toEqual([true, false]);
  expect(frame.scrollTo).toHaveBeenCalledWith(0, 0);
});

it("scrolls with a drag, and sideways by a share of the frame", () => {
  const zoom = open();
  [frame.scrollLeft, frame.scrollTop] = [50, 60];
  for (const [type, clientX, clientY] of [
    ["pointerdown", 10, 10],
    ["pointermove", 0, 30],
    ["pointerup", 0, 30],
  ] as const) {
    fireEvent(frame, new MouseEvent(type, { clientX, clientY, button: 0 }));
  }
  expect(frame.scrollTo).toHaveBeenLastCalledWith(60, 40);
  zoom.current.pan(-0.5);
  expect(frame.scrollBy).toHaveBeenCalledWith({ left: -400 });
});
