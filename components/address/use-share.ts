"use client";

import { useToast } from "@/components/ui/toast";

/** Copies the address of what is on the screen: everything that changes what is shown stands in it. */
export function useShare(): () => void {
  const say = useToast();
  return () => {
    navigator.clipboard.writeText(window.location.href).then(
      () => say("Link copied"),
      () => say("The browser did not allow copying", "warning"),
    );
  };
}
