"use client";

import { ViewDialog } from "@/components/dialog/view-dialog";
import { ComparePicker } from "./compare-picker";

type CompareDialogProps = React.ComponentProps<typeof ComparePicker> & { onClose: () => void };

/** The dialog that chooses what to compare with. */
export function CompareDialog({ onClose, ...picker }: CompareDialogProps) {
  return (
    <ViewDialog
      title="Compare with"
      description="Shows both next to each other, call by call and message by message."
      size="wide"
      onClose={onClose}
    >
      <ComparePicker {...picker} />
    </ViewDialog>
  );
}
