// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TooltipTimer } from "./tooltip-timer";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const DELAY_MS = 400;

function start() {
  const shown: (string | null)[] = [];
  const timer = new TooltipTimer<{ anchor: HTMLElement; text: string }>(DELAY_MS, (tooltip) =>
    shown.push(tooltip?.text ?? null),
  );
  const tooltip = (text: string) => ({ anchor: document.createElement("button"), text });
  return { timer, shown, tooltip };
}

it("shows a tooltip after the pointer rested on its control", () => {
  const { timer, shown, tooltip } = start();
  timer.point(tooltip("a"));
  vi.advanceTimersByTime(DELAY_MS - 1);
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(["a"]);
});

it("shows nothing when the pointer only passed", () => {
  const { timer, shown, tooltip } = start();
  timer.point(tooltip("a"));
  timer.leave();
  vi.advanceTimersByTime(DELAY_MS);
  expect(shown).toEqual([]);
});

it("shows the next one at once while the pointer moves along a row of controls", () => {
  const { timer, shown, tooltip } = start();
  timer.show(tooltip("a"));
  timer.leave();
  vi.advanceTimersByTime(200);
  expect(shown).toEqual(["a", null]);
  timer.point(tooltip("b"));
  expect(shown).toEqual(["a", null, "b"]);
});

it("stays when the pointer reaches the tooltip in time", () => {
  const { timer, shown, tooltip } = start();
  timer.show(tooltip("a"));
  timer.leave();
  timer.hold();
  vi.advanceTimersByTime(DELAY_MS);
  expect(shown).toEqual(["a"]);
});
