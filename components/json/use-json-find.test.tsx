// @vitest-environment jsdom
import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { FindWordsProvider } from "@/components/find/find-words";
import { LazyValue } from "@/lib/json/lazy/lazy-value";
import { textSource } from "@/lib/json/lazy/testing/text-source";
import type { ValueSource } from "@/lib/json/lazy/value-source";
import { cleanPage } from "@/test/setup/render-on-page";
import { useJsonFind } from "./use-json-find";
import { useLazyParts } from "./use-lazy-parts";

afterEach(cleanPage);

const open = (first: unknown) => {
  const hook = renderHook(({ value }) => useJsonFind(value), { initialProps: { value: first } });
  const now = () => hook.result.current;
  const search = async (words: string) => {
    act(() => now().setWords(words));
    await waitFor(() => expect(now().isSearching).toBe(false));
  };
  return { ...hook, now, search };
};

const value = { dog: "a dog and a DOG", cats: ["cat", "dog"] };

/** A lazy value of a source that fails or stalls as configured. */
const lazyOf = (
  change: Partial<ValueSource>,
  text = JSON.stringify({ list: Array.from({ length: 7 }, () => "dog") }),
) => {
  const { source, requests } = textSource(text, 50);
  return {
    requests,
    lazy: new LazyValue({ source: { ...source, ...change }, path: [] }, { kind: null, size: text.length }),
  };
};

describe("the search of a page in a value", () => {
  const onPage = (searched: unknown) =>
    renderHook(() => useJsonFind(searched), {
      wrapper: ({ children }) => <FindWordsProvider words="dog">{children}</FindWordsProvider>,
    }).result;

  it("is that of the value until the user searches something else in it", async () => {
    const find = onPage(value);
    await waitFor(() => expect([find.current.total, find.current.isOwn]).toEqual([4, false]));
    act(() => find.current.setWords("cat"));
    await waitFor(() => expect([find.current.words, find.current.total, find.current.isOwn]).toEqual(["cat", 2, true]));
    act(() => find.current.setWords(""));
    expect(find.current.words).toBe("");
  });

  it("becomes the user's own when they step through it", async () => {
    const find = onPage(value);
    await waitFor(() => expect(find.current.total).toBe(4));
    act(() => find.current.step(1));
    expect([find.current.words, find.current.index, find.current.isOwn]).toEqual(["dog", 1, true]);
  });

  it("does not load a value that only the user may load", () => {
    const { source, requests } = textSource('"dog"', 50);
    const lazy = new LazyValue({ source, path: [] }, { kind: null, size: 5, needsConfirmation: true });
    expect(onPage(lazy).current.words).toBe("");
    expect(requests).toEqual([]);
  });
});

