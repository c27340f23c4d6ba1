// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useTurn } from "./use-turn";

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  cleanup();
  vi.runAllTimers();
  vi.useRealTimers();
});

function Chart({ name }: { name: string }) {
  return useTurn() ? <p>{name}</p> : null;
}

const drawn = () => screen.queryAllByText(/./).map((node) => node.textContent);
const nextTask = () => act(() => vi.advanceTimersToNextTimer());

it("draws one chart in each task, in their order", () => {
  render(["loss", "reward", "entropy"].map((name) => <Chart key={name} name={name} />));
  expect(drawn()).toEqual([]);
  nextTask();
  expect(drawn()).toEqual(["loss"]);
  nextTask();
  expect(drawn()).toEqual(["loss", "reward"]);
  nextTask();
  expect(drawn()).toEqual(["loss", "reward", "entropy"]);
});

it("passes over a chart that was removed before its turn", () => {
  const names = ["loss", "reward", "entropy"];
  const charts = (shown: readonly string[]) => shown.map((name) => <Chart key={name} name={name} />);
  const { rerender } = render(charts(names));
  nextTask();
  rerender(charts(["loss", "entropy"]));
  nextTask();
  expect(drawn()).toEqual(["loss", "entropy"]);
});

it("serves charts that come after all others were drawn", () => {
  const { rerender } = render([<Chart key="loss" name="loss" />]);
  act(() => vi.runAllTimers());
  rerender([<Chart key="loss" name="loss" />, <Chart key="late" name="late" />]);
  expect(drawn()).toEqual(["loss"]);
  nextTask();
  expect(drawn()).toEqual(["loss", "late"]);
});
