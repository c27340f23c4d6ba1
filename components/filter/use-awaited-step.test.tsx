// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useAwaitedStep } from "./use-awaited-step";

function search() {
  const steps: number[] = [];
  const onStep = (by: 1 | -1) => void steps.push(by);
  const { result, rerender } = renderHook(useAwaitedStep, {
    initialProps: { text: "one", mustWait: true, onStep },
  });
  return {
    steps,
    press: (by: 1 | -1) => act(() => result.current(by)),
    shows: (text: string, mustWait: boolean) => rerender({ text, mustWait, onStep }),
  };
}

test("steps at once where there is a match, also back", () => {
  const { steps, press, shows } = search();
  shows("one", false);
  press(1);
  press(-1);
  expect(steps).toEqual([1, -1]);
});

test("steps once, as soon as the first match is found", () => {
  const { steps, press, shows } = search();
  press(1);
  expect(steps).toEqual([]);
  shows("one", false);
  shows("one", false);
  expect(steps).toEqual([1]);
});

test("forgets the step when the text changes", () => {
  const { steps, press, shows } = search();
  press(1);
  shows("two", true);
  shows("two", false);
  shows("one", false);
  expect(steps).toEqual([]);
});
