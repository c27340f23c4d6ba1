"use client";

import { Share2 } from "lucide-react";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { Button } from "@/components/ui/button";
import type { SharedContent } from "./shared-content";

const ShareDialog = openedLater(async () => (await import("./share-dialog")).ShareDialog);

/** Opens the dialog that creates a link to a trace or thread, or saves it as a file. */
export function ShareButton(content: SharedContent) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        onClick={() => setIsOpen(true)}
        icon={<Share2 size={14} strokeWidth={1.7} aria-hidden="true" />}
      >
        <span className="max-md:sr-only">Share</span>
      </Button>
      {isOpen ? <ShareDialog {...content} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
