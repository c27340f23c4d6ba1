import { useCopyText } from "@/components/ui/use-copy-text";

("use client");

/** Copies the address of what is on the screen: everything that changes what is shown stands in it. */
export function useShare(): () => void {
  const copy = useCopyText();
  return () => copy(window.location.href, "Link copied");
}
