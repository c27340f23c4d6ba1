// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useStore } from "zustand";
import { ReadableStore } from "./readable-store";

class Held<State> extends ReadableStore<State> {
  constructor(initial: State) {
    super(initial);
  }

  put(next: State): void {
    this.setState(next);
  }
}

afterEach(cleanup);

test("replaces the state as a whole, also where it is a list, null or a function", () => {
  const list = new Held<readonly number[] | null>([1, 2]);
  list.put([3]);
  expect(list.getState()).toEqual([3]);
  list.put(null);
  expect(list.getState()).toBeNull();
  const chosen = () => "chosen";
  const held = new Held<() => string>(() => "first");
  held.put(chosen);
  expect(held.getState()).toBe(chosen);
});

test("notifies each subscriber of a change until it leaves, and of nothing else", () => {
  const store = new Held(1);
  const [stays, leaves] = [vi.fn(), vi.fn()];
  store.subscribe(stays);
  const leave = store.subscribe(leaves);
  store.put(1);
  expect(stays).not.toHaveBeenCalled();
  store.put(2);
  leave();
  store.put(3);
  expect([stays.mock.calls.length, leaves.mock.calls.length]).toEqual([2, 1]);
});

test("renders a component again only when the part that it selects changes", () => {
  const store = new Held({ name: "a", count: 0 });
  const renders = vi.fn();
  const { result } = renderHook(() => {
    renders();
    return useStore(store, ({ name }) => name);
  });
  act(() => store.put({ name: "a", count: 1 }));
  expect([result.current, renders.mock.calls.length]).toEqual(["a", 1]);
  act(() => store.put({ name: "b", count: 1 }));
  expect([result.current, renders.mock.calls.length]).toEqual(["b", 2]);
});
