import type { ReactNode } from "react";
import type { DraftAddress } from "@/app/(dashboard)/[workspace]/playground/draft/use-saved-draft";
import { Button } from "@/components/ui/button";
import type { Workspace } from "@/lib/workspace/workspace";
import type { FirstDraft } from "./filled-draft";

/** What a gate needs to open something in place of the user's draft. */
export interface GateProps {
  readonly workspace: Workspace;
  readonly address: DraftAddress;
  readonly id: string;
  /** Models that the URL also names. */
  readonly models: readonly string[];
  readonly onLeave: () => void;
  /** The page with what was opened. */
  readonly children: (start: FirstDraft) => ReactNode;
}

/** The link to follow when it cannot be opened. */
export function BackToDraftButton({ onLeave }: Pick<GateProps, "onLeave">) {
  return (
    <Button size="small" onClick={onLeave}>
      Open my draft
    </Button>
  );
}
