"use client";

import NextLink from "next/link";
import { type ComponentProps, useEffect, useRef, useState } from "react";

/** A pointer that only passes by, or clicks at once, prefetches nothing. */
const HOVER_DELAY_MS = 80;

type LinkProps = Omit<ComponentProps<typeof NextLink>, "prefetch"> & {
  /** Also prefetches the page itself with its code, for links to pages that are cheap to render. */
  isPagePrefetched?: boolean;
};

/**
 * A link within the dashboard. The router prefetches its data once a pointer or the focus rests on the link, not
 * because it is visible: a browser sends six requests at a time, and prefetches for dozens of links delayed the page's
 * own requests.
 */
export function Link({
  onPointerEnter,
  onPointerLeave,
  onFocus,
  onBlur,
  isPagePrefetched = false,
  ...props
}: LinkProps) {
  const [isNear, setIsNear] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const turnTo = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsNear(true), HOVER_DELAY_MS);
  };
  const turnAway = () => {
    clearTimeout(timer.current);
    setIsNear(false);
  };
  // The outside system is the clock.
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <NextLink
      {...props}
      prefetch={isNear ? isPagePrefetched || null : false}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        turnTo();
      }}
      onPointerLeave={(event) => {
        onPointerLeave?.(event);
        turnAway();
      }}
      onFocus={(event) => {
        onFocus?.(event);
        turnTo();
      }}
      onBlur={(event) => {
        onBlur?.(event);
        turnAway();
      }}
    />
  );
}
