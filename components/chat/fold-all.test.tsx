// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it } from "vitest";
import { type FoldAll, FoldAllProvider, UNCHOSEN, useFold } from "./fold-all";

afterEach(cleanup);

it("keeps a part as its reader left it until all parts are folded or unfolded together", () => {
  let all: FoldAll = UNCHOSEN;
  const wrapper = ({ children }: { children: ReactNode }) => <FoldAllProvider value={all}>{children}</FoldAllProvider>;
  const { result, rerender } = renderHook(({ isOpenFirst }) => useFold({ isOpenFirst }), {
    wrapper,
    initialProps: { isOpenFirst: true },
  });
  expect(result.current[0]).toBe(true);
  act(() => result.current[1](false));
  expect(result.current[0]).toBe(false);

  all = { areOpen: true };
  rerender({ isOpenFirst: true });
  expect(result.current[0]).toBe(true);
  act(() => result.current[1](false));
  expect(result.current[0]).toBe(false);

  all = { areOpen: false };
  rerender({ isOpenFirst: true });
  expect(result.current[0]).toBe(false);
});
