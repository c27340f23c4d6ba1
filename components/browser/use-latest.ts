"use client";

import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * A listener that stays the same function and calls the newest one, so that what has it is not drawn again. For events;
 * it must not be called while drawing.
 */
export function useLatest<Given extends readonly unknown[]>(listener: (...given: Given) => void) {
  const latest = useRef(listener);
  useLayoutEffect(() => {
    latest.current = listener;
  });
  return useCallback((...given: Given) => latest.current(...given), []);
}
