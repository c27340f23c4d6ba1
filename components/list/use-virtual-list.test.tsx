// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { useCallback, useRef } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { layOut } from "@/test/setup/browser-layout";
import { useVirtualList } from "./use-virtual-list";

layOut({ inside: { width: 300, height: 200 } });

const scrolled = vi.fn<(to: ScrollToOptions) => void>();
beforeEach(() => {
  scrolled.mockReset();
  vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(2_000_000);
  Element.prototype.scrollTo = function scrollTo(this: Element, to?: ScrollToOptions | number) {
    if (typeof to === "object") scrolled(to);
  };
});
afterEach(cleanup);

type NumbersProps = {
  ids: readonly string[];
  itemPx?: number;
  coveredPx?: number;
  isMeasured?: boolean;
  current?: { readonly index: number; readonly id?: string };
};

function Numbers({ ids, itemPx = 20, coveredPx = 0, isMeasured = false, current }: NumbersProps) {
  const frame = useRef<HTMLDivElement>(null);
  const list = useVirtualList(frame, {
    count: ids.length,
    itemPx,
    overscan: 2,
    coveredPx,
    keyOf: useCallback((index: number) => ids[index] ?? index, [ids]),
    ...(current && { current }),
  });
  return (
    <div ref={frame} data-testid="frame">
      <ol {...list.container}>
        {list.items.map((item) => (
          <li key={item.key} {...(isMeasured ? list.measured(item) : list.fixed(item))}>
            {ids[item.index]}
          </li>
        ))}
      </ol>
    </div>
  );
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
const items = () => [...document.querySelectorAll("li")];
const texts = () => items().map((item) => item.textContent);
const heightPx = () => document.querySelector("ol")?.style.height;
const lastScroll = () => scrolled.mock.calls.at(-1)?.[0].top;

it("renders the items on the screen and a few beyond it, each in its place", () => {
  render(<Numbers ids={numbers(100_000)} />);
  expect(heightPx()).toBe("2000000px");
  expect(texts()).toEqual(numbers(12));
  expect(items()[3]?.style).toMatchObject({ transform: "translateY(60px)", height: "20px" });
});

it("renders other items where the frame is scrolled to", () => {
  const { getByTestId } = render(<Numbers ids={numbers(100_000)} />);
  const frame = getByTestId("frame");
  frame.scrollTop = 10_000;
  fireEvent.scroll(frame);
  expect(texts()).toEqual(numbers(512).slice(498));
});

it("measures items whose height is unknown, and moves those after them", () => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(50);
  render(<Numbers ids={numbers(10)} isMeasured />);
  const { transform, height } = items()[2]?.style ?? {};
  expect({ transform, height }).toEqual({ transform: "translateY(100px)", height: "" });
});

it("keeps the place of items below content that covers the list", () => {
  render(<Numbers ids={numbers(100)} coveredPx={60} current={{ index: 0 }} />);
  expect(items()[1]?.style.transform).toBe("translateY(20px)");
  expect(heightPx()).toBe("2000px");
});

it("scrolls to the current item when it changes, but not when only its index does", () => {
  const { rerender } = render(<Numbers ids={numbers(100)} current={{ index: 50, id: "n50" }} />);
  expect(lastScroll()).toBe(51 * 20 - 200);
  scrolled.mockReset();
  rerender(<Numbers ids={["new", ...numbers(100)]} current={{ index: 51, id: "n50" }} />);
  expect(scrolled).not.toHaveBeenCalled();
  rerender(<Numbers ids={["new", ...numbers(100)]} current={{ index: 81, id: "n80" }} />);
  expect(lastScroll()).toBe(82 * 20 - 200);
});

it("renders nothing until items have a size, and measures them again when it changes", () => {
  const { rerender } = render(<Numbers ids={numbers(100)} itemPx={0} current={{ index: 50 }} />);
  expect(texts()).toEqual([]);
  expect(scrolled).not.toHaveBeenCalled();
  act(() => rerender(<Numbers ids={numbers(100)} itemPx={20} current={{ index: 50 }} />));
  expect(heightPx()).toBe("2000px");
  expect(lastScroll()).toBe(51 * 20 - 200);
  act(() => rerender(<Numbers ids={numbers(100)} itemPx={40} current={{ index: 50 }} />));
  expect(heightPx()).toBe("4000px");
  expect(lastScroll()).toBe(51 * 40 - 200);
});
