import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout";

/** A note that the list contains only items followed in this browser, with a form to follow more. */
export function FollowedNote({ operation, noun, children }: { operation: string; noun: string; children: ReactNode }) {
  return (
    <div className="grid flex-none gap-2.5 border-b border-line px-4 pb-3 max-md:px-3">
      <Callout tone="plain">
        This connection does not support <span className="text-code">{operation}</span>, so it cannot list {noun}. The
        list shows those opened in this browser.
      </Callout>
      {children}
    </div>
  );
}
