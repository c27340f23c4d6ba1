"use client";

import { useToast } from "@/components/ui/toast";

/** Copies ids, one a line, and says so: `Id copied`, or with a noun `Thread id copied`. */
export function useCopyIds(noun = ""): (ids: readonly string[]) => void {
  const say = useToast();
  return (ids) => {
    if (ids.length === 0) return;
    const words = noun === "" ? "id" : `${noun} id`;
    navigator.clipboard.writeText(ids.join("\n")).then(
      () =>
        say(
          ids.length === 1
            ? `${words.charAt(0).toUpperCase()}${words.slice(1)} copied`
            : `${ids.length} ${words}s copied`,
        ),
      () => say("The browser did not allow copying", "warning"),
    );
  };
}
