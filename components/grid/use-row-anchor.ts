"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";
import { type AnchoredFrame, holdRow, type RowAnchor } from "./prepare-scroll";

type RowAnchorOptions = Pick<AnchoredFrame, "rowHeightPx" | "idAt"> & {
  /** Identifies the list: another list starts at its top. */
  listKey: string;
  /** -1 for a missing row; absent where rows are only added at the end. */
  indexOf: AnchoredFrame["indexOf"] | undefined;
};

/** Keeps the scroll position: when rows are inserted above, the row at the top edge of the frame stays there. */
export function useRowAnchor(frame: RefObject<HTMLElement | null>, options: RowAnchorOptions): void {
  const { listKey, rowHeightPx, idAt, indexOf } = options;
  const anchor = useRef<RowAnchor | null>(null);
  const shownKey = useRef(listKey);
  // The outside system is the scroll position.
  useLayoutEffect(() => {
    const node = frame.current;
    if (node === null || indexOf === undefined) return;
    if (shownKey.current !== listKey) {
      shownKey.current = listKey;
      anchor.current = null;
      node.scrollTop = 0;
    }
    const held = holdRow(anchor.current, { scrollTopPx: node.scrollTop, rowHeightPx, idAt, indexOf });
    anchor.current = held.anchor;
    if (held.scrollTopPx !== null) node.scrollTop = held.scrollTopPx;
  });
}
