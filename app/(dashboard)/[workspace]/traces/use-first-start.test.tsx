// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { cleanPage, renderOnPage } from "@/test/setup/render-on-page";
import { useFirstStart } from "./use-first-start";

afterEach(cleanPage);

const EMPTY = { isEmpty: true, hasCalls: false };

const open = (props: { isEmpty: boolean; hasCalls: boolean }, address = "") =>
  renderOnPage(({ isEmpty, hasCalls }: typeof props) => useFirstStart(isEmpty, hasCalls), { props, address });

describe("the first steps in place of an empty list", () => {
  it("are skipped and shown again, both in the address", async () => {
    const { result, addresses } = open(EMPTY);
    expect(result.current.isShown).toBe(true);
    act(() => result.current.skip());
    await waitFor(() => expect(result.current.isShown).toBe(false));
    await waitFor(() => expect(addresses.at(-1)?.toString()).toBe("start=false"));
    act(() => result.current.show());
    await waitFor(() => expect(result.current.isShown).toBe(true));
    await waitFor(() => expect(addresses.at(-1)?.toString()).toBe(""));
  });

  it("stay skipped when the page is opened again", () => {
    expect(open(EMPTY, "?start=false").result.current.isShown).toBe(false);
  });

  it("stay while the list is read again, so that a new key is not lost, and end with the first call", () => {
    const { result, rerender } = open(EMPTY);
    rerender({ isEmpty: false, hasCalls: false });
    expect(result.current.isShown).toBe(true);
    rerender({ isEmpty: false, hasCalls: true });
    expect(result.current.isShown).toBe(false);
    rerender(EMPTY);
    expect(result.current.isShown).toBe(false);
  });

  it("are not shown where there are calls", () => {
    expect(open({ isEmpty: false, hasCalls: true }).result.current.isShown).toBe(false);
  });
});
