"use client";

import { type RefObject, useEffect, useState } from "react";

/** Pixels before the edge of the view in which a part already counts as visible. */
const MARGIN = "200px";

/** True once an element has come into view, and from then on. */
export function useIsInView(element: RefObject<Element | null>): boolean {
  const [isSeen, setIsSeen] = useState(false);
  // The outside system is the scroll position.
  useEffect(() => {
    const node = element.current;
    if (node === null || isSeen) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
}
