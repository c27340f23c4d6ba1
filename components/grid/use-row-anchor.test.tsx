// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { cleanPage } from "@/test/setup/render-on-page";
import { useRowAnchor } from "./use-row-anchor";

afterEach(cleanPage);

const ROW_PX = 20;

type List = { ids: readonly string[]; listKey?: string };

function open(first: List, hasIndexes = true) {
  const element = document.createElement("div");
  const frame = { current: element };
  const { rerender } = renderHook(
    ({ ids, listKey = "list" }: List) =>
      useRowAnchor(frame, {
        listKey,
        rowHeightPx: ROW_PX,
        idAt: (index) => ids[index],
        indexOf: hasIndexes ? (id) => ids.indexOf(id) : undefined,
      }),
    { initialProps: first },
  );
  /** Scrolls, and draws the list at its new position. */
  const scroll = (list: List, top: number) => {
    element.scrollTop = top;
    rerender(list);
  };
  return { element, rerender, scroll };
}

const abc = ["a", "b", "c", "d"];

it("keeps the row at the top edge in place when rows are inserted above or removed", () => {
  const { element, rerender, scroll } = open({ ids: abc });
  scroll({ ids: abc }, 2 * ROW_PX + 5);
  rerender({ ids: ["x", "y", ...abc] });
  expect(element.scrollTop).toBe(4 * ROW_PX + 5);
  rerender({ ids: ["y", ...abc] });
  expect(element.scrollTop).toBe(3 * ROW_PX + 5);
});

it("shows new rows at the very top of a list", () => {
  const { element, rerender } = open({ ids: abc });
  rerender({ ids: ["x", ...abc] });
  expect(element.scrollTop).toBe(0);
});

it("stays where it is when its row is gone", () => {
  const { element, rerender, scroll } = open({ ids: abc });
  scroll({ ids: abc }, 2 * ROW_PX);
  rerender({ ids: ["x", "a", "b", "d"] });
  expect(element.scrollTop).toBe(2 * ROW_PX);
});

it("starts another list at its top", () => {
  const { element, rerender, scroll } = open({ ids: abc });
  scroll({ ids: abc }, 2 * ROW_PX);
  rerender({ ids: ["c", "x", "y", "z"], listKey: "other" });
  expect(element.scrollTop).toBe(0);
});

it("does nothing where rows are only added at the end, and below the last row", () => {
  const { element, scroll, rerender } = open({ ids: abc }, false);
  scroll({ ids: abc }, 2 * ROW_PX);
  rerender({ ids: ["x", ...abc], listKey: "other" });
  expect(element.scrollTop).toBe(2 * ROW_PX);
  const short = open({ ids: [] });
  short.scroll({ ids: [] }, 40);
  short.rerender({ ids: abc });
  expect(short.element.scrollTop).toBe(40);
});
