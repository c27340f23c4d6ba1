"use client";

import { ViewDialog } from "@/components/dialog/view-dialog";
import { JsonViewer } from "@/components/json/json-viewer";

type DetailsDialogProps = { title: string; description: string; label: string; value: unknown; onClose: () => void };

/** The full value as it was sent. */
export function DetailsDialog({ title, description, label, value, onClose }: DetailsDialogProps) {
  return (
    <ViewDialog title={title} description={description} size="large" isFilling onClose={onClose}>
      <JsonViewer label={label} value={value} isFilling />
    </ViewDialog>
  );
}
