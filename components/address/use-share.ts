"use client";

import { useToast } from "@/components/ui/toast";

/** Copies the address of the current view; it contains everything that changes the view. */
export function useShare(): () => void {
  const toast = useToast();
  return () => {
    navigator.clipboard.writeText(window.location.href).then(
      () => toast("Link copied"),
      () => toast("The browser did not allow copying", "warning"),
    );
  };
}
