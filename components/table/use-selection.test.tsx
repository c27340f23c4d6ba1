// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useSelection } from "./use-selection";

afterEach(cleanup);

const open = (first: { ids: string[]; listKey?: string }) =>
  renderHook(({ ids, listKey = "list" }) => useSelection({ ids, indexOf: (id) => ids.indexOf(id), listKey }), {
    initialProps: first,
  });

it("selects and deselects a row, and with Shift selects all between two rows in either direction", () => {
  const { result } = open({ ids: ["a", "b", "c", "d"] });
  act(() => result.current.toggle("c", false));
  act(() => result.current.toggle("a", true));
  expect([...result.current.selected].sort()).toEqual(["a", "b", "c"]);
  act(() => result.current.toggle("b", false));
  expect([...result.current.selected].sort()).toEqual(["a", "c"]);
});

it("includes later rows when the full list is selected, until one is deselected", () => {
  const { result, rerender } = open({ ids: ["a", "b"] });
  act(() => result.current.takeWhole());
  rerender({ ids: ["a", "b", "c"] });
  expect([...result.current.selected]).toEqual(["a", "b", "c"]);
  expect(result.current.isAll).toBe(true);
  act(() => result.current.toggle("b", false));
  expect([...result.current.selected]).toEqual(["a", "c"]);
  expect(result.current.isAll).toBe(false);
});

it("does not select all of another list", () => {
  const { result, rerender } = open({ ids: ["a"] });
  act(() => result.current.takeWhole());
  rerender({ ids: ["x", "y"], listKey: "other" });
  expect(result.current.isAll).toBe(false);
  expect(result.current.selected.has("x")).toBe(false);
});
