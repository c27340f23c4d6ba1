"use client";

import { useCopyText } from "@/components/ui/use-copy-text";
import { pageAt } from "@/lib/address/page-list";
import { sharedAddress } from "@/lib/filter/time-range";

/** Copies the address of the current view; it contains everything that changes the view. */
export function useShare(): () => void {
  const copy = useCopyText();
  return () => {
    const { href, pathname } = window.location;
    copy(pageAt(pathname)?.hasTime(pathname) ? sharedAddress(href) : href, "Link copied");
  };
}
