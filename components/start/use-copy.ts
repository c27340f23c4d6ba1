"use client";

import { useToast } from "@/components/ui/toast";

/** Copies a text and shows a message, also when the browser refuses. */
export function useCopy(): (text: string, said: string) => void {
  const toast = useToast();
  return (text, said) => {
    navigator.clipboard.writeText(text).then(
      () => toast(said),
      () => toast("The browser did not allow copying", "warning"),
    );
  };
}
