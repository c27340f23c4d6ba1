"use client";

import { useToast } from "@/components/ui/toast";

/** Copies a text and says so; a clipboard that refuses is said as well. */
export function useCopy(): (text: string, said: string) => void {
  const toast = useToast();
  return (text, said) => {
    navigator.clipboard.writeText(text).then(
      () => toast(said),
      () => toast("The browser did not allow copying", "warning"),
    );
  };
}
