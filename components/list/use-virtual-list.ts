"use client";

import { useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type CSSProperties, type RefObject, useCallback, useEffect, useRef } from "react";

type ScrollAlign = "auto" | "start" | "center" | "end";

type ListOptions = {
  count: number;
  /** Pixels along the list; an estimate where items are measured. Nothing is rendered while it is 0. */
  itemPx: number | ((index: number) => number);
  /** How many items are rendered beyond both edges of the frame. */
  overscan: number;
  /**
   * Identifies an item, so that it keeps its measured size when its index changes. The list goes through all items
   * whenever this is another function.
   */
  keyOf?: (index: number) => string | number;
  paddingStartPx?: number;
  paddingEndPx?: number;
  /** Height of the content above the list that covers its items while they scroll. */
  coveredPx?: number;
  /** True for items side by side. */
  isHorizontal?: boolean;
  /** The item to scroll into view when it changes. */
  current?: {
    /** -1 for none. */
    readonly index: number;
    readonly align?: ScrollAlign;
    /** Identifies the item where its index changes for other reasons too. */
    readonly id?: string | number | null;
  };
};

type ListItem = Pick<VirtualItem, "index" | "key" | "start" | "size">;

/** The visible items of a long list, and what their elements need to be in their places. */
export interface VirtualList {
  readonly items: readonly ListItem[];
  /** The rendered items; `last` is -1 when there are none. */
  readonly range: { readonly first: number; readonly last: number };
  readonly totalPx: number;
  /** The props of the element around the items. */
  readonly container: { readonly className: string; readonly style: CSSProperties };
  /** The props of the element of an item whose height is known. */
  readonly fixed: (item: ListItem) => { readonly className: string; readonly style: CSSProperties };
  /** The props of the element of an item whose height is measured once it is rendered. */
  readonly measured: (item: ListItem) => {
    readonly className: string;
    readonly style: CSSProperties;
    readonly "data-index": number;
    readonly ref: (element: Element | null) => void;
  };
  readonly scrollTo: (index: number, align?: ScrollAlign) => void;
}

const ITEM_CLASS = "absolute inset-x-0 top-0";

/** Chooses the items of a list to render, and keeps the current one in view. `frame` is the element that scrolls. */
export function useVirtualList(frame: RefObject<HTMLElement | null>, options: ListOptions): VirtualList {
  const { count, itemPx, overscan, keyOf, paddingStartPx = 0, paddingEndPx = 0, coveredPx = 0, current } = options;
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count,
    getScrollElement: () => frame.current,
    estimateSize: typeof itemPx === "number" ? () => itemPx : itemPx,
    overscan,
    ...(keyOf && { getItemKey: keyOf }),
    paddingStart: paddingStartPx,
    paddingEnd: paddingEndPx,
    scrollMargin: coveredPx,
    scrollPaddingStart: paddingStartPx + coveredPx,
    horizontal: options.isHorizontal ?? false,
    enabled: itemPx !== 0,
  });
  const scrollTo = useCallback(
    (index: number, align: ScrollAlign = "auto") => virtualizer.scrollToIndex(index, { align }),
    [virtualizer],
  );
  const sizePx = typeof itemPx === "number" ? itemPx : null;
  useNewSize(sizePx, () => virtualizer.measure());
  const index = current?.index ?? -1;
  const align = current?.align ?? "auto";
  const id = current && "id" in current ? current.id : index;
  // The outside system is the scroll position: a key or the address chose another item.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another index of the same item is no reason to scroll
  useEffect(() => {
    if (index >= 0 && sizePx !== 0) scrollTo(index, align);
  }, [scrollTo, id, align, sizePx]);

  const items = virtualizer.getVirtualItems();
  const totalPx = virtualizer.getTotalSize();
  const placeOf = ({ start }: ListItem) => `translateY(${start - coveredPx}px)`;
  return {
    items,
    range: { first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? -1 },
    totalPx,
    container: { className: "relative", style: { height: totalPx } },
    fixed: (item) => ({ className: ITEM_CLASS, style: { transform: placeOf(item), height: item.size } }),
    measured: (item) => ({
      className: ITEM_CLASS,
      style: { transform: placeOf(item) },
      "data-index": item.index,
      ref: virtualizer.measureElement,
    }),
    scrollTo,
  };
}

/** Measures all items again when their size changes, as in a pane that becomes wider. */
function useNewSize(sizePx: number | null, measure: () => void): void {
  const before = useRef(sizePx);
  // The outside system is the layout.
  useEffect(() => {
    if (before.current !== sizePx) measure();
    before.current = sizePx;
  });
}
