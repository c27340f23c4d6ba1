"use client";

import { Sparkles } from "lucide-react";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { Button } from "@/components/ui/button";
import type { AskedProject } from "./asked-project";

const AskDialog = openedLater(async () => (await import("./ask-dialog")).AskDialog);

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
