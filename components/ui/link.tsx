"use client";

import NextLink from "next/link";
import { type ComponentProps, useEffect, useRef, useState } from "react";

/** A pointer that only passes by, or presses at once, asks for nothing beforehand. */
const HOVER_DELAY_MS = 80;

/**
 * A link within the dashboard. The router asks for what it wants to know of the page beforehand once a pointer or the
 * focus rests on the link, and not because it is on the screen: a browser sends six requests at a time, and those for
 * the dozens of links of a page went before the page's own. The page itself is not kept beforehand: where it leads may
 * change, as with the view that a list opens with.
 */
export function Link({ onPointerEnter, onPointerLeave, onFocus, onBlur, ...props }: ComponentProps<typeof NextLink>) {
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
      prefetch={isNear ? null : false}
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
