"use client";

import { useCopyText } from "@/components/ui/use-copy-text";

/** Copies ids, one per line, and shows a message: `Id copied`, or with a noun `Thread id copied`. */
export function useCopyIds(noun = ""): (ids: readonly string[]) => void {
  const copy = useCopyText();
  return (ids) => {
    if (ids.length === 0) return;
    const words = noun === "" ? "id" : `${noun} id`;
    copy(
      ids.join("\n"),
      ids.length === 1 ? `${words.charAt(0).toUpperCase()}${words.slice(1)} copied` : `${ids.length} ${words}s copied`,
    );
  };
}
