// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { endTraces, watchProcess } from "./process-traces";

it("ends the listeners and timers that a file left, and names the place of an interval", async () => {
  const traces = watchProcess();
  const called = vi.fn();
  window.addEventListener("keydown", called);
  document.addEventListener("click", called, { capture: true });
  setTimeout(called, 1);
  setInterval(called, 1);
  expect(endTraces(traces)).toEqual([expect.stringMatching(/^an interval of .*process-traces\.test\.ts:11/)]);
  window.dispatchEvent(new KeyboardEvent("keydown"));
  document.body.click();
  // Timers of the same length end in the order of their start.
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(called).not.toHaveBeenCalled();
});

it("finds nothing where a file ended what it began", async () => {
  const traces = watchProcess();
  const listener = () => undefined;
  window.addEventListener("keydown", listener);
  window.removeEventListener("keydown", listener);
  clearInterval(setInterval(listener, 1000));
  clearTimeout(setTimeout(listener, 1000));
  await new Promise<void>((resolve) => setTimeout(resolve, 1));
  expect([...traces.values()].filter(({ origin }) => origin.stack?.includes("process-traces.test"))).toEqual([]);
});

it("passes arguments on to a timer, and keeps what Node's timers can do", async () => {
  const { promisify } = await import("node:util");
  expect(await new Promise((resolve) => setTimeout(resolve, 1, "later"))).toBe("later");
  expect(await promisify(setTimeout)(1, "promised")).toBe("promised");
});
