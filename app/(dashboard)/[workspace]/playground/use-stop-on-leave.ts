"use client";

import { useEffect } from "react";

/** A press that leads to another page of this window. */
function isLeavingPage(event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  return link instanceof HTMLAnchorElement && link.target !== "_blank" && link.origin === window.location.origin;
}

/**
 * Stops what runs when the page is left: nobody reads it, and it costs money. It stops at the press on a link already,
 * since a browser has six connections to the dashboard, and six answers that stream leave none for the next page.
 */
export function useStopOnLeave(stop: () => void): void {
  // The outside systems are the streams and the window's links.
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
