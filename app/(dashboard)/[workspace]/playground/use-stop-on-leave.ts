"use client";

import { useEffect } from "react";

/** True for a press that leads to another page of this window. */
function isLeavingPage(event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  return link instanceof HTMLAnchorElement && link.target !== "_blank" && link.origin === window.location.origin;
}

/**
 * Stops runs when the page is left: no one reads them, and they cost money. They stop when the link is pressed, since a
 * browser has six connections to the dashboard, and six streaming answers leave none for the next page.
 */
export function useStopOnLeave(stop: () => void): void {
  // The external systems are the streams and the window's links.
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (isLeavingPage(event)) stop();
    };
    window.addEventListener("click", onClick, { capture: true });
    return () => {
      window.removeEventListener("click", onClick, { capture: true });
      stop();
    };
  }, [stop]);
}
