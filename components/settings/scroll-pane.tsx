import type { ReactNode } from "react";
import { ScrollRegion } from "@/components/ui/scroll-region";

/** The scrolling part of a page. It is focusable, since its rows may contain nothing that is. */
export function ScrollPane({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ScrollRegion
      aria-label={label}
      className="flex min-h-0 flex-1 flex-col overflow-auto focus-visible:-outline-offset-2"
    >
      {children}
    </ScrollRegion>
  );
}
