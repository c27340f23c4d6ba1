"use client";

import type { Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useRef } from "react";

type RowAnchorOptions = {
  frame: RefObject<HTMLElement | null>;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  /** Identifies the list: another list starts at its top. */
  listKey: string;
  rowHeight: number;
  idAt: (index: number) => string | undefined;
  /** -1 for a missing row; absent where rows are only added at the end. */
  indexOf: ((id: string) => number) | undefined;
};

interface Anchor {
  readonly id: string;
  readonly index: number;
}

/**
 * Keeps the scroll position: when rows are inserted above, the row at the top edge of the frame stays there. A list at
 * its very top shows the new rows.
 */
export function useRowAnchor({ frame, virtualizer, listKey, rowHeight, idAt, indexOf }: RowAnchorOptions): void {
  const anchor = useRef<Anchor | null>(null);
  const shownKey = useRef(listKey);
  // The outside system is the scroll position.
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null || indexOf === undefined) return;
    if (shownKey.current !== listKey) {
      shownKey.current = listKey;
      anchor.current = null;
      virtualizer.scrollToOffset(0);
    }
    const before = anchor.current;
    const now = before === null ? -1 : indexOf(before.id);
    if (before !== null && now >= 0 && now !== before.index && element.scrollTop > 0) {
      virtualizer.scrollToOffset(element.scrollTop + (now - before.index) * rowHeight);
      anchor.current = { id: before.id, index: now };
      return;
    }
    const index = Math.floor(element.scrollTop / rowHeight);
    const id = idAt(index);
    anchor.current = id === undefined ? null : { id, index };
  });
}