describe("the search in a value", () => {
  it("counts matches in names and values, ignoring case, and moves around between them", async () => {
    const { now, search } = open(value);
    expect([now().total, now().isSearching]).toEqual([null, false]);
    await search("dog");
    expect([now().total, now().index, now().hit]).toMatchObject([4, 0, { path: ["dog"], in: "name" }]);
    act(() => now().step(1));
    expect(now().hit).toMatchObject({ path: ["dog"], in: "value", character: 2 });
    act(() => now().step(1));
    act(() => now().step(1));
    expect(now().hit).toMatchObject({ path: ["cats", 1] });
    act(() => now().step(1));
    expect(now().index).toBe(0);
    act(() => now().step(-1));
    expect(now().index).toBe(0);
  });

  it("starts over with other words, and ends without words", async () => {
    const { now, search } = open(value);
    await search("dog");
    act(() => now().step(1));
    await search("cat");
    expect([now().total, now().index]).toEqual([2, 0]);
    await search("");
    expect([now().total, now().hit]).toEqual([null, null]);
  });

  it("says that nothing matches, and then has no next match", async () => {
    const { now, search } = open(value);
    await search("horse");
    expect([now().total, now().hit]).toEqual([0, null]);
    act(() => now().step(1));
    expect(now().index).toBe(0);
  });

  it("searches the latest value", async () => {
    const { now, search, rerender } = open(value);
    await search("dog");
    rerender({ value: { only: "one dog" } as never });
    await waitFor(() => expect(now().total).toBe(1));
  });

  it("loads more matches of a lazy value when they are reached", async () => {
    const { lazy, requests } = lazyOf({});
    const { now, search } = open(lazy);
    await search("dog");
    expect([now().total, requests.filter((text) => text.startsWith("find"))]).toMatchObject([7, { length: 1 }]);
    for (let step = 0; step < 3; step += 1) {
      act(() => now().step(1));
      await waitFor(() => expect(now().hit).not.toBeNull());
    }
    expect(now().hit).toMatchObject({ path: ["list", 3] });
  });

  it("shows why a search failed, and searches again with other words", async () => {
    const { lazy } = lazyOf({ find: () => Promise.reject(new Error("The service is gone.")) });
    const { now, search } = open({ lazy, plain: "dog" });
    await search("dog");
    expect([now().problem, now().total, now().isSearching]).toEqual(["The service is gone.", null, false]);
    await search("");
    expect(now().problem).toBeNull();
  });

  it("shows why more matches could not be loaded", async () => {
    const { source } = textSource(JSON.stringify(["dog", "dog", "dog"]));
    const find: ValueSource["find"] = (path, words, after, signal) =>
      (after ?? 0) > 0 ? Promise.reject(new Error("Cut off.")) : source.find(path, words, after, signal);
    const lazy = new LazyValue({ source: { ...source, find }, path: [] }, { kind: null, size: 20 });
    const { now, search } = open(lazy);
    await search("dog");
    act(() => now().step(1));
    act(() => now().step(1));
    await waitFor(() => expect(now().problem).toBe("Cut off."));
    expect(now().isSearching).toBe(false);
  });
});

describe("the parts of a lazy value", () => {
  const part = (key: string, change: Partial<ValueSource> = {}) => {
    const { lazy, requests } = lazyOf(change, '"text"');
    return { requests, request: { key, lazy, window: null } };
  };

  it("are loaded once each", async () => {
    const { result } = renderHook(useLazyParts);
    const { request, requests } = part("a");
    act(() => {
      result.current.load(request);
      result.current.load(request);
    });
    expect(result.current.parts.get("a")).toEqual({ status: "loading" });
    await waitFor(() => expect(result.current.parts.get("a")).toMatchObject({ status: "ready", value: "text" }));
    act(() => result.current.load(request));
    expect(requests).toHaveLength(1);
  });

  it("can be requested again after a failure", async () => {
    let isDown = true;
    const { result } = renderHook(useLazyParts);
    const { request } = part("a");
    const { source } = request.lazy.origin;
    const read: ValueSource["read"] = (...given) =>
      isDown ? Promise.reject(new Error("Gone.")) : source.read(...given);
    const failing = new LazyValue({ source: { ...source, read }, path: [] }, { kind: null, size: 6 });
    act(() => result.current.load({ ...request, lazy: failing }));
    await waitFor(() => expect(result.current.parts.get("a")).toMatchObject({ status: "failed" }));
    isDown = false;
    act(() => result.current.load({ ...request, lazy: failing }));
    await waitFor(() => expect(result.current.parts.get("a")).toMatchObject({ status: "ready" }));
  });

  it("are dropped from the oldest, which can then be loaded again", async () => {
    const { result } = renderHook(useLazyParts);
    const first = part("part 0");
    act(() => result.current.load(first.request));
    act(() => {
      for (let index = 1; index <= 200; index += 1) result.current.load(part(`part ${index}`).request);
    });
    await waitFor(() =>
      expect([...result.current.parts.values()].every(({ status }) => status === "ready")).toBe(true),
    );
    expect(result.current.parts.size).toBe(200);
    const dropped = Array.from({ length: 201 }, (_, index) => `part ${index}`).filter(
      (key) => !result.current.parts.has(key),
    );
    expect(dropped).toHaveLength(1);
    const [key = ""] = dropped;
    act(() => result.current.load(part(key).request));
    await waitFor(() => expect(result.current.parts.get(key)).toMatchObject({ status: "ready" }));
  });

  it("are no longer loaded after the viewer is closed", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const { result, unmount } = renderHook(useLazyParts);
    const { request } = part("a", {
      read: (_path, _window, signal) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    });
    act(() => result.current.load(request));
    unmount();
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });
});
