"use client";

import { useCopyText } from "@/components/ui/use-copy-text";

/** Copies the address of the current view; it contains everything that changes the view. */
export function useShare(): () => void {
  const copy = useCopyText();
  return () => copy(window.location.href, "Link copied");
}
