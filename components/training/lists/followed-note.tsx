import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout";

/** Says why a list holds only what this browser followed, and how to follow more. */
export function FollowedNote({ operation, noun, children }: { operation: string; noun: string; children: ReactNode }) {
  return (
    <div className="grid flex-none gap-2.5 border-b border-line px-4 pb-3 max-md:px-3">
      <Callout tone="plain">
        This connection does not offer <span className="text-code">{operation}</span>, so it cannot list {noun}. Those
        that were opened in this browser are followed here.
      </Callout>
      {children}
    </div>
  );
}
