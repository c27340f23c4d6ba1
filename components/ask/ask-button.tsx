"use client";

import { Sparkles } from "lucide-react";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { Button } from "@/components/ui/button";
import type { Workspace } from "@/lib/workspace/workspace";

const AskDialog = openedLater(async () => (await import("./ask-dialog")).AskDialog);

export interface AskedProject {
  readonly workspace: Workspace;
  /** Names that a query may use. */
  readonly ops: readonly string[];
  readonly paths: readonly string[];
  /** Called with the query that the user accepted. */
  readonly onQuery: (query: string) => void;
}

/** Opens the dialog in which a model writes a query from a sentence. */
export function AskButton(project: AskedProject) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        kind="ghost"
        size="small"
        className="max-md:w-fit"
        onClick={() => setIsOpen(true)}
        icon={<Sparkles size={13} strokeWidth={1.7} aria-hidden="true" />}
      >
        Ask in words
      </Button>
      {isOpen ? <AskDialog {...project} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
