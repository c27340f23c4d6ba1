// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { StepStrip } from "./step-strip";

afterEach(cleanup);

const strip = (done: number, total: number | null) => ({
  label: `${done} done`,
  done,
  total,
  values: [0.1, 0.9],
  isRunning: false,
});

test("labels notable steps, and the first, round and last step numbers", () => {
  render(<StepStrip {...strip(34, 120)} marks={[{ at: 22, kind: "warning", label: "KL above target" }]} />);
  expect(screen.getByRole("progressbar", { name: "34 done" }).getAttribute("aria-valuemax")).toBe("120");
  const mark = screen.getByRole("listitem");
  expect(mark.textContent).toBe("KL above target");
  expect(Number.parseFloat(mark.style.left)).toBeCloseTo((21.5 / 120) * 100, 3);
  for (const step of ["1", "20", "100", "120"]) expect(screen.getByText(step)).toBeTruthy();
});

test("has no row of marks unless marks are given, and no empty list", () => {
  const { container, rerender } = render(<StepStrip {...strip(1, 2)} />);
  expect(container.querySelectorAll("span")).toHaveLength(0);
  rerender(<StepStrip {...strip(1, 2)} marks={[]} />);
  expect(screen.queryByRole("list")).toBeNull();
  expect(screen.getByText("2")).toBeTruthy();
});

test("shows nothing for a job without gradient steps, and an empty cell while their number is unknown", () => {
  const { rerender } = render(<StepStrip {...strip(0, 0)} marks={[]} />);
  expect(screen.queryByRole("progressbar")).toBeNull();
  rerender(<StepStrip {...strip(0, null)} marks={[]} />);
  expect(screen.getByRole("progressbar", { name: "0 done" })).toBeTruthy();
});

test("leaves gaps where a finished step has no reward, unless none has one", () => {
  const cellsOf = (values: readonly number[]) => {
    const { container, unmount } = render(<StepStrip {...strip(3, 4)} values={values} />);
    const cells = [...container.querySelectorAll("i")].map(({ title, style }) => [title, style.background !== ""]);
    unmount();
    return cells;
  };
  expect(cellsOf([0.1, Number.NaN, 0.9])).toEqual([
    ["step 1, reward 0.100", true],
    ["step 2, no reward", false],
    ["step 3, reward 0.900", true],
    ["step 4", false],
  ]);
  expect(cellsOf([Number.NaN, Number.NaN, Number.NaN]).map(([title]) => title)).toEqual([
    ...["step 1", "step 2", "step 3", "step 4"],
  ]);
});
