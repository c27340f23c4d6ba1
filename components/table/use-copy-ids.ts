"use client";

import { useToast } from "@/components/ui/toast";

/** Copies ids, one per line, and shows a message: `Id copied`, or with a noun `Thread id copied`. */
export function useCopyIds(noun = ""): (ids: readonly string[]) => void {
  const toast = useToast();
  return (ids) => {
    if (ids.length === 0) return;
    const words = noun === "" ? "id" : `${noun} id`;
    navigator.clipboard.writeText(ids.join("\n")).then(
      () =>
        toast(
          ids.length === 1
            ? `${words.charAt(0).toUpperCase()}${words.slice(1)} copied`
            : `${ids.length} ${words}s copied`,
        ),
      () => toast("The browser did not allow copying", "warning"),
    );
  };
}
