"use client";

import { FormDialog } from "@/components/dialog/form-dialog";

/** Asks before a link of a message opens. */
export function OpenLinkDialog({ href, onClose }: { href: string; onClose: () => void }) {
  return (
    <FormDialog
      title="Open external link?"
      description="The link comes from a message. The host will see that you opened it."
      action="Open link"
      kind="primary"
      onSubmit={(event) => {
        event.preventDefault();
        window.open(href, "_blank", "noopener,noreferrer");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="max-h-40 overflow-auto rounded-control bg-sunken px-2.5 py-1.5 text-code [overflow-wrap:anywhere]">
        {href}
      </p>
    </FormDialog>
  );
}
