"use client";

import { useToast } from "@/components/ui/toast";

/** Copies the address of what is on the screen: everything that changes what is shown stands in it. */
export function useShare(): () => void {
  const toast = useToast();
  return () => {
    navigator.clipboard.writeText(window.location.href).then(
      () => toast("Link copied"),
      () => toast("The browser did not allow copying", "warning"),
    );
  };
}
