// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useKeptDraft } from "./use-kept-draft";

const EMPTY = { name: "", rows: "10" };

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  window.localStorage.clear();
});

test("a draft is kept for the next visit, until it is discarded", () => {
  const first = renderHook(() => useKeptDraft("draft", EMPTY));
  expect(first.result.current.draft).toEqual(EMPTY);
  act(() => first.result.current.change({ name: "a" }));
  first.unmount();
  const second = renderHook(() => useKeptDraft("draft", EMPTY));
  expect(second.result.current.draft).toEqual({ name: "a", rows: "10" });
  act(() => second.result.current.discard());
  second.unmount();
  expect(renderHook(() => useKeptDraft("draft", EMPTY)).result.current.draft).toEqual(EMPTY);
});

test("a preset is kept with the first change only", () => {
  const { result } = renderHook(() => useKeptDraft("draft", EMPTY, (draft) => ({ ...draft, name: "preset" })));
  expect(result.current.draft.name).toBe("preset");
  expect(window.localStorage.getItem("draft")).toBeNull();
  act(() => result.current.change({ rows: "20" }));
  expect(JSON.parse(window.localStorage.getItem("draft") ?? "")).toEqual({ name: "preset", rows: "20" });
});

test("a draft that the browser refuses to keep still changes, and says so", () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("disabled", "SecurityError");
  });
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const { result } = renderHook(() => useKeptDraft("draft", EMPTY));
  expect(result.current).toMatchObject({ draft: EMPTY, isKept: true });
  act(() => result.current.change({ name: "a" }));
  expect(result.current).toMatchObject({ draft: { name: "a", rows: "10" }, isKept: false });
});
