"use client";

import { ViewDialog } from "@/components/dialog/view-dialog";
import { SaveDocument } from "./save-document";
import { ShareLinkForm } from "./share-link-form";
import type { SharedContent } from "./shared-content";

/** The two ways to show a trace or thread to someone without an account: a link, and a file. */
export function ShareDialog({ onClose, ...content }: SharedContent & { onClose: () => void }) {
  return (
    <ViewDialog
      title={`Share ${content.kind}`}
      description={`Both contain the messages, inputs and outputs of this ${content.kind}, and nothing else of the workspace.`}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <ShareLinkForm {...content} />
        <SaveDocument {...content} />
      </div>
    </ViewDialog>
  );
}
