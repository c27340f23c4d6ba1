"use client";

import { type RefObject, useLayoutEffect, useState } from "react";

/**
 * Returns how many children of an element are on its first line. The element wraps and shows one line.
 *
 * @param content changes with the children; they are then counted again
 */
export function useFittingCount(element: RefObject<HTMLElement | null>, content: string): number {
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY);
  // The outside system is the layout.
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return;
    const count = () => {
      const children = [...node.children].filter((child) => child instanceof HTMLElement);
      const firstTop = children[0]?.offsetTop;
      const wrapped = children.findIndex(({ offsetTop }) => offsetTop !== firstTop);
      setFitting(content === "" || wrapped < 0 ? Number.POSITIVE_INFINITY : wrapped);
    };
    count();
    const observer = new ResizeObserver(count);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element, content]);
  return fitting;
}
