"use client";

import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * Returns a listener that stays the same function and calls the latest one, so that components that receive it do not
 * render again. For events; it must not be called during rendering.
 */
export function useLatest<Given extends readonly unknown[]>(listener: (...given: Given) => void) {
  const latest = useRef(listener);
  useLayoutEffect(() => {
    latest.current = listener;
  });
  return useCallback((...given: Given) => latest.current(...given), []);
}
