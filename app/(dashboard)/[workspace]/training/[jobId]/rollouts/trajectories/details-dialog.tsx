"use client";

import { JsonViewer } from "@/components/json/json-viewer";
import { Dialog } from "@/components/ui/dialog";

type DetailsDialogProps = { title: string; description: string; label: string; value: unknown; onClose: () => void };

/** The full value as it was sent. */
export function DetailsDialog({ title, description, label, value, onClose }: DetailsDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={title}
      description={description}
      className="top-[6vh] flex h-[84vh] max-h-[84vh] w-[min(820px,calc(100vw-24px))] flex-col"
    >
      <JsonViewer label={label} value={value} isFilling />
    </Dialog>
  );
}
