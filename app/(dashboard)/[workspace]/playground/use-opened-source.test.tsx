// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { useQueryStates } from "nuqs";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { playgroundParams } from "./search-params";
import { useOpenedSource } from "./use-opened-source";

function openedAt(address: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <NuqsTestingAdapter searchParams={address} hasMemory>
      {children}
    </NuqsTestingAdapter>
  );
  return renderHook(
    () => {
      const [params, setParams] = useQueryStates(playgroundParams);
      return { params, setParams, ...useOpenedSource() };
    },
    { wrapper },
  ).result;
}

describe("useOpenedSource", () => {
  it.each([
    ["?call=c1", { kind: "call", id: "c1" }],
    ["?prompt=greeting:v1", { kind: "prompt", id: "greeting:v1" }],
    ["?rollout=b.1.2", { kind: "rollout", id: "b.1.2" }],
    ["?row=t1:r1", { kind: "row", id: "t1:r1" }],
    ["?call=c1&request=r1&rollout=b.1.2", { kind: "request", id: "r1" }],
    ["?model=a/one", null],
  ])("reads the source of %s", (address, source) => {
    expect(openedAt(address).current.source).toEqual(source);
  });

  it("returns the models of the URL with the source", () => {
    expect(openedAt("?rollout=b.1.2&model=a/one&model=a/two").current.models).toEqual(["a/one", "a/two"]);
  });

  it("keeps the source when its id leaves the URL, until the URL names another one or models alone", async () => {
    const result = openedAt("?call=c1");
    await act(() => result.current.setParams({ call: null }));
    expect(result.current.source).toEqual({ kind: "call", id: "c1" });
    await act(() => result.current.setParams({ prompt: "c1" }));
    expect(result.current.source).toEqual({ kind: "prompt", id: "c1" });
    await act(() => result.current.setParams({ prompt: null, model: ["a/one"] }));
    expect(result.current.source).toBeNull();
  });

  it("returns to the draft and clears the URL when the user leaves", async () => {
    const result = openedAt("?request=r1&model=a/one");
    await act(async () => result.current.leave());
    expect(result.current.source).toBeNull();
    expect(result.current.params).toEqual({
      call: null,
      request: null,
      rollout: null,
      prompt: null,
      row: null,
      table: null,
      model: [],
    });
  });
});
