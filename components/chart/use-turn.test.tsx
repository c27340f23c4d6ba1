// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useTurn, useValueInTurn } from "./use-turn";

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
/** The task of a turn, or the frame that follows it. */
const nextTask = () => act(() => vi.advanceTimersToNextTimer());
/** The frame in which a chart is drawn, and the turn of the next chart. */
const nextTurn = () => {
  nextTask();
  nextTask();
};

it("draws one chart in each frame, in their order", () => {
  render(["loss", "reward", "entropy"].map((name) => <Chart key={name} name={name} />));
  expect(drawn()).toEqual([]);
  nextTask();
  expect(drawn()).toEqual(["loss"]);
  nextTurn();
  expect(drawn()).toEqual(["loss", "reward"]);
  nextTurn();
  expect(drawn()).toEqual(["loss", "reward", "entropy"]);
});

it("passes over a chart that was removed before its turn", () => {
  const names = ["loss", "reward", "entropy"];
  const charts = (shown: readonly string[]) => shown.map((name) => <Chart key={name} name={name} />);
  const { rerender } = render(charts(names));
  nextTask();
  rerender(charts(["loss", "entropy"]));
  nextTurn();
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

function Line({ version }: { version: number }) {
  return <p>{useValueInTurn(version)}</p>;
}

const lines = (version: number) => ["loss", "reward", "entropy"].map((name) => <Line key={name} version={version} />);

it("draws a change of a shared value in one chart after the other, a frame apart", () => {
  const { rerender } = render(lines(1));
  expect(drawn()).toEqual(["1", "1", "1"]);
  rerender(lines(2));
  expect(drawn()).toEqual(["1", "1", "1"]);
  nextTask();
  expect(drawn()).toEqual(["2", "1", "1"]);
  nextTask();
  expect(drawn()).toEqual(["2", "1", "1"]);
  nextTask();
  expect(drawn()).toEqual(["2", "2", "1"]);
  nextTurn();
  expect(drawn()).toEqual(["2", "2", "2"]);
});

it("skips a value that changed again, and serves the last chart however often the value changes", () => {
  const { rerender } = render(lines(1));
  rerender(lines(2));
  nextTask();
  for (const version of [3, 4]) {
    rerender(lines(version));
    nextTurn();
  }
  expect(drawn()).toEqual(["2", "3", "4"]);
  act(() => vi.runAllTimers());
  expect(drawn()).toEqual(["4", "4", "4"]);
});

it("forgets a chart that was removed while a change waited for its turn", () => {
  const { rerender } = render(lines(1));
  rerender(lines(2));
  rerender(lines(2).slice(1));
  nextTask();
  expect(drawn()).toEqual(["2", "1"]);
});
