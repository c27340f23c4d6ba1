"use client";

import { useToast } from "@/components/ui/toast";

/** Copies ids, one a line, and says so. */
export function useCopyIds(): (ids: readonly string[]) => void {
  const say = useToast();
  return (ids) => {
    if (ids.length === 0) return;
    navigator.clipboard.writeText(ids.join("\n")).then(
      () => say(ids.length === 1 ? "Id copied" : `${ids.length} ids copied`),
      () => say("The browser did not allow copying", "warning"),
    );
  };
}
